import { isJsonObject } from '../../rules/body.ts';
import { blankOutcome, type OutcomeJson } from '../../rules/outcome.ts';
import { redactToken } from '../../rules/token.ts';
import type { DeletionRow } from '../database/tables.ts';
import type { AuditLine } from '../requestLog.ts';
import type { DeleteResult, SendDelete } from '../service/sendDelete.ts';
import type { Access } from '../sessions/access.ts';
import type { Clock } from './clock.ts';
import type { DeletionLog } from './deletionLog.ts';

/** Who confirmed a delete, and in which request. */
export type Confirmation = { access: Access; requestId: string };

export type SettledDeletion = {
  /** With its outcome, also if that isn't stored. */
  row: DeletionRow;
  /** False if the database refused the outcome. The server tries again until it succeeds or ends. */
  isStored: boolean;
};

export type Sender = ReturnType<typeof createSender>;

/** The longest time (ms) between the decision and the request. After it, the machine was asleep, or others call it stale. */
const maxDelayMs = 30_000;
/** A request to us is answered after this time (ms), because proxies in front of us have time limits. */
const maxAnswerMs = 25_000;
const pollMs = 500;
const firstRetryMs = 500;
const maxRetryMs = 30_000;

export type SenderOptions = {
  log: DeletionLog;
  sendDelete: SendDelete;
  audit: (line: AuditLine) => void;
  onTokenRejected: (access: Access) => Promise<void>;
  clock: Clock;
};

/** Sends what is stored as sent, and stores the outcome. */
export function createSender({ log, sendDelete, audit, onTokenRejected, clock }: SenderOptions) {
  const { database, active } = log;
  const sending = new Map<string, Promise<SettledDeletion>>();
  /** What must end before the process does. */
  const running = new Set<Promise<unknown>>();
  let isClosing = false;
  let endSleep = () => {};
  const closing = new Promise<void>((resolve) => {
    endSleep = resolve;
  });

  function track<Result>(work: Promise<Result>): Promise<Result> {
    running.add(work);
    const end = () => running.delete(work);
    work.then(end, end);
    return work;
  }

  /** Until it succeeds. When the process ends, it is tried a last time. */
  async function keepTrying(work: () => Promise<unknown>): Promise<void> {
    for (let waitMs = firstRetryMs; ; waitMs = Math.min(2 * waitMs, maxRetryMs)) {
      const isLast = isClosing;
      try {
        await work();
        return;
      } catch {
        if (isLast) return;
      }
      await Promise.race([clock.sleep(waitMs), closing]);
    }
  }

  async function request(
    row: DeletionRow,
    { access, requestId }: Confirmation,
    decidedAt: number,
  ): Promise<DeleteResult> {
    const { workspace: workspaceSlug, databaseName, instanceId, name, id: deletionId } = row;
    // Two clocks, because the first may stand still while the machine sleeps, and the second one can be set back.
    const delayMs = Math.max(clock.monotonic() - decidedAt, database.now() - (row.sentAt ?? 0));
    if (delayMs > maxDelayMs) return toResult({ code: 'not-sent', message: pausedSentence });
    const target = { workspaceSlug, databaseName, instanceId };
    try {
      return await sendDelete({ target, name, token: access.token, deletionId, requestId });
    } catch {
      return toResult({ code: 'unknown', message: 'The console failed while it sent the request.' });
    }
  }

  async function settle(row: DeletionRow, confirmation: Confirmation, result: DeleteResult) {
    const { access, requestId } = confirmation;
    const outcome = redactOutcome(result.outcome, access.token);
    audit({ ...toAuditLine(row, outcome), requestId, token: access.token });
    if (result.isTokenRejected) await onTokenRejected(access).catch(() => undefined);
    const unstored = { row: withOutcome(row, outcome, database.now()), isStored: false, result };
    try {
      const stored = await log.settle(row, outcome);
      forget(row.id);
      return stored === undefined ? unstored : { row: stored, isStored: true, result };
    } catch {
      track(keepTrying(() => log.settle(row, outcome)).finally(() => forget(row.id)));
      return unstored;
    }
  }

  function forget(id: string) {
    active.delete(id);
    sending.delete(id);
  }

  const sender = {
    track,
    keepTrying,
    isClosing: () => isClosing,
    /** Resolves when the server begins to stop. */
    closing,

    /**
     * Never rejects. `decidedAt` is `clock.monotonic()` before the row was stored as sent.
     */
    send(row: DeletionRow, confirmation: Confirmation, decidedAt: number) {
      const send = async () => settle(row, confirmation, await request(row, confirmation, decidedAt));
      active.add(row.id);
      const settled = track(send());
      sending.set(row.id, settled);
      return settled;
    },

    /** Of a bulk delete, an item for which no request left, although the entry may say so. */
    settleUnsent(row: DeletionRow, confirmation: Confirmation, message: string) {
      active.add(row.id);
      return track(settle(row, confirmation, toResult({ code: 'not-sent', message })));
    },

    /** The outcome of a deletion that any replica sends, or the entry as it is after 25 s. */
    async waitForOutcome(row: DeletionRow): Promise<SettledDeletion> {
      const deadline = clock.monotonic() + maxAnswerMs;
      let known = row;
      while (known.outcomeCode === null) {
        const restMs = deadline - clock.monotonic();
        if (restMs <= 0) break;
        const own = sending.get(row.id);
        const settled = own && (await Promise.race([own, clock.sleep(restMs)]));
        if (settled) return settled;
        await clock.sleep(Math.min(restMs, pollMs));
        known = (await log.find(row.id).catch(() => undefined)) ?? known;
      }
      return { row: known, isStored: true };
    },

    /** Sends nothing new, and waits for what was sent. */
    async close(): Promise<void> {
      isClosing = true;
      endSleep();
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
  return sender;
}

const pausedSentence =
  'The console was paused for more than 30 seconds before the request, so nothing was sent.';

function toResult(outcome: Pick<OutcomeJson, 'code' | 'message'>): DeleteResult {
  return { outcome: { ...blankOutcome, ...outcome }, doubt: null, isTokenRejected: false };
}

function withOutcome(row: DeletionRow, outcome: OutcomeJson, endedAt: number): DeletionRow {
  const sentAt = outcome.code === 'not-sent' ? null : row.sentAt;
  return { ...row, sentAt, outcomeCode: outcome.code, outcome: JSON.stringify(outcome), endedAt };
}

/** The one place where the service's texts are cleaned before they are stored, shown or logged. */
function redactOutcome(outcome: OutcomeJson, token: string): OutcomeJson {
  const redact = (_: string, value: unknown): unknown => {
    if (typeof value === 'string') return redactToken(value, token);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [redactToken(key, token), each]));
  };
  const { message, notes, record, requestId } = outcome;
  return { ...outcome, ...JSON.parse(JSON.stringify({ message, notes, record, requestId }), redact) };
}

export function toAuditLine(row: DeletionRow, { code, status }: Pick<OutcomeJson, 'code' | 'status'>) {
  return {
    method: code === 'not-sent' ? ('PUT' as const) : ('DELETE' as const),
    workspace: row.workspace,
    database: row.databaseName,
    instance: row.instanceId,
    name: row.name,
    reason: row.reason || null,
    outcome: code,
    status,
    actor: row.actor,
    deletionId: row.id,
    bulkId: row.bulkId,
    answeredBy: status === null ? ('console' as const) : ('service' as const),
  };
}
