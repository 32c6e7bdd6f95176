import { randomUUID } from 'node:crypto';
import type { DeletionJson } from '../../rules/deletion.ts';
import { cantReadLogSentence, cantWriteLogSentence } from '../../rules/mayDelete.ts';
import type { Policy } from '../../rules/policy.ts';
import type { DeletionRequest } from '../../rules/requests.ts';
import type { Database } from '../database/database.ts';
import type { DeletionRow, ItemRow } from '../database/schema.ts';
import { RefusalError } from '../refusal.ts';
import { Background } from './background.ts';
import { DeletionLog, type StoredDeletion } from './deletionLog.ts';
import { toDeletionJson } from './deletionRows.ts';
import { ItemSender, type ItemSenderOptions, type Requester } from './itemSender.ts';
import { hash } from './keys.ts';
import { checkRequest, createUnknownDeletionError } from './refusals.ts';
import { settleStale } from './staleDeletions.ts';

export type DeletionAnswer = { deletion: DeletionJson; isStored: boolean };

export type RunnerOptions = Omit<ItemSenderOptions, 'log' | 'background'> & {
  database: Database;
  policy: Policy;
};

/** A deletion of this process, from before its confirmation until its end. */
type Running = {
  bodyHash: string;
  attemptId: string;
  /** Rejects with the refusal. Null if a different server stored the ID in the meantime. */
  confirmed: Promise<StoredDeletion | null>;
  /** Resolves at the end, or earlier with an item whose outcome couldn't be stored at once. */
  answered: Promise<ItemRow | null>;
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
  /** By ID. */
  readonly #running = new Map<string, Running>();

  constructor(options: RunnerOptions) {
    const { database, policy, clock, logError } = options;
    this.#options = options;
    this.#log = new DeletionLog(database, policy);
    this.#background = new Background(clock, (error) => logError(error, null));
    this.#sender = new ItemSender({ ...options, log: this.#log, background: this.#background });
    if (database.isShared) void this.#background.repeat(aliveMs, () => this.#keepAlive());
    void this.#background.track(this.#settleOpen()).catch((error) => logError(error, null));
  }

  /** Safe to repeat: an ID causes at most one DELETE for each of its items. Resolves with the end, or after 25 s with the state. */
  async put(requester: Requester, id: string, request: DeletionRequest): Promise<DeletionAnswer> {
    const { workspace } = requester.access;
    const bodyHash = hash([workspace, request.items, request.reason]);
    let running = this.#running.get(id);
    if (running === undefined) {
      const known = await this.#ask(cantWriteLogSentence, () => this.#log.find(workspace, id));
      if (known !== undefined) return this.#answerKnown(requester, id, bodyHash);
      // A copy may have begun in the meantime. From here to the end of `#start`, nothing else runs.
      running = this.#running.get(id) ?? this.#start(requester, id, request, bodyHash);
    }
    if (running.bodyHash !== bodyHash) throw createDifferentBodyError();
    const stored = await running.confirmed;
    // A different server stored this ID in the meantime.
    if (stored === null) return this.#answerKnown(requester, id, bodyHash);
    const unstored = await Promise.race([running.answered, this.#options.clock.sleep(maxAnswerMs)]);
    if (!unstored) return { deletion: await this.#read(requester, id), isStored: true };
    const items = stored.items.map((item) => (item.position === unstored.position ? unstored : item));
    return { deletion: toDeletionJson(stored.deletion, items, requester.access.actor), isStored: false };
  }

  #start(requester: Requester, id: string, request: DeletionRequest, bodyHash: string): Running {
    const { workspace, actor, sessionId, token } = requester.access;
    if (this.#background.isClosing)
      throw new RefusalError('service', 'The console is restarting. Nothing was sent.');
    checkRequest(request.items, request.reason, this.#options.policy, token);
    const { reason, items } = request;
    const attemptId = randomUUID();
    const confirmation = { workspace, id, actor, sessionId, reason, bodyHash, attemptId };
    const confirmed = this.#settleStale(workspace)
      .then(() => this.#log.confirm(confirmation, items))
      .catch((error) => this.#refuse(error, cantWriteLogSentence));
    let answer: (unstored: ItemRow | null) => void = () => {};
    const answered = new Promise<ItemRow | null>((resolve) => {
      answer = resolve;
    });
    const work = confirmed.then(
      (stored) => stored && this.#sender.send(stored, requester, answer),
      async (refusal: RefusalError) => {
        // The commit may have happened without an answer.
        if (refusal.code === 'storage')
          await this.#background.keepTrying(
            () => this.#log.withdraw(confirmation, cantWriteLogSentence),
            () => {},
          );
      },
    );
    const running = { bodyHash, attemptId, confirmed, answered };
    this.#running.set(id, running);
    void this.#background.track(work).finally(() => {
      this.#running.delete(id);
      answer(null);
    });
    return running;
  }

  /** The outcomes of what any server sends, or the state after 25 s. */
  async #answerKnown(requester: Requester, id: string, bodyHash: string): Promise<DeletionAnswer> {
    const { clock } = this.#options;
    const { workspace, actor } = requester.access;
    const deadline = clock.monotonic() + maxAnswerMs;
    for (;;) {
      await this.refresh(workspace);
      const { row, items } = await this.#ask(cantReadLogSentence, () => this.#find(workspace, id));
      if (items.length === 0) throw new RefusalError('withdrawn', withdrawnSentence);
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
    const running = this.#running.get(id);
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

  /** Before the log is read. A database that can only be read still shows what it has. */
  async refresh(workspace: string): Promise<void> {
    await this.#settleStale(workspace).catch((error) => this.#options.logError(error, null));
  }

  /** No new items. What was sent gets its outcome. */
  close(): Promise<void> {
    return this.#background.close();
  }

  /** What still runs goes on with a new sign-in of its actor. */
  moveToSession(workspace: string, oldId: string, newId: string): Promise<void> {
    return this.#log.moveToSession(workspace, oldId, newId);
  }

  /** For what else goes on until the server stops, such as the removal of old entries. */
  get background(): Background {
    return this.#background;
  }

  async #read({ access }: Requester, id: string): Promise<DeletionJson> {
    const { row, items } = await this.#ask(cantReadLogSentence, () => this.#find(access.workspace, id));
    return toDeletionJson(row, items, access.actor);
  }

  async #find(workspace: string, id: string): Promise<{ row: DeletionRow; items: ItemRow[] }> {
    const row = await this.#log.find(workspace, id);
    if (row === undefined) throw createUnknownDeletionError();
    return { row, items: await this.#log.listItems(row) };
  }

  async #settleStale(workspace: string): Promise<void> {
    const isOwn = (id: string) => this.#running.has(id);
    for (const { deletion, items } of await settleStale(this.#options.database, workspace, isOwn))
      this.#sender.auditItems(deletion, items);
  }

  /** What an earlier process left open. */
  async #settleOpen(): Promise<void> {
    for (const workspace of await this.#log.listWorkspacesWithOpenItems()) await this.#settleStale(workspace);
  }

  async #keepAlive(): Promise<void> {
    if (this.#running.size > 0) await this.#log.keepAlive([...this.#running.keys()]);
  }

  #ask<Result>(sentence: string, work: () => Promise<Result>): Promise<Result> {
    return work().catch((error) => this.#refuse(error, sentence));
  }

  /** Whatever isn't a refusal is an error of the database. The cause is logged with the request. */
  #refuse(error: unknown, sentence: string): never {
    if (error instanceof RefusalError) throw error;
    throw new RefusalError('storage', sentence, 503, {}, { cause: error });
  }
}

const withdrawnSentence = 'This delete was withdrawn before it arrived, so nothing was sent.';
const cantWriteSentence = "The deletion log can't be written, so nothing was changed.";
const cantWithdrawSentence =
  "The deletion log can't be written, so it isn't known yet what became of this delete.";

function createDifferentBodyError(): RefusalError {
  return new RefusalError('different-body', 'This ID was used for a different delete, so nothing was sent.');
}
