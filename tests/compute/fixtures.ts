import type { InstanceListState } from '../../src/api/computeInstances.ts';
import type { InstanceRow, LogItem } from '../../src/compute/instanceRow.ts';
import { findWarnings } from '../../src/compute/mergeLists.ts';
import { blankOutcome, type Deletion, type DeletionItem, type ItemStage } from '../../src/rules/deletion.ts';
import { decodeInstance } from '../../src/rules/instanceRecord.ts';

/** A row of the Compute table. `record` is decoded like a record in a response. */
export function aRow(fields: Partial<InstanceRow> = {}, record: object | null = null): InstanceRow {
  const { databaseName = 'orders', id = 'i-1', name = null } = fields;
  const decoded = record === null ? null : decodeInstance(record);
  return {
    key: `${databaseName}/${id}`,
    ...{ databaseName, id, name, label: name ?? id ?? '', record: decoded, seenAt: null },
    warnings: decoded === null ? [] : findWarnings(decoded, databaseName, 'Acme'),
    ...{ state: null, refusal: null, protection: null, ...fields },
  };
}

type EndedItem = Extract<DeletionItem, { endedAt: number }>;
type ItemFields = Partial<Omit<EndedItem, 'outcome' | 'stage'>> & { outcome?: Partial<EndedItem['outcome']> };

/** `i-1` in `orders`, sent at 1 and ended at 3, as far as its stage has it. */
export function anItem(stage: ItemStage, { outcome, ...fields }: ItemFields = {}): DeletionItem {
  const { instanceId = 'i-1' } = fields;
  const shown = { name: instanceId, created: null, ...fields };
  const base = { ...shown, databaseName: 'orders', instanceId, dismissedAt: null, dismissedBy: null };
  if (stage === 'waiting') return { ...base, stage, outcome: null, sentAt: null, endedAt: null };
  if (stage === 'sending') return { ...base, stage, outcome: null, sentAt: 1, endedAt: null };
  const ended = { ...blankOutcome, retryAt: null, code: stage, ...outcome };
  return { ...base, sentAt: stage === 'not-sent' ? null : 1, endedAt: 3, ...fields, stage, outcome: ended };
}

/** Confirmed at 1, and ended at 3 unless an item is open. */
export function aDeletion(items: readonly DeletionItem[], fields: Partial<Deletion> = {}): Deletion {
  const isEnded = items.every(({ outcome }) => outcome !== null);
  return {
    ...{ id: `deletion of ${items[0]?.instanceId}`, workspaceSlug: 'acme', stopReason: null, reason: '' },
    ...{ actor: 'jo@example.com', isOwn: true, stage: isEnded ? 'ended' : 'running' },
    ...{ confirmedAt: 1, endedAt: isEnded ? 3 : null, items, ...fields },
  };
}

export function aLogItem(...[stage, fields]: Parameters<typeof anItem>): LogItem {
  const item = anItem(stage, fields);
  return { deletion: aDeletion([item]), index: 0, item };
}

/** A list that was requested at 5 and that the service sent at 14:00 UTC on 2 March 2026. */
export function aList(databaseName: string | null, ...raw: unknown[]) {
  const items = raw.flatMap((record) => decodeInstance(record) ?? []);
  const times = { servedAt: Date.parse('2026-03-02T14:00:00Z'), requestedAt: 5 };
  return { databaseName, list: { items, unreadable: [] as unknown[], isComplete: true, ...times } };
}

export function asQuery({ databaseName, list }: ReturnType<typeof aList>): InstanceListState {
  return { databaseName, query: { data: list } } as unknown as InstanceListState;
}
