import type { ExpressionBuilder } from 'kysely';
import { blankOutcome, hasSucceeded, type OutcomeJson, removesRow } from '../../rules/deletion.ts';
import type { EpochMs } from '../../rules/time.ts';
import type { Trx } from '../database/database.ts';
import type { DeletionRow, ItemRow, Tables } from '../database/schema.ts';
import { exactKey, toOutcomeValues } from './deletionRows.ts';

function isUnsettled(row: ExpressionBuilder<Tables, 'deletionItems'>) {
  return row.or([row('outcomeCode', 'is', null), row('isAssumed', '=', 1)]);
}

/** A transaction that holds the lock of its workspace. Items get their outcomes only here. */
export class LogChange {
  readonly trx: Trx;
  readonly now: EpochMs;
  /** Items that the log settled itself. They are audited after the commit. */
  readonly settled: { deletion: DeletionRow; item: ItemRow }[] = [];

  constructor(trx: Trx, now: EpochMs) {
    this.trx = trx;
    this.now = now;
  }

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
      // What was dismissed or closed was an assumed "we don't know", which an `unknown` only confirms.
      .$if(code !== 'unknown', (update) => update.set({ dismissedAt: null, dismissedBy: null }))
      .where(({ and }) => and({ workspace, deletionId, position }))
      .where(isUnsettled)
      .returningAll()
      .executeTakeFirst();
    if (written === undefined) return;
    if (isAssumed) this.settled.push({ deletion, item: written });
    // Closes an earlier `unknown` of exactly this instance, or takes its place.
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

  /** Call this only if nothing was sent or will be, whatever a different server has assumed. */
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

  /** What waits becomes `not-sent`. The first reason counts. */
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
