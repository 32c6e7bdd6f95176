import type { DeletionEntry } from '../../../src/features/compute/deletion/deletionEntry.ts';

/** An intent that was sent and has no outcome yet, but for what is given. */
export function anEntry(given: Partial<DeletionEntry> = {}): DeletionEntry {
  const { intentKey = 'one' } = given;
  return {
    intentKey,
    target: { workspaceSlug: 'acme', databaseName: 'orders', instanceId: intentKey },
    label: intentKey,
    name: null,
    created: null,
    listed: true,
    sessionId: null,
    confirmedAt: 1,
    sequence: given.confirmedAt ?? 1,
    sentAt: 2,
    settledAt: null,
    outcome: null,
    bulkKey: null,
    dismissed: false,
    putBack: false,
    ...given,
  };
}

/** The service that stored data belongs to in tests. */
export const aService = { serviceId: 'sandbox', serviceUrl: '/api' };
