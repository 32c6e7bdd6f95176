import type { Kysely } from 'kysely';
import { blankOutcome } from '../../rules/outcome.ts';
import type { Refusal } from '../../rules/requests.ts';
import type { EpochMs } from '../../rules/time.ts';
import type { BulkDeletionRow, DeletionRow, Tables } from '../database/schema.ts';
import { type BulkStop, restartStop, sameStop } from './bulkStop.ts';
import type { DeletionLog, WorkspaceTransaction } from './deletionLog.ts';

export type BulkLog = ReturnType<typeof createBulkLog>;

/** The rows of bulk deletes. What stops one is stored here, so that every replica can do it. */
export function createBulkLog({ database, serviceId, inWorkspace, findRefusals }: DeletionLog) {
  const { db, now } = database;

  /** Of the rows that haven't ended. */
  function update(trx: Kysely<Tables>, id: string, values: Partial<BulkDeletionRow>) {
    const rows = trx.updateTable('bulkDeletions').set(values).where('serviceId', '=', serviceId);
    return rows.where('id', '=', id).where('endedAt', 'is', null);
  }

  /** Of the items that wait. */
  function updateWaiting(trx: Kysely<Tables>, values: Partial<DeletionRow>) {
    const rows = trx.updateTable('deletions').set(values).where('serviceId', '=', serviceId);
    return rows.where('sentAt', 'is', null).where('outcomeCode', 'is', null);
  }

  /** No more requests leave, and what waits is `not-sent`. */
  async function stopIn(trx: WorkspaceTransaction, id: string, { reason, message }: BulkStop): Promise<void> {
    const outcome = { ...blankOutcome, code: 'not-sent' as const, message };
    const values = { outcomeCode: outcome.code, outcome: JSON.stringify(outcome), endedAt: now() };
    await updateWaiting(trx, values).where('bulkId', '=', id).execute();
    const running = update(trx, id, { stopReason: reason, waitsUntil: null }).where('stopReason', 'is', null);
    await running.execute();
  }

  /** Whatever still waits then is `not-sent`. */
  async function endIn(trx: WorkspaceTransaction, id: string): Promise<void> {
    const items = trx.selectFrom('deletions').select('id').where('serviceId', '=', serviceId);
    const waiting = items
      .where('bulkId', '=', id)
      .where('sentAt', 'is', null)
      .where('outcomeCode', 'is', null);
    if ((await waiting.executeTakeFirst()) !== undefined) await stopIn(trx, id, restartStop);
    await update(trx, id, { endedAt: now(), waitsUntil: null }).execute();
  }

  return {
    endIn,

    async find(id: string): Promise<BulkDeletionRow | undefined> {
      const rows = db.selectFrom('bulkDeletions').selectAll().where('serviceId', '=', serviceId);
      return rows.where('id', '=', id).executeTakeFirst();
    },

    /** In the order of the request. */
    listItems(id: string): Promise<DeletionRow[]> {
      const rows = db.selectFrom('deletions').selectAll().where('serviceId', '=', serviceId);
      return rows.where('bulkId', '=', id).orderBy('position').execute();
    },

    /** False if its ID exists, or if one runs in its workspace. */
    async insert(trx: WorkspaceTransaction, row: BulkDeletionRow): Promise<boolean> {
      const insertion = trx.insertInto('bulkDeletions').values(row);
      const unique = insertion.onConflict((conflict) => conflict.doNothing());
      return (await unique.returning('id').execute()).length === 1;
    },

    /**
     * Marks an item as sent. Null if it was stopped or settled in the meantime, or why it may not be sent. Nothing may be sent
     * then, nor if this rejects.
     */
    markSent(row: DeletionRow): Promise<DeletionRow | Refusal | null> {
      return inWorkspace(row.workspace, async (trx) => {
        const sentAt = now();
        const progress = update(trx, row.bulkId ?? '', { progressAt: sentAt, waitsUntil: null });
        const { numUpdatedRows } = await progress.where('stopReason', 'is', null).executeTakeFirst();
        if (numUpdatedRows === 0n) return null;
        const [refusal] = await findRefusals(trx, row.workspace, [row], row.id);
        if (refusal) return refusal;
        const marked = updateWaiting(trx, { sentAt }).where('id', '=', row.id).returningAll();
        return (await marked.executeTakeFirst()) ?? null;
      });
    },

    async noteWait(id: string, waitsUntil: EpochMs): Promise<void> {
      const waiting = update(db, id, { waitsUntil, progressAt: now() });
      await waiting.where('stopReason', 'is', null).execute();
    },

    stop({ workspace, id }: Pick<BulkDeletionRow, 'workspace' | 'id'>, stop: BulkStop): Promise<void> {
      return inWorkspace(workspace, (trx) => stopIn(trx, id, stop));
    },

    /** At a sign-out. */
    async stopOfSession(sessionId: string): Promise<void> {
      const rows = db.selectFrom('bulkDeletions').selectAll().where('serviceId', '=', serviceId);
      const running = await rows.where('sessionId', '=', sessionId).where('endedAt', 'is', null).execute();
      for (const { workspace, id, actor } of running) {
        const stop = sameStop(`${actor} signed out during this bulk delete.`);
        await inWorkspace(workspace, (trx) => stopIn(trx, id, stop));
      }
    },

    end({ workspace, id }: BulkDeletionRow): Promise<void> {
      return inWorkspace(workspace, (trx) => endIn(trx, id));
    },
  };
}
