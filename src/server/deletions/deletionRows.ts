import { createHash } from 'node:crypto';
import type { ExpressionBuilder } from 'kysely';
import {
  blankOutcome,
  type DeletionItemJson,
  type DeletionJson,
  type DeletionTarget,
  hasSucceeded,
  type InstanceId,
  type ItemStage,
  type OutcomeJson,
  removesRow,
} from '../../rules/deletion.ts';
import { foldInstance, foldValue } from '../../rules/policy.ts';
import { foldForSearch } from '../../rules/text.ts';
import { type EpochMs, toIso, toIsoOrNull } from '../../rules/time.ts';
import type { Trx } from '../database/database.ts';
import type { DeletionRow, ItemRow, Tables } from '../database/schema.ts';

/** For guards, which rather refuse too much: equal for spellings that a service may take for one. */
export function guardKey(workspace: string, instance: InstanceId): string {
  const { databaseName, instanceId } = foldInstance(instance);
  return hashJson([foldValue(workspace), databaseName, instanceId]);
}

/** For what closes, hides or removes: equal only for the same spelling. A hash, because PostgreSQL can't index long texts. */
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
    guardKey: guardKey(workspace, { databaseName, instanceId }),
    sentAt: null,
    endedAt: null,
    outcomeCode: null,
    outcome: null,
    isAssumed: 0,
    dismissedAt: null,
    dismissedBy: null,
    // Lines keep a word from matching across two fields.
    searchText: [shownName ?? '', instanceId, databaseName, actor, reason].map(foldForSearch).join('\n'),
  };
}

/** What wasn't sent has no time of sending, whatever its mark said. */
export function toOutcomeValues(outcome: OutcomeJson, endedAt: EpochMs): Partial<ItemRow> {
  return {
    outcomeCode: outcome.code,
    outcome: toStorable(JSON.stringify(outcome)),
    endedAt,
    ...(outcome.code === 'not-sent' && { sentAt: null }),
  };
}

export function labelOf({ name, instanceId }: Pick<ItemRow, 'name' | 'instanceId'>): string {
  return name ?? instanceId;
}

export function getStage({ outcomeCode, sentAt }: Pick<ItemRow, 'outcomeCode' | 'sentAt'>): ItemStage {
  return outcomeCode ?? (sentAt === null ? 'waiting' : 'sending');
}

/** We wrote it, so it is an outcome. */
export function readOutcome({ outcome }: Pick<ItemRow, 'outcome'>): OutcomeJson | null {
  return outcome === null ? null : (JSON.parse(outcome) as OutcomeJson);
}

/** Records only for a single deletion, because each may have thousands of characters. */
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
  const { databaseName, instanceId, name, created, outcomeCode, endedAt, dismissedBy } = row;
  const item = { databaseName, instanceId, name, created, sentAt: toIsoOrNull(row.sentAt) };
  const outcome = readOutcome(row);
  if (outcomeCode === null || outcome === null || endedAt === null) {
    const stage = row.sentAt === null ? 'waiting' : 'sending';
    return { ...item, stage, outcome: null, endedAt: null, dismissedAt: null, dismissedBy: null };
  }
  if (!withRecords) outcome.record = null;
  const dismissedAt = toIsoOrNull(row.dismissedAt);
  return { ...item, stage: outcomeCode, outcome, endedAt: toIso(endedAt), dismissedAt, dismissedBy };
}

export function selectItems(row: ExpressionBuilder<Tables, 'deletions'>) {
  return row
    .selectFrom('deletionItems')
    .whereRef('deletionItems.workspace', '=', 'deletions.workspace')
    .whereRef('deletionItems.deletionId', '=', 'deletions.id');
}

function isUnsettled(row: ExpressionBuilder<Tables, 'deletionItems'>) {
  return row.or([row('outcomeCode', 'is', null), row('isAssumed', '=', 1)]);
}

/** A transaction that holds the lock of its workspace. Outcomes and stops are written only here. */
export class LogChange {
  readonly trx: Trx;
  readonly now: EpochMs;
  /** They got an outcome without a response of the service. */
  readonly settled: { deletion: DeletionRow; item: ItemRow }[] = [];

  constructor(trx: Trx, now: EpochMs) {
    this.trx = trx;
    this.now = now;
  }

  /** The first outcome counts, unless it was assumed for a server that had ended. */
  async settle(
    deletion: DeletionRow,
    item: ItemRow,
    outcome: OutcomeJson,
    { isAssumed = false } = {},
  ): Promise<void> {
    const { trx, now } = this;
    const { workspace, deletionId, position, databaseName, instanceId, guardKey } = item;
    const { code } = outcome;
    const written = await trx
      .updateTable('deletionItems')
      .set({ ...toOutcomeValues(outcome, now), isAssumed: isAssumed ? 1 : 0 })
      // What an admin dismissed, or a later deletion closed, was "we don't know". That still holds for an `unknown`.
      .$if(code !== 'unknown', (update) => update.set({ dismissedAt: null, dismissedBy: null }))
      .where(({ and }) => and({ workspace, deletionId, position }))
      .where(isUnsettled)
      .returningAll()
      .executeTakeFirst();
    if (written === undefined) return;
    if (isAssumed) this.settled.push({ deletion, item: written });
    // A later deletion of exactly this instance closes an earlier `unknown`, or takes its place.
    if (removesRow(code) || code === 'unknown')
      await trx
        .updateTable('deletionItems')
        .set({ dismissedAt: now, dismissedBy: null })
        .where(({ and }) => and({ workspace, guardKey, databaseName, instanceId }))
        .where(({ and }) => and({ outcomeCode: 'unknown' as const, dismissedAt: null }))
        .where('deletionId', '!=', deletionId)
        .where('deletionId', 'in', (row) =>
          row
            .selectFrom('deletions')
            .select('id')
            .where('workspace', '=', workspace)
            .where('confirmedAt', '<=', deletion.confirmedAt),
        )
        .execute();
    if (hasSucceeded(code))
      await trx
        .deleteFrom('addedInstances')
        .where(({ and }) => and({ workspace, exactKey: exactKey(item) }))
        .execute();
  }

  /** Only for items of which nothing was sent, and nothing will be, also if a different server has assumed otherwise. */
  async settleAsNotSent(
    deletion: DeletionRow,
    message: string,
    which: Partial<Pick<ItemRow, 'position' | 'sentAt'>> = {},
  ): Promise<void> {
    const { workspace, id } = deletion;
    const outcome = toOutcomeValues({ ...blankOutcome, code: 'not-sent', message }, this.now);
    const items = await this.trx
      .updateTable('deletionItems')
      .set({ ...outcome, isAssumed: 0, dismissedAt: null, dismissedBy: null })
      .where(({ and }) => and({ workspace, deletionId: id, ...which }))
      .where(isUnsettled)
      .returningAll()
      .execute();
    for (const item of items) this.settled.push({ deletion, item });
  }

  /** What waits is `not-sent`. The first reason counts. */
  async stop(deletion: DeletionRow, reason: string): Promise<void> {
    const { workspace, id } = deletion;
    await this.trx
      .updateTable('deletions')
      .set({ stopReason: reason })
      .where(({ and }) => and({ workspace, id, stopReason: null }))
      .execute();
    // The reason may be about a different item.
    await this.settleAsNotSent(deletion, `The delete had stopped: ${reason}`, { sentAt: null });
  }
}
