import {
  blankOutcome,
  type DeletionJson,
  type DeletionTarget,
  getItemLabel,
  type OutcomeJson,
} from '../../rules/deletion.ts';
import { cantReadLogSentence, cantWriteLogSentence } from '../../rules/instanceRefusal.ts';
import type { Database } from '../database/database.ts';
import { getErrorCode } from '../database/postgres.ts';
import type { DeletionRow, ItemRow } from '../database/schema.ts';
import { RefusalError } from '../refusal.ts';
import type { DeleteResult } from '../service/judgeDelete.ts';
import type { SendDelete } from '../service/sendDelete.ts';
import type { Access } from '../sessions/sessionStore.ts';
import type { WriteAudit } from './audit.ts';
import type { Background, Clock } from './background.ts';
import { decideNextStep, findObstacle, overdueSentence, restartSentence } from './conditions.ts';
import type { DeletionLog, NewDeletion } from './deletionLog.ts';
import { toDeletionJson, toOutcomeValues } from './deletionRows.ts';

export type SendingOptions = {
  database: Database;
  log: DeletionLog;
  background: Background;
  sendDelete: SendDelete;
  audit: WriteAudit;
  onTokenRejected: (access: Access) => Promise<void>;
  clock: Clock;
  logError: (error: unknown, requestId: string | null) => void;
};

/** An answer of `findObstacle` that took longer (ms) may be out of date. */
const maxLookMs = 5_000;
const firstRetryMs = 1_000;
const maxRetryMs = 30_000;

export class RunningDeletion {
  readonly attempt: NewDeletion;
  /** Rejects with the refusal. Null if the ID was stored in the meantime. */
  readonly confirmed: Promise<DeletionRow | null>;
  /** Resolves at the end, or when `isStored` becomes false. */
  readonly answered: Promise<void>;
  /** False as soon as an outcome couldn't be stored at once. */
  isStored = true;
  readonly #options: SendingOptions;
  readonly #access: Access;
  /** As this process knows them: a log that can't be read or written must not hide a result. */
  #items: ItemRow[] = [];
  #answer: () => void = () => {};

  constructor(
    options: SendingOptions,
    access: Access,
    attempt: NewDeletion,
    targets: readonly DeletionTarget[],
  ) {
    this.#options = options;
    this.#access = access;
    this.attempt = attempt;
    this.answered = new Promise((resolve) => {
      this.#answer = resolve;
    });
    this.confirmed = this.#confirm(targets);
  }

  toJson(deletion: DeletionRow, ownActor: string): DeletionJson {
    return toDeletionJson(deletion, this.#items, ownActor);
  }

  async run(): Promise<void> {
    try {
      const deletion = await this.confirmed.catch((refusal: RefusalError) => this.#withdraw(refusal));
      if (deletion !== null) await this.#send(deletion);
    } finally {
      this.#answer();
    }
  }

  async #confirm(targets: readonly DeletionTarget[]): Promise<DeletionRow | null> {
    const stored = await this.#options.log.confirm(this.attempt, targets).catch(rethrowAsRefusal);
    if (stored === null) return null;
    this.#items = [...stored.items];
    return stored.deletion;
  }

  /** The commit may have happened without an answer. */
  async #withdraw({ code }: RefusalError): Promise<null> {
    if (code === 'storage')
      await this.#keepTrying(() => this.#options.log.withdraw(this.attempt, cantWriteLogSentence));
    return null;
  }

  async #send(deletion: DeletionRow): Promise<void> {
    const { background, clock } = this.#options;
    let hasWaited = false;
    let item = this.#items[0] ?? null;
    while (item !== null) {
      const result = await this.#sendOnce(item);
      await this.#settle(deletion, item, result);
      const position = item.position + 1;
      if (position === this.#items.length) return;
      const progress = { isFirst: position === 1, isStored: this.isStored, hasWaited, now: clock.now() };
      const next = decideNextStep(result, getItemLabel(item), progress);
      if (typeof next === 'string') return this.#end(deletion, position, next);
      hasWaited = next > 0;
      if (hasWaited) await background.pause(next);
      if (background.isClosing) return this.#end(deletion, position, restartSentence);
      item = await this.#markNext(deletion, position);
    }
  }

  #sendOnce(item: ItemRow): Promise<DeleteResult> {
    const { token, requestId } = this.#access;
    const { workspace: workspaceSlug, databaseName, instanceId, name, deletionId, position } = item;
    return this.#options.sendDelete({
      target: { workspaceSlug, databaseName, instanceId },
      name,
      token,
      // A key of its own for each item, because a service that honours it repeats its first answer.
      idempotencyKey: `${deletionId}-${position}`,
      requestId,
      findObstacle: () => this.#look(item),
    });
  }

  async #look(item: ItemRow): Promise<string | null> {
    const { database, clock, logError } = this.#options;
    const askedAt = clock.monotonic();
    try {
      const obstacle = await findObstacle(database, item);
      return obstacle === null && clock.monotonic() - askedAt > maxLookMs ? overdueSentence : obstacle;
    } catch (error) {
      logError(error, this.#access.requestId);
      return cantReadLogSentence;
    }
  }

  async #settle(deletion: DeletionRow, item: ItemRow, { outcome, isTokenRejected }: DeleteResult) {
    const { log, audit, onTokenRejected, logError, clock } = this.#options;
    const { requestId } = this.#access;
    this.#items[item.position] = { ...item, ...toOutcomeValues(outcome, clock.now()) };
    audit(deletion, item, outcome, this.#access);
    if (isTokenRejected) await onTokenRejected(this.#access).catch((error) => logError(error, requestId));
    const store = (each: OutcomeJson) => log.settle(deletion, item, each);
    await this.#keepTrying(
      async () => {
        const { wasLost } = await store(outcome).catch((error) => {
          if (!isRefusedAsSuch(error)) throw error;
          logError(error, requestId);
          // Probably a text was refused, so store the code alone.
          return store({ ...blankOutcome, code: outcome.code });
        });
        if (wasLost) logError(Object.assign(new Error(), { name: 'LostEntryError' }), requestId);
      },
      () => {
        this.isStored = false;
        this.#answer();
      },
    );
  }

  async #markNext(deletion: DeletionRow, position: number): Promise<ItemRow | null> {
    const { log, logError } = this.#options;
    try {
      const item = await log.markNext(deletion, position);
      if (item !== null) this.#items[position] = item;
      return item;
    } catch (error) {
      // The mark failed, or its commit wasn't answered.
      logError(error, this.#access.requestId);
      await this.#end(deletion, position, "The deletion log can't be written, so nothing more was sent.");
      return null;
    }
  }

  #end(deletion: DeletionRow, position: number, reason: string): Promise<void> {
    return this.#keepTrying(() => this.#options.log.end(deletion, position, reason));
  }

  /** Repeats `work` until it succeeds, with a last try when the server stops. */
  async #keepTrying(work: () => Promise<void>, onFirstFailure = () => {}): Promise<void> {
    const { background, logError } = this.#options;
    for (let waitMs = firstRetryMs; ; waitMs = Math.min(2 * waitMs, maxRetryMs)) {
      const isLast = background.isClosing;
      try {
        return await work();
      } catch (error) {
        if (waitMs === firstRetryMs) {
          logError(error, this.#access.requestId);
          onFirstFailure();
        }
        if (isLast) return;
      }
      await background.pause(waitMs);
    }
  }
}

/** Whatever isn't a refusal counts as an error of the database. */
export function rethrowAsRefusal(error: unknown): never {
  if (error instanceof RefusalError) throw error;
  throw new RefusalError('storage', cantWriteLogSentence, 503, { cause: error });
}

/** PostgreSQL's data exceptions (class 22) and program limits (54). */
function isRefusedAsSuch(error: unknown): boolean {
  const code = getErrorCode(error);
  return /^(?:22|54)...$/.test(code) || code === 'SQLITE_TOOBIG';
}
