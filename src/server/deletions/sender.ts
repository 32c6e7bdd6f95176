import { setTimeout as sleep } from 'node:timers/promises';
import { blankOutcome } from '../../rules/deletion.ts';
import type { DeletionRequest } from '../../rules/requests.ts';
import type { DeletionRow } from '../database/schema.ts';
import { RefusalError } from '../refusal.ts';
import type { SendDelete } from '../service/deleteOutcome.ts';
import type { DeleteResult } from '../service/judgeDelete.ts';
import type { Access } from '../sessions/access.ts';
import type { DeletionLog, DeletionLogOptions } from './deletionLog.ts';
import { createRow, toDeletionJson, toOutcomeValues } from './deletionRows.ts';
import { checkDeleteRequest, createDifferentBodyError, toRefusalError } from './refusals.ts';

export type Requester = { access: Access; requestId: string };

/** Not the time that is stored, which is `Database.now`. `monotonic` (ms) may stand still while the machine sleeps. */
export type MonotonicClock = {
  monotonic: () => number;
  sleep: (ms: number) => Promise<void>;
};

export const systemClock: MonotonicClock = {
  monotonic: () => performance.now(),
  sleep: (ms) => sleep(ms, undefined, { ref: false }),
};

/** The longest time (ms) between a decision and its request. The machine may have been asleep. */
const maxDelayMs = 30_000;
/** A request to us is answered after this time (ms), because proxies in front of us have time limits. */
const maxAnswerMs = 25_000;
const pollMs = 1_000;
const maxRetryMs = 30_000;

export type DeletionSender = ReturnType<typeof createDeletionSender>;

export type DeletionSenderOptions = Pick<DeletionLogOptions, 'audit'> & {
  sendDelete: SendDelete;
  onTokenRejected: (access: Access) => Promise<void>;
  clock: MonotonicClock;
};

type SentDeletion = { row: DeletionRow; isStored: boolean };

/** Writes ahead, sends, and settles: what is stored as sent is sent once, and its outcome is stored until it is there. */
export function createDeletionSender(
  log: DeletionLog,
  { sendDelete, audit, onTokenRejected, clock }: DeletionSenderOptions,
) {
  const { database, serviceId, policy, active } = log;
  const sending = new Map<string, Promise<SentDeletion>>();
  const running = new Set<Promise<unknown>>();
  const closing = new AbortController();
  const closed = new Promise<void>((resolve) => closing.signal.addEventListener('abort', () => resolve()));

  function track<Result>(work: Promise<Result>): Promise<Result> {
    running.add(work);
    const end = () => running.delete(work);
    work.then(end, end);
    return work;
  }

  function pause(ms: number): Promise<void> {
    return Promise.race([clock.sleep(ms), closed]);
  }

  /** Until it succeeds. When the server stops, it is tried a last time. */
  async function keepTrying(work: () => Promise<unknown>): Promise<void> {
    for (let waitMs = pollMs; ; waitMs = Math.min(2 * waitMs, maxRetryMs)) {
      const isLast = closing.signal.aborted;
      try {
        return void (await work());
      } catch {
        if (isLast) return;
      }
      await pause(waitMs);
    }
  }

  function checkOpen(): void {
    if (closing.signal.aborted)
      throw new RefusalError('service', 'The console is restarting. Nothing was sent.');
  }

  /** Finds the entry with this ID, or writes ahead and sends. Nothing is sent if this rejects, or if it never resolves. */
  async function confirm(requester: Requester, id: string, request: DeletionRequest): Promise<DeletionRow> {
    const { access } = requester;
    const { workspace, tokens } = access;
    const { reason } = request;
    const fields = { id, serviceId, reason, bulkId: null, position: 0, sender: log.processId };
    const draft = createRow(access, request, fields, database.now());
    const known = await log.find(id);
    if (known !== undefined && !isSameRequest(known, draft)) throw createDifferentBodyError();
    if (known !== undefined) return known;
    checkOpen();
    checkDeleteRequest([request], reason, policy, tokens);
    const decidedAt = clock.monotonic();
    const writeAhead = () =>
      log.inWorkspace(workspace, async (trx) => {
        await log.requireMayDelete(trx, workspace, [draft]);
        const confirmedAt = database.now();
        const sent = { ...draft, confirmedAt, sentAt: confirmedAt };
        return (await log.insert(trx, [sent])) ? sent : null;
      });
    const row = await writeAhead().catch(async (error: unknown) => {
      if (!(error instanceof RefusalError) || error.code !== 'in-flight') throw error;
      // The server that sent the other one may have ended.
      await log.settleStale(workspace);
      return writeAhead();
    });
    // It was stored by a different request with this ID.
    if (row === null) return confirm(requester, id, request);
    send(row, requester, decidedAt);
    return row;
  }

  /** Sends what is stored as sent. Never rejects. `decidedAt` is `clock.monotonic()` before it was stored. */
  function send(row: DeletionRow, requester: Requester, decidedAt: number) {
    active.add(row.id);
    const sendAndSettle = async () => settle(row, requester, await sendOnce(row, requester, decidedAt));
    const answer = track(sendAndSettle());
    sending.set(row.id, answer);
    return answer;
  }

  async function sendOnce(row: DeletionRow, { access, requestId }: Requester, decidedAt: number) {
    const { workspace: workspaceSlug, databaseName, instanceId, name, id: deletionId } = row;
    // Two clocks, because the first may stand still while the machine sleeps, and the second one can be set back.
    const delayMs = Math.max(clock.monotonic() - decidedAt, database.now() - (row.sentAt ?? 0));
    if (delayMs > maxDelayMs) return toResult('not-sent', pausedSentence);
    const target = { workspaceSlug, databaseName, instanceId };
    const { token, tokens } = access;
    return sendDelete({ target, name, token, tokens, deletionId, requestId }).catch(() =>
      toResult('unknown', 'The console failed while it sent the request.'),
    );
  }

  async function settle(row: DeletionRow, requester: Requester, result: DeleteResult) {
    const { outcome } = result;
    audit(row, outcome, requester);
    if (result.isTokenRejected) await onTokenRejected(requester.access).catch(() => undefined);
    const forget = () => active.delete(row.id) && sending.delete(row.id);
    try {
      const stored = await log.settle(row, outcome);
      forget();
      return { row: stored, isStored: true, result };
    } catch {
      track(keepTrying(() => log.settle(row, outcome)).finally(forget));
      const values = toOutcomeValues(outcome, row.sentAt, database.now());
      return { row: { ...row, ...values }, isStored: false, result };
    }
  }

  /** The outcome of a deletion that any replica sends, or the entry as it is after 25 s. */
  async function waitForOutcome(row: DeletionRow): Promise<SentDeletion> {
    const stored = { row, isStored: true };
    if (row.outcomeCode !== null) return stored;
    const own = sending.get(row.id);
    if (own !== undefined) return (await Promise.race([own, clock.sleep(maxAnswerMs)])) ?? stored;
    const deadline = clock.monotonic() + maxAnswerMs;
    while (clock.monotonic() < deadline) {
      await log.settleStale(row.workspace).catch(() => undefined);
      const known = await log.find(row.id).catch(() => undefined);
      if (known !== undefined && known.outcomeCode !== null) return { row: known, isStored: true };
      await clock.sleep(pollMs);
    }
    return stored;
  }

  return {
    ...{ track, pause, keepTrying, checkOpen, send, isClosing: () => closing.signal.aborted },

    /** Safe to repeat: an ID causes at most one DELETE. Resolves with the outcome, or after 25 s with the stage `sending`. */
    async put(requester: Requester, id: string, request: DeletionRequest) {
      const confirmed = await track(confirm(requester, id, request)).catch((error: unknown) => {
        throw toRefusalError(error);
      });
      const { row, isStored } = await waitForOutcome(confirmed);
      return { deletion: toDeletionJson(row, requester.access.actor), isStored };
    },

    /** For an item of a bulk delete that may not be sent, although its entry may say that it was. */
    refuse(row: DeletionRow, requester: Requester, message: string) {
      active.add(row.id);
      return track(settle(row, requester, toResult('not-sent', message)));
    },

    async close(): Promise<void> {
      closing.abort();
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}

const pausedSentence =
  'The console was paused for more than 30 seconds before the request, so nothing was sent.';

function toResult(code: 'not-sent' | 'unknown', message: string): DeleteResult {
  return { outcome: { ...blankOutcome, code, message }, doubt: null, isTokenRejected: false };
}

function isSameRequest(a: DeletionRow, b: DeletionRow): boolean {
  const toText = (row: DeletionRow) => {
    const { workspace, actor, databaseName, instanceId, name, created, reason, bulkId } = row;
    return JSON.stringify([workspace, actor, databaseName, instanceId, name, created, reason, bulkId]);
  };
  return toText(a) === toText(b);
}
