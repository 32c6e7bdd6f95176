import { blankOutcome } from '../../rules/outcome.ts';
import type { Refusal } from '../../rules/requests.ts';
import type { EpochMs } from '../../rules/time.ts';
import type { BulkDeletionRow, DeletionRow } from '../database/tables.ts';
import type { DeletionLog, WorkspaceTransaction } from './deletionLog.ts';

export type BulkLog = ReturnType<typeof createBulkLog>;

/** Why a bulk delete stops. `message` is for the instances that weren't sent, where the reason may be about a different one. */
export type BulkStop = { reason: string; message: string };

export const restartStop = sameStop('The console was restarted during this bulk delete.');

export function sameStop(sentence: string): BulkStop {
  return { reason: sentence, message: sentence };
}

/** The rows of bulk deletes. What stops one is stored here, so that every replica can do it. */
export function createBulkLog(log: DeletionLog) {
  const { database, serviceId } = log;
  const { db, now } = database;

  /** No more requests leave, and what waits is `not-sent`. */
  async function stopIn(
    trx: WorkspaceTransaction,
    { id }: Pick<BulkDeletionRow, 'id'>,
    stop: BulkStop,
  ): Promise<void> {
    const endedAt = now();
    await trx
      .updateTable('bulkDeletions')
      .set({ stopReason: stop.reason, waitsUntil: null })
      .where((each) => each.and({ serviceId, id }))
      .where('endedAt', 'is', null)
      .where('stopReason', 'is', null)
      .execute();
    const outcome = { ...blankOutcome, code: 'not-sent' as const, message: stop.message };
    await trx
      .updateTable('deletions')
      .set({ outcomeCode: outcome.code, outcome: JSON.stringify(outcome), endedAt })
      .where((each) => each.and({ serviceId, bulkId: id }))
      .where('sentAt', 'is', null)
      .where('outcomeCode', 'is', null)
      .execute();
  }

  const bulkLog = {
    find(id: string, from = db): Promise<BulkDeletionRow | undefined> {
      return from
        .selectFrom('bulkDeletions')
        .selectAll()
        .where((each) => each.and({ serviceId, id }))
        .executeTakeFirst();
    },

    /** In the order of the request. */
    listItems(id: string): Promise<DeletionRow[]> {
      return db
        .selectFrom('deletions')
        .selectAll()
        .where((each) => each.and({ serviceId, bulkId: id }))
        .orderBy('position')
        .execute();
    },

    /** False if its ID exists, or if one runs in its workspace. */
    async insert(trx: WorkspaceTransaction, row: BulkDeletionRow): Promise<boolean> {
      const inserted = await trx
        .insertInto('bulkDeletions')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .execute();
      return inserted.length === 1;
    },

    /**
     * Marks an item as sent. Null if it was stopped or settled in the meantime, or why it may not be sent. Nothing may be sent
     * then, nor if this rejects.
     */
    markSent(row: DeletionRow): Promise<DeletionRow | Refusal | null> {
      return log.inWorkspace(row.workspace, async (trx) => {
        const sentAt = now();
        const { numUpdatedRows } = await trx
          .updateTable('bulkDeletions')
          .set({ progressAt: sentAt, waitsUntil: null })
          .where((each) => each.and({ serviceId, id: row.bulkId ?? '' }))
          .where('endedAt', 'is', null)
          .where('stopReason', 'is', null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return null;
        const [refusal] = await log.findRefusals(trx, row.workspace, [row], row.id);
        if (refusal) return refusal;
        const sent = await trx
          .updateTable('deletions')
          .set({ sentAt })
          .where((each) => each.and({ serviceId, id: row.id }))
          .where('sentAt', 'is', null)
          .where('outcomeCode', 'is', null)
          .returningAll()
          .executeTakeFirst();
        return sent ?? null;
      });
    },

    async noteWait({ id }: BulkDeletionRow, waitsUntil: EpochMs): Promise<void> {
      await db
        .updateTable('bulkDeletions')
        .set({ waitsUntil, progressAt: now() })
        .where((each) => each.and({ serviceId, id }))
        .where('stopReason', 'is', null)
        .execute();
    },

    stopIn,

    stop({ workspace, id }: Pick<BulkDeletionRow, 'workspace' | 'id'>, stop: BulkStop): Promise<void> {
      return log.inWorkspace(workspace, (trx) => stopIn(trx, { id }, stop));
    },

    /** At a sign-out. */
    async stopOfSession(sessionId: string): Promise<void> {
      const running = await db
        .selectFrom('bulkDeletions')
        .selectAll()
        .where((each) => each.and({ serviceId, sessionId }))
        .where('endedAt', 'is', null)
        .execute();
      for (const row of running)
        await bulkLog.stop(row, sameStop(`${row.actor} signed out during this bulk delete.`));
    },

    /** Whatever still waits then is `not-sent`. */
    async endIn(trx: WorkspaceTransaction, row: BulkDeletionRow): Promise<void> {
      const waiting = await trx
        .selectFrom('deletions')
        .select('id')
        .where((each) => each.and({ serviceId, bulkId: row.id }))
        .where('sentAt', 'is', null)
        .where('outcomeCode', 'is', null)
        .limit(1)
        .execute();
      if (waiting.length > 0) await stopIn(trx, row, restartStop);
      await trx
        .updateTable('bulkDeletions')
        .set({ endedAt: now(), waitsUntil: null })
        .where((each) => each.and({ serviceId, id: row.id }))
        .where('endedAt', 'is', null)
        .execute();
    },

    end(row: BulkDeletionRow): Promise<void> {
      return log.inWorkspace(row.workspace, (trx) => bulkLog.endIn(trx, row));
    },
  };
  return bulkLog;
}
