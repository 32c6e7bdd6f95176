import type { InstanceListQuery } from '../../src/instances/listCheck.ts';
import type { Deletion, DeletionStage } from '../../src/rules/deletion.ts';
import { decodeInstance } from '../../src/rules/instanceRecord.ts';
import { blankOutcome, type Outcome } from '../../src/rules/outcome.ts';

type Fields = Partial<Omit<Deletion, 'outcome'>> & { outcome?: Partial<Outcome> };

/** Of the instance `i-1` in database `orders`: confirmed and sent at 1, ended at 3. */
export function aDeletion(stage: DeletionStage, { outcome, ...fields }: Fields = {}): Deletion {
  const isOpen = stage === 'waiting' || stage === 'sending';
  const { instanceId = 'i-1' } = fields;
  return {
    id: `deletion of ${instanceId}`,
    workspaceSlug: 'acme',
    databaseName: 'orders',
    instanceId,
    name: instanceId,
    created: null,
    reason: '',
    actor: 'jo@example.com',
    isOwn: true,
    bulkId: null,
    stage,
    outcome: isOpen ? null : { ...blankOutcome, retryAt: null, code: stage, ...outcome },
    confirmedAt: 1,
    sentAt: stage === 'waiting' || stage === 'not-sent' ? null : 1,
    endedAt: isOpen ? null : 3,
    dismissedAt: null,
    ...fields,
  };
}

const servedAt = Date.parse('2026-03-02T14:00:00Z');

/** A list that was requested at 5 and that the service sent at 14:00 UTC on 2 March 2026. */
export function aList(databaseName: string | null, ...raw: unknown[]) {
  const items = raw.flatMap((record) => decodeInstance(record) ?? []);
  const list = {
    items,
    unreadable: [] as unknown[],
    isComplete: true,
    servedAt,
    requestedAt: 5,
    receivedAt: 6,
  };
  return { databaseName, list };
}

export function asQuery({ databaseName, list }: ReturnType<typeof aList>): InstanceListQuery {
  return { databaseName, query: { data: list } } as unknown as InstanceListQuery;
}
