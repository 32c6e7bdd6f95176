import { createHash } from 'node:crypto';
import { instanceKey } from '../../rules/deletion.ts';
import type { Policy } from '../../rules/policy.ts';
import type { BulkDeletionRequest } from '../../rules/requests.ts';
import type { BulkDeletionRow, DeletionRow } from '../database/schema.ts';
import { RefusalError } from '../refusal.ts';
import type { Access } from '../sessions/access.ts';
import { type BulkStop, findInterruption, restartStop, sameStop } from './bulkStop.ts';
import type { DeletionLog } from './deletionLog.ts';
import { createRow, toBulkDeletionJson, toDeletionJson } from './deletionRows.ts';
import { checkRequest, createDifferentBodyError, toRefusal } from './refusals.ts';
import type { Clock, Confirmation, Sender } from './sender.ts';

/** DELETE requests at a time. */
const concurrency = 3;
/** So often (ms), a run that waits for the service looks if it was stopped. */
const pollMs = 1_000;

/** Bulk deletes. What stops one is in the database, so that any replica can do it. */
export function createBulkDeletions(log: DeletionLog, sender: Sender, clock: Clock) {
  const { database, serviceId, policy, active, runs, inWorkspace } = log;
  const { db, now } = database;

  function find(id: string): Promise<BulkDeletionRow | undefined> {
    const rows = db.selectFrom('bulkDeletions').selectAll();
    return rows.where((row) => row.and({ serviceId, id })).executeTakeFirst();
  }

  function stopBecause({ workspace, id }: BulkDeletionRow, reason: BulkStop): Promise<void> {
    return inWorkspace(workspace, ({ trx }) => runs.stop(trx, id, reason));
  }

  /** Stores and starts a bulk delete, or finds the one with this ID. */
  async function confirm(
    confirmation: Confirmation,
    id: string,
    { items, reason }: BulkDeletionRequest,
  ): Promise<BulkDeletionRow> {
    const { access } = confirmation;
    const { workspace, actor, sessionId, tokens } = access;
    const body = JSON.stringify([workspace, actor, items, reason]);
    const bodyHash = createHash('sha256').update(body).digest('hex');
    const known = await find(id);
    if (known !== undefined && known.bodyHash !== bodyHash) throw createDifferentBodyError();
    if (known !== undefined) return known;
    sender.checkOpen();
    checkList(items, policy);
    checkRequest(items, reason, policy, tokens);
    const run = await inWorkspace(workspace, async (transaction) => {
      const { trx } = transaction;
      await log.settleStale(transaction, workspace);
      const startedAt = now();
      const rows = items.map((item, position) => {
        const draft = { id: item.id, serviceId, reason, bulkId: id, position, sender: log.sender };
        return createRow(access, item, draft, startedAt);
      });
      const bulk = {
        ...{ id, serviceId, workspace, actor, sessionId, bodyHash, sender: log.sender },
        ...{ stopReason: null, waitsUntil: null, startedAt, progressAt: startedAt, endedAt: null },
      };
      const insertion = trx.insertInto('bulkDeletions').values(bulk);
      const unique = insertion.onConflict((conflict) => conflict.doNothing());
      if ((await unique.returning('id').execute()).length === 0) return null;
      await log.decide(transaction, workspace, rows);
      // No instance is in flight, so an item has the ID of a different deletion.
      if (!(await log.insert(trx, rows))) throw createDifferentBodyError();
      return { bulk, rows };
    });
    if (run !== null) {
      active.add(id);
      sender.track(sendAll(run.bulk, run.rows, confirmation).finally(() => active.delete(id)));
      return run.bulk;
    }
    if ((await find(id)) !== undefined) return confirm(confirmation, id, { items, reason });
    throw new RefusalError('in-flight', 'A bulk delete is running in this workspace already.');
  }

  /** In the background, with the token of the confirmation. */
  async function sendAll(bulk: BulkDeletionRow, items: readonly DeletionRow[], confirmation: Confirmation) {
    const queue = [...items];
    let isStopped = false;
    /** False until one was clearly deleted. Only then more than one is sent at a time. */
    let isClear = false;
    /** By the monotonic clock, because the other one can be set back. */
    let waitEnd = 0;

    async function stop(reason: BulkStop): Promise<void> {
      isStopped = true;
      await sender.keepTrying(() => stopBecause(bulk, reason));
    }

    async function waitForService(): Promise<void> {
      while (!isStopped && !sender.isClosing() && queue.length > 0) {
        const waitMs = waitEnd - clock.monotonic();
        if (waitMs <= 0) return;
        await sender.pause(Math.min(waitMs, pollMs));
        const stored = await find(bulk.id).catch(() => bulk);
        if (stored?.stopReason !== null || stored.endedAt !== null) isStopped = true;
      }
    }

    async function sendNext(): Promise<void> {
      await waitForService();
      if (sender.isClosing() && !isStopped) await stop(restartStop);
      const item = isStopped ? undefined : queue.shift();
      if (item === undefined) return;
      const decidedAt = clock.monotonic();
      const marked = await markSent(item).catch(toRefusal);
      if (marked === null) {
        isStopped = true;
        return;
      }
      const { result } =
        marked instanceof RefusalError
          ? await sender.settleUnsent(item, confirmation, marked.message)
          : await sender.send(marked, confirmation, decidedAt);
      const state = { isFirst: !isClear, now: now() };
      const interruption = findInterruption(result, item.name ?? item.instanceId, state);
      if (interruption === null) isClear = true;
      else if ('reason' in interruption) await stop(interruption);
      else {
        waitEnd = Math.max(waitEnd, clock.monotonic() + interruption.waitMs);
        const waitsUntil = now() + waitEnd - clock.monotonic();
        const waiting = runs.update(db, bulk.id, { waitsUntil, progressAt: now() });
        await waiting
          .where('stopReason', 'is', null)
          .execute()
          .catch(() => undefined);
      }
    }

    while (!isClear && !isStopped && queue.length > 0) await sendNext();
    const sendRest = async () => {
      while (!isStopped && queue.length > 0) await sendNext();
    };
    await Promise.all(Array.from({ length: concurrency }, sendRest));
    await sender.keepTrying(() => inWorkspace(bulk.workspace, ({ trx }) => runs.end(trx, bulk.id)));
  }

  /** Writes ahead. Null if the item was stopped or settled in the meantime. Nothing may be sent then, nor if this rejects. */
  function markSent(row: DeletionRow): Promise<DeletionRow | null> {
    const { id, bulkId, workspace } = row;
    return inWorkspace(workspace, async (transaction) => {
      const { trx } = transaction;
      const sentAt = now();
      const progress = runs.update(trx, bulkId ?? '', { progressAt: sentAt, waitsUntil: null });
      const { numUpdatedRows } = await progress.where('stopReason', 'is', null).executeTakeFirst();
      if (numUpdatedRows === 0n) return null;
      await log.decide(transaction, workspace, [row], id);
      const marked = trx.updateTable('deletions').set({ sentAt }).returningAll();
      const waiting = marked.where((each) => each.and({ serviceId, id, sentAt: null, outcomeCode: null }));
      return (await waiting.executeTakeFirst()) ?? null;
    });
  }

  return {
    /** All items or none. Safe to repeat, too. The items are in the order of the request. */
    async put(confirmation: Confirmation, id: string, request: BulkDeletionRequest) {
      const bulk = await sender.track(confirm(confirmation, id, request)).catch((error: unknown) => {
        throw toRefusal(error);
      });
      const { actor } = confirmation.access;
      const rows = db.selectFrom('deletions').selectAll().orderBy('position');
      const items = await rows.where((row) => row.and({ serviceId, bulkId: id })).execute();
      const deletions = items.map((row) => toDeletionJson(row, actor));
      return { bulkDeletion: toBulkDeletionJson(bulk, actor), deletions };
    },

    async stop({ workspace, actor }: Access, id: string): Promise<void> {
      const bulk = await find(id);
      if (bulk?.workspace !== workspace)
        throw new RefusalError('invalid', 'This bulk delete is unknown.', 404);
      if (bulk.endedAt === null) await stopBecause(bulk, sameStop(`${actor} stopped this bulk delete.`));
    },

    /** At a sign-out. */
    async stopOfSession(sessionId: string): Promise<void> {
      const rows = db.selectFrom('bulkDeletions').selectAll();
      const running = rows.where((row) => row.and({ serviceId, sessionId, endedAt: null }));
      for (const bulk of await running.execute())
        await stopBecause(bulk, sameStop(`${bulk.actor} signed out during this bulk delete.`));
    },
  };
}

function checkList(items: BulkDeletionRequest['items'], { maxBulk }: Policy): void {
  if (maxBulk !== null && items.length > maxBulk) {
    const message = `Your operator allows at most ${maxBulk} instances in one bulk delete.`;
    throw new RefusalError('max-bulk', message);
  }
  const targets = new Set(items.map(({ databaseName, instanceId }) => instanceKey(databaseName, instanceId)));
  if (targets.size < items.length || new Set(items.map(({ id }) => id)).size < items.length)
    throw new RefusalError('invalid', 'An instance or an ID is in this bulk delete twice.');
}
