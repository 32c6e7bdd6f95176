import { setTimeout as sleep } from 'node:timers/promises';
import { blankOutcome, type OutcomeJson } from '../../rules/outcome.ts';
import type { DeletionRow } from '../database/schema.ts';
import type { AuditLine } from '../requestLog.ts';
import type { DeleteResult, SendDelete } from '../service/sendDelete.ts';
import type { Access } from '../sessions/access.ts';
import type { DeletionLog } from './deletionLog.ts';

/** Who confirmed a delete, and in which request. */
export type Confirmation = { access: Access; requestId: string };

/** Not the time that is stored, which is `Database.now`. */
export type Clock = {
  /** ms. It never goes back, but may stand still while the machine sleeps. */
  monotonic: () => number;
  sleep: (ms: number) => Promise<void>;
};

export const systemClock: Clock = {
  monotonic: () => performance.now(),
  sleep: (ms) => sleep(ms, undefined, { ref: false }),
};

/** The longest time (ms) between a decision and its request. The machine may have been asleep. */
const maxDelayMs = 30_000;
/** A request to us is answered after this time (ms), because proxies in front of us have time limits. */
const maxAnswerMs = 25_000;
const pollMs = 1_000;
const maxRetryMs = 30_000;

export type Sender = ReturnType<typeof createSender>;

export type SenderOptions = {
  sendDelete: SendDelete;
  audit: (line: AuditLine) => void;
  /** Called with the access whose token the service no longer accepts. */
  onTokenRejected: (access: Access) => Promise<void>;
  clock: Clock;
};

/** Sends what is stored as sent, and stores the outcome. */
export function createSender(log: DeletionLog, { sendDelete, audit, onTokenRejected, clock }: SenderOptions) {
  const { database, active } = log;
  const sending = new Map<string, Promise<{ row: DeletionRow; isStored: boolean }>>();
  /** What must end before the process does. */
  const running = new Set<Promise<unknown>>();
  const closing = new AbortController();
  const closed = new Promise<void>((resolve) => closing.signal.addEventListener('abort', () => resolve()));

  function track<Result>(work: Promise<Result>): Promise<Result> {
    running.add(work);
    const end = () => running.delete(work);
    work.then(end, end);
    return work;
  }

  /** Ends early when the server stops. */
  function pause(ms: number): Promise<void> {
    return Promise.race([clock.sleep(ms), closed]);
  }

  /** Until it succeeds. When the server stops, it is tried a last time. */
  async function keepTrying(work: () => Promise<unknown>): Promise<void> {
    for (let waitMs = pollMs; ; waitMs = Math.min(2 * waitMs, maxRetryMs)) {
      const isLast = closing.signal.aborted;
      const isDone = await work().then(
        () => true,
        () => false,
      );
      if (isDone || isLast) return;
      await pause(waitMs);
    }
  }

  async function request(row: DeletionRow, { access, requestId }: Confirmation, decidedAt: number) {
    const { workspace: workspaceSlug, databaseName, instanceId, name, id: deletionId } = row;
    // Two clocks, because the first may stand still while the machine sleeps, and the second one can be set back.
    const delayMs = Math.max(clock.monotonic() - decidedAt, database.now() - (row.sentAt ?? 0));
    if (delayMs > maxDelayMs) return toResult('not-sent', pausedSentence);
    const target = { workspaceSlug, databaseName, instanceId };
    const call = { target, name, token: access.token, deletionId, requestId };
    return sendDelete(call).catch(() => toResult('unknown', 'The console failed while it sent the request.'));
  }

  async function settle(row: DeletionRow, { access, requestId }: Confirmation, result: DeleteResult) {
    const { outcome } = result;
    audit({ ...toAuditLine(row, outcome), requestId, token: access.token });
    if (result.isTokenRejected) await onTokenRejected(access).catch(() => undefined);
    const forget = () => active.delete(row.id) && sending.delete(row.id);
    const sentAt = outcome.code === 'not-sent' ? null : row.sentAt;
    const values = { sentAt, endedAt: database.now(), outcome: JSON.stringify(outcome) };
    const unstored = { row: { ...row, ...values, outcomeCode: outcome.code }, isStored: false, result };
    try {
      const stored = await log.settle(row, outcome);
      forget();
      return stored === undefined ? unstored : { row: stored, isStored: true, result };
    } catch {
      track(keepTrying(() => log.settle(row, outcome)).finally(forget));
      return unstored;
    }
  }

  return {
    ...{ track, pause, keepTrying, isClosing: () => closing.signal.aborted },

    /** Never rejects. `decidedAt` is `clock.monotonic()` before the row was stored as sent. */
    send(row: DeletionRow, confirmation: Confirmation, decidedAt: number) {
      active.add(row.id);
      const send = async () => settle(row, confirmation, await request(row, confirmation, decidedAt));
      const settled = track(send());
      sending.set(row.id, settled);
      return settled;
    },

    /** For an item of a bulk delete that may not be sent, although its entry may say that it was. */
    settleUnsent(row: DeletionRow, confirmation: Confirmation, message: string) {
      active.add(row.id);
      return track(settle(row, confirmation, toResult('not-sent', message)));
    },

    /** The outcome of a deletion that any replica sends, or the entry as it is after 25 s. */
    async waitForOutcome(row: DeletionRow): Promise<{ row: DeletionRow; isStored: boolean }> {
      const deadline = clock.monotonic() + maxAnswerMs;
      let known = row;
      while (known.outcomeCode === null && clock.monotonic() < deadline) {
        const own = sending.get(row.id);
        const restMs = deadline - clock.monotonic();
        const settled = await (own ? Promise.race([own, clock.sleep(restMs)]) : clock.sleep(pollMs));
        if (settled) return settled;
        known = (await log.find(row.id).catch(() => undefined)) ?? known;
      }
      return { row: known, isStored: true };
    },

    /** Begins nothing new, and waits for what was sent. */
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

export function toAuditLine(row: DeletionRow, { code, status }: Pick<OutcomeJson, 'code' | 'status'>) {
  const {
    workspace,
    databaseName: database,
    instanceId: instance,
    name,
    actor,
    id: deletionId,
    bulkId,
  } = row;
  const method = code === 'not-sent' ? ('PUT' as const) : ('DELETE' as const);
  const answeredBy = status === null ? ('console' as const) : ('service' as const);
  const reason = row.reason || null;
  return {
    method,
    workspace,
    database,
    instance,
    name,
    reason,
    outcome: code,
    status,
    actor,
    deletionId,
    bulkId,
    answeredBy,
  };
}
