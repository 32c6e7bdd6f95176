import type { DeletionEntry } from '../../../src/features/compute/deletion/deletionEntry.ts';

/** Creates a sent intent without an outcome, with the given fields. */
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

/** The service ID of stored data in tests. */
export const aService = { serviceId: 'sandbox', serviceUrl: '/api' };
