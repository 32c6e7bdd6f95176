import type { ExpressionBuilder } from 'kysely';
import type { DeletionItemJson, DeletionJson, DeletionTarget, ItemStage } from '../../rules/deletion.ts';
import type { OutcomeJson } from '../../rules/outcome.ts';
import { foldForSearch } from '../../rules/text.ts';
import { type EpochMs, toIso, toIsoOrNull } from '../../rules/time.ts';
import type { DeletionRow, ItemRow, Tables } from '../database/schema.ts';
import { guardKey } from './keys.ts';

export function createItemRow(
  { workspace, id, actor, reason }: Pick<DeletionRow, 'workspace' | 'id' | 'actor' | 'reason'>,
  { databaseName, instanceId, name, created }: DeletionTarget,
  position: number,
): ItemRow {
  const shownName = name && toStorable(name);
  return {
    workspace,
    deletionId: id,
    position,
    databaseName,
    instanceId,
    name: shownName,
    created: created && toStorable(created),
    instanceKey: guardKey(workspace, { databaseName, instanceId }),
    sentAt: null,
    endedAt: null,
    outcomeCode: null,
    outcome: null,
    record: null,
    isAssumed: 0,
    dismissedAt: null,
    dismissedBy: null,
    // Lines keep a word from matching across two fields.
    searchText: [shownName ?? '', instanceId, databaseName, actor, reason].map(foldForSearch).join('\n'),
  };
}

/** PostgreSQL stores no NUL. */
export function toStorable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/** What wasn't sent has no time of sending, whatever its mark said. */
export function toOutcomeValues({ record, ...outcome }: OutcomeJson, endedAt: EpochMs): Partial<ItemRow> {
  return {
    outcomeCode: outcome.code,
    outcome: toStorable(JSON.stringify(outcome)),
    record: record === null ? null : toStorable(JSON.stringify(record)),
    endedAt,
    ...(outcome.code === 'not-sent' && { sentAt: null }),
  };
}

export function getStage({ outcomeCode, sentAt }: Pick<ItemRow, 'outcomeCode' | 'sentAt'>): ItemStage {
  return outcomeCode ?? (sentAt === null ? 'waiting' : 'sending');
}

/** How sentences name an item. */
export function labelOf({ name, instanceId }: Pick<ItemRow, 'name' | 'instanceId'>): string {
  return name ?? instanceId;
}

/** What lists need. A record may have thousands of characters. */
export const listedColumns = [
  'deletionId',
  'position',
  'databaseName',
  'instanceId',
  'name',
  'created',
  'sentAt',
  'endedAt',
  'outcomeCode',
  'outcome',
  'dismissedAt',
  'dismissedBy',
] as const satisfies readonly (keyof ItemRow)[];

export type ListedItem = Pick<ItemRow, (typeof listedColumns)[number]> & { record?: string | null };

export function toDeletionJson(
  row: DeletionRow,
  items: readonly ListedItem[],
  ownActor: string,
): DeletionJson {
  const isRunning = items.some(({ outcomeCode }) => outcomeCode === null);
  const openStage = row.stopReason === null ? 'running' : 'stopping';
  return {
    id: row.id,
    workspaceSlug: row.workspace,
    actor: row.actor,
    isOwn: row.actor === ownActor,
    reason: row.reason,
    stage: isRunning ? openStage : 'ended',
    stopReason: row.stopReason,
    confirmedAt: toIso(row.confirmedAt),
    endedAt: isRunning ? null : toIso(Math.max(...items.map((item) => item.endedAt ?? 0))),
    items: items.map(toItemJson),
  };
}

function toItemJson(row: ListedItem): DeletionItemJson {
  const { databaseName, instanceId, name, created, outcomeCode, outcome, endedAt } = row;
  const target = { databaseName, instanceId, name, created };
  if (outcomeCode === null || outcome === null || endedAt === null) {
    const open = { outcome: null, endedAt: null, dismissedAt: null, dismissedBy: null };
    return row.sentAt === null
      ? { ...target, ...open, stage: 'waiting', sentAt: null }
      : { ...target, ...open, stage: 'sending', sentAt: toIso(row.sentAt) };
  }
  return {
    ...target,
    stage: outcomeCode,
    // We wrote both, so they are an outcome and its record.
    outcome: { ...JSON.parse(outcome), record: JSON.parse(row.record ?? 'null') } as OutcomeJson,
    sentAt: toIsoOrNull(row.sentAt),
    endedAt: toIso(endedAt),
    dismissedAt: toIsoOrNull(row.dismissedAt),
    dismissedBy: row.dismissedBy,
  };
}

/** The deletion of an item, inside a query of items. */
export function selectDeletion(row: ExpressionBuilder<Tables, 'deletionItems'>, workspace: string) {
  return row
    .selectFrom('deletions')
    .select('id')
    .where('deletions.workspace', '=', workspace)
    .whereRef('deletions.id', '=', 'deletionItems.deletionId');
}
