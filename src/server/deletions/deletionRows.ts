import { createHash } from 'node:crypto';
import type { ExpressionBuilder } from 'kysely';
import type {
  DeletionItemJson,
  DeletionJson,
  DeletionTarget,
  InstanceId,
  ItemStage,
  OutcomeJson,
} from '../../rules/deletion.ts';
import { foldInstance, foldSpelling } from '../../rules/policy.ts';
import { foldForSearch } from '../../rules/text.ts';
import { type EpochMs, toIso, toIsoOrNull } from '../../rules/time.ts';
import type { DeletionRow, ItemRow, Tables } from '../database/schema.ts';

/** For what refuses a delete. Folded, because a service may treat two spellings as one. */
export function guardKey(workspace: string, instance: InstanceId): string {
  const { databaseName, instanceId } = foldInstance(instance);
  return hashJson([foldSpelling(workspace), databaseName, instanceId]);
}

/** For added instances and protections: equal only for the same spelling. A hash, because PostgreSQL can't index long texts. */
export function exactKey({ databaseName, instanceId }: InstanceId): string {
  return hashJson([databaseName, instanceId]);
}

export function hashJson(parts: unknown): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** PostgreSQL stores no NUL. */
export function toStorable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

export function createItemRow(
  { workspace, id, actor, reason }: Pick<DeletionRow, 'workspace' | 'id' | 'actor' | 'reason'>,
  { databaseName, instanceId, ...shown }: DeletionTarget,
  position: number,
): ItemRow {
  const name = shown.name && toStorable(shown.name);
  return {
    workspace,
    deletionId: id,
    position,
    databaseName,
    instanceId,
    name,
    created: shown.created && toStorable(shown.created),
    guardKey: guardKey(workspace, { databaseName, instanceId }),
    sentAt: null,
    endedAt: null,
    outcomeCode: null,
    outcome: null,
    isAssumed: 0,
    dismissedAt: null,
    dismissedBy: null,
    // Lines keep a word from matching across two fields.
    searchText: [name ?? '', instanceId, databaseName, actor, reason].map(foldForSearch).join('\n'),
  };
}

export function toOutcomeValues(outcome: OutcomeJson, endedAt: EpochMs): Partial<ItemRow> {
  return {
    outcomeCode: outcome.code,
    outcome: toStorable(JSON.stringify(outcome)),
    endedAt,
    ...(outcome.code === 'not-sent' && { sentAt: null }),
  };
}

export function getStage({ outcomeCode, sentAt }: Pick<ItemRow, 'outcomeCode' | 'sentAt'>): ItemStage {
  return outcomeCode ?? (sentAt === null ? 'waiting' : 'sending');
}

/** Not decoded by a schema, because we wrote it. */
export function readOutcome({ outcome }: Pick<ItemRow, 'outcome'>): OutcomeJson | null {
  return outcome === null ? null : (JSON.parse(outcome) as OutcomeJson);
}

/** Without records by default, because each may have thousands of characters. */
export function toDeletionJson(
  row: DeletionRow,
  items: readonly ItemRow[],
  ownActor: string,
  withRecords = false,
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
    endedAt: isRunning ? null : toIso(Math.max(row.confirmedAt, ...items.map((item) => item.endedAt ?? 0))),
    items: items.map((item) => toItemJson(item, withRecords)),
  };
}

function toItemJson(row: ItemRow, withRecords: boolean): DeletionItemJson {
  const { databaseName, instanceId, name, created, endedAt, dismissedBy } = row;
  const item = { databaseName, instanceId, name, created, sentAt: toIsoOrNull(row.sentAt) };
  const outcome = readOutcome(row);
  if (outcome === null || endedAt === null) {
    const stage = row.sentAt === null ? 'waiting' : 'sending';
    return { ...item, stage, outcome: null, endedAt: null, dismissedAt: null, dismissedBy: null };
  }
  if (!withRecords) outcome.record = null;
  const dismissedAt = toIsoOrNull(row.dismissedAt);
  return { ...item, stage: outcome.code, outcome, endedAt: toIso(endedAt), dismissedAt, dismissedBy };
}

export function selectItems(row: ExpressionBuilder<Tables, 'deletions'>) {
  return row
    .selectFrom('deletionItems')
    .whereRef('deletionItems.workspace', '=', 'deletions.workspace')
    .whereRef('deletionItems.deletionId', '=', 'deletions.id');
}
