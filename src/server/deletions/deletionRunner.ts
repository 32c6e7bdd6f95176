import { randomUUID } from 'node:crypto';
import type { DeletionAnswerJson, DeletionJson } from '../../rules/deletion.ts';
import type { Policy } from '../../rules/policy.ts';
import type { DeletionRequest } from '../../rules/requests.ts';
import { RefusalError } from '../refusal.ts';
import type { Access } from '../sessions/sessionStore.ts';
import { Background } from './background.ts';
import { requireValidTargets } from './conditions.ts';
import { DeletionLog, type NewDeletion } from './deletionLog.ts';
import { hashJson } from './deletionRows.ts';
import { LogReader } from './readLog.ts';
import { RunningDeletion, rethrowAsRefusal, type SendingOptions } from './runningDeletion.ts';

export type RunnerOptions = Omit<SendingOptions, 'log' | 'background'> & { policy: Policy };

/** A PUT waits about this long at most, because proxies in front have time limits. */
const maxAnswerMs = 25_000;
const pollMs = 1_000;
const aliveMs = 20_000;

export class DeletionRunner {
  readonly background: Background;
  readonly #options: RunnerOptions & SendingOptions;
  readonly reader: LogReader;
  /** By `keyOf`, from before the confirmation until the end. */
  readonly #running = new Map<string, RunningDeletion>();

  constructor(options: RunnerOptions) {
    const { database, policy, audit, clock, logError } = options;
    const isOwn = (workspace: string, id: string) => this.#running.has(keyOf(workspace, id));
    const log = new DeletionLog({ database, policy, audit, isOwn });
    this.background = new Background(clock, (error) => logError(error, null));
    this.#options = { ...options, log, background: this.background };
    this.reader = new LogReader(database);
    void this.background.track(log.settleAllStale());
    // Otherwise, other servers would take ours for stale.
    if (database.isShared)
      void this.background.repeat(aliveMs, () =>
        Promise.all([
          ...[...this.#running.values()].map(({ attempt }) => log.keepAlive(attempt)),
          // Those of a silent server. Each read of the log reports a failure.
          log.settleAllStale().catch(() => undefined),
        ]),
      );
  }

  /** Safe to repeat: sends each item at most once. */
  async put(access: Access, id: string, request: DeletionRequest): Promise<DeletionAnswerJson> {
    const { clock, logError } = this.#options;
    const { workspace, actor, sessionId, requestId } = access;
    const deadline = clock.monotonic() + maxAnswerMs;
    const { items, reason } = request;
    const bodyHash = hashJson([items, reason]);
    const attempt = { workspace, id, actor, sessionId, reason, bodyHash, attemptId: randomUUID() };
    const running = await this.#findOrStart(access, attempt, request);
    if (running !== null && running.attempt.bodyHash !== bodyHash) throw createDifferentBodyError();
    const deletion = (await running?.confirmed) ?? null;
    // The ID was stored already, or in the meantime.
    if (running === null || deletion === null) return this.#answerStored(access, attempt, deadline);
    await Promise.race([running.answered, clock.sleep(Math.max(0, deadline - clock.monotonic()))]);
    const stored =
      running.isStored && (await this.#read(access, id).catch((error) => logError(error, requestId)));
    return { deletion: stored || running.toJson(deletion, actor), isStored: running.isStored };
  }

  /** Null if the ID is stored, and this process doesn't work on it. */
  async #findOrStart(access: Access, attempt: NewDeletion, { items, reason }: DeletionRequest) {
    const { log, policy } = this.#options;
    const { workspace, id } = attempt;
    const key = keyOf(workspace, id);
    const stored = this.#running.has(key) ? undefined : await log.find(workspace, id).catch(rethrowAsRefusal);
    // A repeated PUT may have begun meanwhile. From here on, nothing is awaited.
    const known = this.#running.get(key);
    if (stored !== undefined || known !== undefined) return known ?? null;
    if (this.background.isClosing)
      throw new RefusalError('service', 'The console is restarting. Nothing was sent.');
    requireValidTargets(items, reason, policy, access.token);
    const running = new RunningDeletion(this.#options, access, attempt, items);
    this.#running.set(key, running);
    void this.background.track(running.run().finally(() => this.#running.delete(key)));
    return running;
  }

  async #answerStored(access: Access, { id, bodyHash }: NewDeletion, deadline: number) {
    const { clock } = this.#options;
    for (;;) {
      await this.refresh(access.workspace);
      const { row, deletion } = await this.#find(access, id);
      if (deletion.items.length === 0)
        throw new RefusalError(
          'withdrawn',
          'This delete was withdrawn before it arrived, so nothing was sent.',
        );
      if (row.bodyHash !== bodyHash) throw createDifferentBodyError();
      if (deletion.stage === 'ended' || clock.monotonic() >= deadline) return { deletion, isStored: true };
      await clock.sleep(pollMs);
    }
  }

  /** Null: nothing was sent for this ID, and nothing will be. */
  async withdraw(access: Access, id: string): Promise<DeletionJson | null> {
    const { workspace, actor, sessionId } = access;
    // A PUT that runs here decides. If its commit wasn't answered, nothing of it was sent.
    const running = this.#running.get(keyOf(workspace, id));
    const failedId = await running?.confirmed.then(
      () => null,
      () => running.attempt.attemptId,
    );
    const attemptId = failedId ?? randomUUID();
    const withdrawn = { workspace, id, actor, sessionId, reason: '', bodyHash: '', attemptId };
    await this.refresh(workspace);
    await this.#options.log.withdraw(withdrawn, 'This delete was withdrawn.');
    const { deletion } = await this.#find(access, id);
    return deletion.items.length === 0 ? null : deletion;
  }

  async stop(access: Access, id: string): Promise<void> {
    await this.#read(access, id);
    await this.#options.log.stop(access.workspace, id, access.actor);
  }

  async dismiss(access: Access, id: string, position: number): Promise<DeletionJson> {
    await this.#options.log.dismiss(access.workspace, id, position, access.actor);
    return this.#read(access, id);
  }

  /** A database that can only be read still shows what it has. */
  async refresh(workspace: string): Promise<void> {
    const { log, logError } = this.#options;
    await log.settleStale(workspace).catch((error) => logError(error, null));
  }

  async #read(access: Access, id: string): Promise<DeletionJson> {
    const { deletion } = await this.#find(access, id);
    if (deletion.items.length === 0) throw createUnknownError();
    return deletion;
  }

  async #find({ workspace, actor }: Access, id: string) {
    const row = await this.#options.log.find(workspace, id);
    const [deletion] = row === undefined ? [] : await this.reader.readDeletions([row], actor);
    if (row === undefined || deletion === undefined) throw createUnknownError();
    return { row, deletion };
  }
}

function keyOf(workspace: string, id: string): string {
  return JSON.stringify([workspace, id]);
}

function createUnknownError(): RefusalError {
  return new RefusalError('invalid', 'This deletion is unknown.');
}

function createDifferentBodyError(): RefusalError {
  return new RefusalError('different-body', 'This ID was used for a different delete, so nothing was sent.');
}
