import { randomUUID } from 'node:crypto';
import type { DeletionJson } from '../../rules/deletion.ts';
import { cantWriteLogSentence } from '../../rules/mayDelete.ts';
import type { Policy } from '../../rules/policy.ts';
import type { DeletionRequest } from '../../rules/requests.ts';
import type { Database } from '../database/database.ts';
import type { DeletionRow } from '../database/schema.ts';
import { RefusalError } from '../refusal.ts';
import { Background } from './background.ts';
import { DeletionLog, type StoredDeletion } from './deletionLog.ts';
import { type ListedItem, toDeletionJson } from './deletionRows.ts';
import { ItemSender, type ItemSenderOptions, type Requester } from './itemSender.ts';
import { hash } from './keys.ts';
import {
  checkRequest,
  createDifferentBodyError,
  createUnknownDeletionError,
  createWithdrawnError,
  UnreadableLogError,
} from './refusals.ts';
import { RunningDeletion } from './runningDeletion.ts';
import { StaleDeletions } from './staleDeletions.ts';

export type DeletionAnswer = { deletion: DeletionJson; isStored: boolean };

export type RunnerOptions = Omit<ItemSenderOptions, 'log' | 'background'> & {
  database: Database;
  policy: Policy;
};

/** A request to us is answered after this time (ms), because proxies in front of us have time limits. */
const maxAnswerMs = 25_000;
const pollMs = 1_000;
const aliveMs = 20_000;

/** Everything about deletions that isn't a plain read: confirms them, has them sent, and ends them. */
export class DeletionRunner {
  readonly #options: RunnerOptions;
  readonly #log: DeletionLog;
  readonly #background: Background;
  readonly #sender: ItemSender;
  readonly #stale: StaleDeletions;
  /** By `keyOf`. */
  readonly #running = new Map<string, RunningDeletion>();
  #isKeepingAlive = false;

  constructor(options: RunnerOptions) {
    const { database, policy, clock, logError } = options;
    this.#options = options;
    this.#log = new DeletionLog(database, policy);
    this.#background = new Background(clock, (error) => logError(error, null));
    this.#sender = new ItemSender({ ...options, log: this.#log, background: this.#background });
    this.#stale = new StaleDeletions({
      database,
      logError,
      isOwn: (workspace, id) => this.#running.has(keyOf(workspace, id)),
      onSettled: (deletion, items) => this.#sender.auditItems(deletion, items),
    });
    void this.#background.track(this.#stale.settleAll()).catch((error) => logError(error, null));
  }

  /** Safe to repeat: an ID causes at most one DELETE for each of its items. Resolves with the end, or after 25 s with the state. */
  async put(requester: Requester, id: string, request: DeletionRequest): Promise<DeletionAnswer> {
    const { clock } = this.#options;
    const { workspace } = requester.access;
    const deadline = clock.monotonic() + maxAnswerMs;
    const bodyHash = hash([request.items, request.reason]);
    const key = keyOf(workspace, id);
    let running = this.#running.get(key);
    if (running === undefined) {
      const known = await this.#ask(cantWriteLogSentence, () => this.#log.find(workspace, id));
      if (known !== undefined) return this.#answerKnown(requester, id, bodyHash, deadline);
      // A copy may have begun in the meantime. From here to the end of `#start`, nothing else runs.
      running = this.#running.get(key) ?? this.#start(requester, id, request, bodyHash);
    }
    if (running.bodyHash !== bodyHash) throw createDifferentBodyError();
    const stored = await running.confirmed;
    // A different server stored this ID in the meantime.
    if (stored === null) return this.#answerKnown(requester, id, bodyHash, deadline);
    await Promise.race([running.answered, clock.sleep(Math.max(0, deadline - clock.monotonic()))]);
    return this.#answerRunning(requester, running, stored);
  }

  async #answerRunning(
    requester: Requester,
    running: RunningDeletion,
    stored: StoredDeletion,
  ): Promise<DeletionAnswer> {
    const { deletion } = stored;
    const { isStored } = running;
    if (isStored)
      try {
        return { deletion: await this.#read(requester, deletion.id), isStored };
      } catch (error) {
        this.#options.logError(error instanceof Error ? (error.cause ?? error) : error, requester.requestId);
      }
    const items = running.listItems(stored);
    return { deletion: toDeletionJson(deletion, items, requester.access.actor), isStored };
  }

  #start(requester: Requester, id: string, request: DeletionRequest, bodyHash: string): RunningDeletion {
    const { logError, policy } = this.#options;
    const { workspace, actor, sessionId, token } = requester.access;
    const { items, reason } = request;
    if (this.#background.isClosing)
      throw new RefusalError('service', 'The console is restarting. Nothing was sent.');
    checkRequest(items, reason, policy, token);
    const confirmation = { workspace, id, actor, sessionId, reason, bodyHash };
    const running = new RunningDeletion(bodyHash, (attemptId) =>
      this.#stale
        .settle(workspace)
        .then(() => this.#log.confirm({ ...confirmation, attemptId }, items))
        .catch((error) => this.#refuse(error, cantWriteLogSentence)),
    );
    const { attemptId } = running;
    const work = running.confirmed.then(
      (stored) => stored && this.#sender.send(stored, requester, running),
      async (refusal: RefusalError) => {
        // The commit may have happened without an answer.
        if (refusal.code === 'storage')
          await this.#background.keepTrying(
            () => this.#log.withdraw({ ...confirmation, attemptId }, cantWriteLogSentence),
            (error) => logError(error, requester.requestId),
          );
      },
    );
    const key = keyOf(workspace, id);
    this.#running.set(key, running);
    if (!this.#isKeepingAlive) void this.#keepAlive();
    void this.#background.track(work).finally(() => {
      this.#running.delete(key);
      running.end();
    });
    return running;
  }

  /** The outcomes of what any server sends, or the state after 25 s. */
  async #answerKnown(
    requester: Requester,
    id: string,
    bodyHash: string,
    deadline: number,
  ): Promise<DeletionAnswer> {
    const { clock } = this.#options;
    const { workspace, actor } = requester.access;
    for (;;) {
      await this.refresh(workspace);
      const { row, items } = await this.#find(workspace, id);
      if (items.length === 0) throw createWithdrawnError();
      if (row.bodyHash !== bodyHash) throw createDifferentBodyError();
      const deletion = toDeletionJson(row, items, actor);
      if (deletion.stage === 'ended' || clock.monotonic() >= deadline) return { deletion, isStored: true };
      await clock.sleep(pollMs);
    }
  }

  /** The deletion, or null if nothing was sent for this ID, and nothing will be. */
  async withdraw(requester: Requester, id: string): Promise<DeletionJson | null> {
    const { workspace, actor, sessionId } = requester.access;
    // A copy that arrived earlier decides. If its commit wasn't answered, nothing of what it left was sent.
    const running = this.#running.get(keyOf(workspace, id));
    const hasFailed = await running?.confirmed.then(
      () => false,
      () => true,
    );
    const attemptId = (hasFailed && running?.attemptId) || randomUUID();
    const withdrawn = { workspace, id, actor, sessionId, reason: '', bodyHash: '', attemptId };
    await this.refresh(workspace);
    const known = await this.#ask(cantWithdrawSentence, () =>
      this.#log.withdraw(withdrawn, 'This delete was withdrawn.'),
    );
    return known === undefined ? null : this.#read(requester, id);
  }

  async stop(requester: Requester, id: string): Promise<void> {
    const { workspace, actor } = requester.access;
    const { deletion, settled } = await this.#ask(cantWriteSentence, () =>
      this.#log.stop(workspace, id, actor),
    );
    this.#sender.auditItems(deletion, settled);
  }

  async dismiss(requester: Requester, id: string, position: number): Promise<DeletionJson> {
    const { workspace, actor } = requester.access;
    await this.#ask(cantWriteSentence, () => this.#log.dismiss(workspace, id, position, actor));
    return this.#read(requester, id);
  }

  /** Before the log is read. */
  refresh(workspace: string): Promise<void> {
    return this.#stale.trySettle(workspace);
  }

  /** No new items. What was sent gets its outcome. */
  close(): Promise<void> {
    return this.#background.close();
  }

  /** For what else goes on until the server stops, such as the removal of old entries. */
  get background(): Background {
    return this.#background;
  }

  async #read({ access }: Requester, id: string): Promise<DeletionJson> {
    const { row, items } = await this.#find(access.workspace, id);
    return toDeletionJson(row, items, access.actor);
  }

  async #find(workspace: string, id: string): Promise<{ row: DeletionRow; items: ListedItem[] }> {
    try {
      const row = await this.#log.find(workspace, id);
      if (row === undefined) throw createUnknownDeletionError();
      return { row, items: await this.#log.listItems(row) };
    } catch (error) {
      throw error instanceof RefusalError ? error : new UnreadableLogError(error);
    }
  }

  /** As long as something runs, so that other servers don't take it for stale. */
  async #keepAlive(): Promise<void> {
    const { database, logError } = this.#options;
    this.#isKeepingAlive = database.isShared;
    while (this.#isKeepingAlive && this.#running.size > 0 && !this.#background.isClosing) {
      await this.#background.pause(aliveMs);
      for (const key of this.#running.keys()) {
        const [workspace, id] = JSON.parse(key);
        await this.#log.keepAlive(workspace, id).catch((error) => logError(error, null));
      }
    }
    this.#isKeepingAlive = false;
  }

  #ask<Result>(sentence: string, work: () => Promise<Result>): Promise<Result> {
    return work().catch((error) => this.#refuse(error, sentence));
  }

  /** Whatever isn't a refusal is an error of the database. The cause is logged with the request. */
  #refuse(error: unknown, sentence: string): never {
    if (error instanceof RefusalError) throw error;
    throw new RefusalError('storage', sentence, 503, { cause: error });
  }
}

function keyOf(workspace: string, id: string): string {
  return JSON.stringify([workspace, id]);
}

const cantWriteSentence = "The deletion log can't be written, so nothing was changed.";
const cantWithdrawSentence =
  "The deletion log can't be written, so it isn't known yet what became of this delete.";
