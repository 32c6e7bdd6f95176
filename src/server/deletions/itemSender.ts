import { cantReadLogSentence } from '../../rules/mayDelete.ts';
import { blankOutcome, type OutcomeJson } from '../../rules/outcome.ts';
import type { EpochMs } from '../../rules/time.ts';
import type { DeletionRow, ItemRow } from '../database/schema.ts';
import type { SendDelete } from '../service/deleteOutcome.ts';
import type { DeleteResult } from '../service/judgeDelete.ts';
import type { Access } from '../sessions/sessionStore.ts';
import type { WriteAudit } from './audit.ts';
import type { Background, MonotonicClock } from './background.ts';
import { type DeletionLog, pausedSentence, type StoredDeletion } from './deletionLog.ts';
import { labelOf, toOutcomeValues } from './deletionRows.ts';
import { decideNextStep, restartStop, type Stop, storageStop } from './nextStep.ts';

export type Requester = { access: Access; requestId: string };

export type ItemSenderOptions = {
  log: DeletionLog;
  background: Background;
  sendDelete: SendDelete;
  audit: WriteAudit;
  onTokenRejected: (access: Access) => Promise<void>;
  clock: MonotonicClock;
  /** By the same clock as `retryAt` of an outcome. */
  now: () => EpochMs;
  logError: (error: unknown, requestId: string | null) => void;
};

export type Progress = {
  /** Gets an item that was marked as sent, or that has an outcome, which isn't stored yet. */
  onChange: (item: ItemRow) => void;
  /** An outcome couldn't be stored at once. */
  onUnstored: () => void;
};

/** The longest time (ms) between the question of the last look and the first byte. */
const maxLookMs = 5_000;

/** Sends the items of a deletion one after the other, and stops at the first doubt. */
export class ItemSender {
  readonly #options: ItemSenderOptions;

  constructor(options: ItemSenderOptions) {
    this.#options = options;
  }

  /** Never rejects. The first item is stored as sent. */
  async send({ deletion, items }: StoredDeletion, requester: Requester, progress: Progress): Promise<void> {
    const { log, background, logError, now } = this.#options;
    let item = items[0] ?? null;
    let isFirst = true;
    let hasWaited = false;
    /** What is from here on wasn't sent. */
    let position = 0;
    try {
      while (item !== null) {
        position = item.position + 1;
        const result = await this.#sendOnce(item, requester);
        const isStored = await this.#settle(deletion, item, result, requester, progress);
        if (position === items.length) return;
        const next = decideNextStep(result, labelOf(item), { isFirst, isStored, hasWaited, now: now() });
        if (next.step === 'stop') return await this.#end(deletion, position, next.stop);
        hasWaited = next.step === 'wait';
        if (next.step === 'wait') await background.pause(next.waitMs);
        if (background.isClosing) return await this.#end(deletion, position, restartStop);
        isFirst = false;
        const marked = await log.markNext(deletion, position);
        this.auditItems(deletion, marked.settled);
        item = marked.item;
        if (item !== null) progress.onChange(item);
      }
    } catch (error) {
      // The mark failed, or its commit wasn't answered.
      logError(error, requester.requestId);
      await this.#end(deletion, position, storageStop);
    }
  }

  /** One DELETE, unless the last look finds an obstacle. Never rejects. */
  async #sendOnce(item: ItemRow, { access, requestId }: Requester): Promise<DeleteResult> {
    const { workspace: workspaceSlug, databaseName, instanceId, name, deletionId, position } = item;
    const call = {
      target: { workspaceSlug, databaseName, instanceId },
      name,
      token: access.token,
      // A key of its own for each item, because a service that honours it repeats its first answer.
      idempotencyKey: `${deletionId}-${position}`,
      requestId,
      findObstacle: () => this.#look(item, requestId),
    };
    return this.#options.sendDelete(call).catch((error) => {
      this.#options.logError(error, requestId);
      return toResult({ code: 'unknown', message: 'The console failed while it sent the request.' });
    });
  }

  async #look(item: ItemRow, requestId: string): Promise<string | null> {
    const { log, clock, logError } = this.#options;
    const askedAt = clock.monotonic();
    try {
      const obstacle = await log.findObstacle(item);
      return obstacle === null && clock.monotonic() - askedAt > maxLookMs ? pausedSentence : obstacle;
    } catch (error) {
      logError(error, requestId);
      return cantReadLogSentence;
    }
  }

  /** Never rejects. Resolves when the outcome is stored, or when the server stops. True if it was stored at once. */
  async #settle(
    deletion: DeletionRow,
    item: ItemRow,
    { outcome, isTokenRejected }: DeleteResult,
    requester: Requester,
    progress: Progress,
  ): Promise<boolean> {
    const { background, logError, now, onTokenRejected } = this.#options;
    const { requestId } = requester;
    progress.onChange({ ...item, ...toOutcomeValues(outcome, now()) });
    this.#audit(deletion, item, outcome, requester);
    if (isTokenRejected) await onTokenRejected(requester.access).catch((error) => logError(error, requestId));
    let isStoredAtOnce = true;
    await background.keepTrying(
      () => this.#store(deletion, item, outcome),
      (error) => {
        isStoredAtOnce = false;
        logError(error, requestId);
        progress.onUnstored();
      },
    );
    return isStoredAtOnce;
  }

  async #store(deletion: DeletionRow, item: ItemRow, outcome: OutcomeJson): Promise<void> {
    const { log, logError } = this.#options;
    const { wasLost } = await log.settle(deletion, item, outcome).catch((error) => {
      if (!isRefusedAsSuch(error)) throw error;
      logError(error, null);
      // What the database can't store is a text, so the code alone is enough.
      return log.settle(deletion, item, { ...blankOutcome, code: outcome.code });
    });
    if (wasLost) logError(new LostEntryError(), null);
  }

  async #end(deletion: DeletionRow, position: number, stop: Stop): Promise<void> {
    const { log, background, logError } = this.#options;
    const settled = await background.keepTrying(
      () => log.end(deletion, position, stop),
      (error) => logError(error, null),
    );
    this.auditItems(deletion, settled ?? []);
  }

  /** An audit writer that fails must not change what becomes of a deletion. */
  #audit(...parameters: Parameters<WriteAudit>): void {
    try {
      this.#options.audit(...parameters);
    } catch (error) {
      this.#options.logError(error, null);
    }
  }

  /** Lines for items that were settled without a response of the service. */
  auditItems(deletion: DeletionRow, items: readonly ItemRow[]): void {
    for (const item of items)
      this.#audit(deletion, item, { code: item.outcomeCode ?? 'not-sent', status: null }, null);
  }
}

/** A failover lost what had been stored. It was stored again. */
class LostEntryError extends Error {
  override readonly name = 'LostEntryError';
}

/** Data exceptions (class 22) and limits of the program (54): https://www.postgresql.org/docs/current/errcodes-appendix.html */
function isRefusedAsSuch(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(?:22|54)...$/.test(code) || code === 'SQLITE_TOOBIG';
}

function toResult(outcome: Pick<OutcomeJson, 'code' | 'message'>): DeleteResult {
  return { outcome: { ...blankOutcome, ...outcome }, doubt: null, isTokenRejected: false };
}
