import { blankOutcome, type OutcomeJson, removesRow } from '../../rules/deletion.ts';
import type { EpochMs } from '../../rules/time.ts';
import type { Trx } from '../database/database.ts';
import type { DeletionRow, ItemRow } from '../database/schema.ts';
import { exactKey, toOutcomeValues } from './deletionRows.ts';

/** A transaction that holds the lock of its workspace. Outcomes and stops are written only here. */
export class LogChange {
  readonly trx: Trx;
  readonly now: EpochMs;
  /** What got an outcome although the service wasn't heard. */
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
      .where((row) => row.or([row('outcomeCode', 'is', null), row('isAssumed', '=', 1)]))
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
    if (code === 'deleted' || code === 'accepted')
      await trx
        .deleteFrom('addedInstances')
        .where(({ and }) => and({ workspace, exactKey: exactKey(item) }))
        .execute();
  }

  /** The items without an outcome for which nothing was sent, and nothing will be. */
  async settleAsNotSent(
    deletion: DeletionRow,
    message: string,
    which: Partial<Pick<ItemRow, 'position' | 'sentAt'>> = {},
  ): Promise<void> {
    const { workspace, id } = deletion;
    const items = await this.trx
      .updateTable('deletionItems')
      .set(toOutcomeValues({ ...blankOutcome, code: 'not-sent', message }, this.now))
      .where(({ and }) => and({ workspace, deletionId: id, outcomeCode: null, ...which }))
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
