import { blankOutcome, type Deletion, type Outcome, type OutcomeCode } from '../../../src/rules/deletion.ts';

export const confirmedAt = Date.parse('2026-11-25T19:39:12Z');

type Changes = Omit<Partial<Deletion>, 'outcome'> & { outcome?: Partial<Outcome> };

/** An ended deletion of `orders/one`, as the log has it. */
export function anEndedDeletion(code: OutcomeCode, { outcome, ...changes }: Changes = {}): Deletion {
  return {
    id: 'id-one',
    workspaceSlug: 'acme',
    databaseName: 'orders',
    instanceId: 'one',
    name: 'orders-one',
    created: '2024-05-13T00:00:00Z',
    reason: '',
    actor: 'jo@example.com',
    isOwn: false,
    bulkId: null,
    stage: code,
    confirmedAt,
    sentAt: code === 'not-sent' ? null : confirmedAt,
    endedAt: confirmedAt + 400,
    dismissedAt: null,
    ...changes,
    outcome: { ...blankOutcome, retryAt: null, code, ...outcome },
  };
}
