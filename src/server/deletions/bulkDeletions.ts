import { createHash } from 'node:crypto';
import { instanceKey } from '../../rules/deletion.ts';
import type { BulkDeletionRequest } from '../../rules/requests.ts';
import { defaultRetryAfterMs } from '../../rules/responseHeaders.ts';
import type { EpochMs } from '../../rules/time.ts';
import type { BulkDeletionRow, DeletionRow } from '../database/schema.ts';
import { RefusalError } from '../refusal.ts';
import type { DeleteResult } from '../service/judgeDelete.ts';
import type { Access } from '../sessions/access.ts';
import type { DeletionLog } from './deletionLog.ts';
import { createRow, toBulkDeletionJson, toDeletionJson } from './deletionRows.ts';
import {
  type BulkStop,
  checkDeleteRequest,
  createDifferentBodyError,
  restartStop,
  sameStop,
  toRefusalError,
} from './refusals.ts';
import type { DeletionSender, MonotonicClock, Requester } from './sender.ts';

const concurrency = 3;
/** So often (ms), a bulk delete that waits for the service looks if it was stopped. */
const pollMs = 1_000;
/** A longer wait (ms) stops a bulk delete, because the admin is probably not watching any longer. */
const maxWaitMs = 60_000;

export type BulkDeletionRunner = ReturnType<typeof createBulkDeletionRunner>;

/** Bulk deletes. What stops one is in the database, so that any replica can do it. */
export function createBulkDeletionRunner(log: DeletionLog, sender: DeletionSender, clock: MonotonicClock) {
  const { database, serviceId, policy, active, inWorkspace } = log;
  const { db, now } = database;

  function find(id: string): Promise<BulkDeletionRow | undefined> {
    const rows = db.selectFrom('bulkDeletions').selectAll();
    return rows.where((row) => row.and({ serviceId, id })).executeTakeFirst();
  }

  function stopBecause({ workspace, id }: BulkDeletionRow, reason: BulkStop): Promise<void> {
    return inWorkspace(workspace, (trx) => log.stopBulk(trx, id, reason));
  }

  async function confirm(
    requester: Requester,
    id: string,
    { items, reason }: BulkDeletionRequest,
  ): Promise<BulkDeletionRow> {
    const { access } = requester;
    const { workspace, actor, sessionId, tokens } = access;
    const body = JSON.stringify([workspace, actor, items, reason]);
    const bodyHash = createHash('sha256').update(body).digest('hex');
    const known = await find(id);
    if (known !== undefined && known.bodyHash !== bodyHash) throw createDifferentBodyError();
    if (known !== undefined) return known;
    sender.checkOpen();
    checkList(items);
    checkDeleteRequest(items, reason, policy, tokens);
    await log.settleStale(workspace);
    const stored = await inWorkspace(workspace, async (trx) => {
      const startedAt = now();
      const rows = items.map((item, position) => {
        const draft = { id: item.id, serviceId, reason, bulkId: id, position, sender: log.processId };
        return createRow(access, item, draft, startedAt);
      });
      const bulk = {
        ...{ id, serviceId, workspace, actor, sessionId, bodyHash, sender: log.processId },
        ...{ stopReason: null, waitsUntil: null, startedAt, progressAt: startedAt, endedAt: null },
      };
      const insertion = trx.insertInto('bulkDeletions').values(bulk);
      const unique = insertion.onConflict((conflict) => conflict.doNothing());
      if ((await unique.returning('id').execute()).length === 0) return null;
      await log.requireMayDelete(trx, workspace, rows);
      // No instance is in flight, so an item has the ID of a different deletion.
      if (!(await log.insert(trx, rows))) throw createDifferentBodyError();
      return { bulk, rows };
    });
    if (stored !== null) {
      active.add(id);
      sender.track(sendAll(stored.bulk, stored.rows, requester).finally(() => active.delete(id)));
      return stored.bulk;
    }
    if ((await find(id)) !== undefined) return confirm(requester, id, { items, reason });
    throw new RefusalError('in-flight', 'A bulk delete is running in this workspace already.');
  }

  /** In the background, with the token of the requester. A stop empties the queue. */
  async function sendAll(bulk: BulkDeletionRow, items: readonly DeletionRow[], requester: Requester) {
    const queue = [...items];
    /** False until one was clearly deleted. Only then more than one is sent at a time. */
    let isClear = false;
    /** By the monotonic clock, because the other one can be set back. */
    let waitEnd = 0;

    async function stop(reason: BulkStop): Promise<void> {
      queue.length = 0;
      await sender.keepTrying(() => stopBecause(bulk, reason));
    }

    async function waitForService(): Promise<void> {
      while (queue.length > 0 && !sender.isClosing()) {
        const waitMs = waitEnd - clock.monotonic();
        if (waitMs <= 0) return;
        await sender.pause(Math.min(waitMs, pollMs));
        const stored = await find(bulk.id).catch(() => bulk);
        if (stored?.stopReason !== null || stored.endedAt !== null) queue.length = 0;
      }
    }

    async function storeWait(waitMs: number): Promise<void> {
      waitEnd = Math.max(waitEnd, clock.monotonic() + waitMs);
      const waitsUntil = now() + waitEnd - clock.monotonic();
      const waiting = log.updateBulk(db, bulk.id, { waitsUntil, progressAt: now() });
      const unlessStopped = waiting.where('stopReason', 'is', null);
      await unlessStopped.execute().catch(() => undefined);
    }

    async function sendNext(): Promise<void> {
      await waitForService();
      if (queue.length > 0 && sender.isClosing()) await stop(restartStop);
      const item = queue.shift();
      if (item === undefined) return;
      const decidedAt = clock.monotonic();
      const marked = await markSent(item).catch(toRefusalError);
      if (marked === null) {
        queue.length = 0;
        return;
      }
      const { result } =
        marked instanceof RefusalError
          ? await sender.refuse(item, requester, marked.message)
          : await sender.send(marked, requester, decidedAt);
      const next = decideBulkStep(result, item.name ?? item.instanceId, { isFirst: !isClear, now: now() });
      if (next.step === 'go on') isClear = true;
      else if (next.step === 'wait') await storeWait(next.waitMs);
      else await stop(next.reason);
    }

    while (queue.length > 0 && !isClear) await sendNext();
    const sendRest = async () => {
      while (queue.length > 0) await sendNext();
    };
    await Promise.all(Array.from({ length: concurrency }, sendRest));
    await sender.keepTrying(() => inWorkspace(bulk.workspace, (trx) => log.endBulk(trx, bulk.id)));
  }

  /** Writes ahead. Null if the item was stopped or settled in the meantime. Nothing may be sent then, nor if this rejects. */
  function markSent(row: DeletionRow): Promise<DeletionRow | null> {
    const { id, bulkId, workspace } = row;
    return inWorkspace(workspace, async (trx) => {
      const sentAt = now();
      const progress = log.updateBulk(trx, bulkId ?? '', { progressAt: sentAt, waitsUntil: null });
      const { numUpdatedRows } = await progress.where('stopReason', 'is', null).executeTakeFirst();
      if (numUpdatedRows === 0n) return null;
      await log.requireMayDelete(trx, workspace, [row]);
      const marked = trx.updateTable('deletions').set({ sentAt }).returningAll();
      const waiting = marked.where((each) => each.and({ serviceId, id, sentAt: null, outcomeCode: null }));
      return (await waiting.executeTakeFirst()) ?? null;
    });
  }

  return {
    /** All items or none. Safe to repeat, too. The items are in the order of the request. */
    async put(requester: Requester, id: string, request: BulkDeletionRequest) {
      const bulk = await sender.track(confirm(requester, id, request)).catch((error: unknown) => {
        throw toRefusalError(error);
      });
      const { actor } = requester.access;
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

    async stopOfSession(sessionId: string): Promise<void> {
      const rows = db.selectFrom('bulkDeletions').selectAll();
      const running = rows.where((row) => row.and({ serviceId, sessionId, endedAt: null }));
      for (const bulk of await running.execute())
        await stopBecause(bulk, sameStop(`${bulk.actor} signed out during this bulk delete.`));
    },
  };
}

function checkList(items: BulkDeletionRequest['items']): void {
  const targets = new Set(items.map(instanceKey));
  if (targets.size < items.length || new Set(items.map(({ id }) => id)).size < items.length)
    throw new RefusalError('invalid', 'An instance or an ID is in this bulk delete twice.');
}

type NextStep = { step: 'go on' } | { step: 'wait'; waitMs: number } | { step: 'stop'; reason: BulkStop };

export function decideBulkStep(
  { outcome, doubt, isTokenRejected }: DeleteResult,
  label: string,
  { isFirst, now }: { isFirst: boolean; now: EpochMs },
): NextStep {
  switch (outcome.code) {
    case 'deleted':
    case 'accepted':
      return doubt === null ? { step: 'go on' } : stopAfter(`The response for ${label} ${doubt}.`);
    case 'gone':
      return isFirst ? stopAfter(`The first instance, ${label}, was not found.`) : { step: 'go on' };
    case 'refused': {
      if (isTokenRejected)
        return { step: 'stop', reason: sameStop('The service no longer accepts the token.') };
      if (outcome.status !== 429) return stopAfter(`The service rejected the delete of ${label}.`);
      const waitMs = outcome.retryAt === null ? defaultRetryAfterMs : Date.parse(outcome.retryAt) - now;
      if (waitMs <= maxWaitMs) return { step: 'wait', waitMs };
      const sentence = `The service asks to wait ${Math.ceil(waitMs / 60_000)} minutes.`;
      return { step: 'stop', reason: sameStop(sentence) };
    }
    case 'unknown':
      return stopAfter(`We don't know whether ${label} was deleted.`);
    case 'mismatch':
      return stopAfter(`The response for ${label} names a different workspace.`);
    case 'not-sent':
      return stopAfter(`${label} wasn't sent.`);
  }
}

function stopAfter(reason: string): NextStep {
  return { step: 'stop', reason: { reason, message: `The bulk delete had stopped: ${reason}` } };
}
