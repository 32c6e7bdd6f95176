import { createStore } from 'zustand/vanilla';
import type { Policy } from '../../config.ts';
import { type Deletion, type NewDeletion, notSentOutcome } from '../../rules/deletion.ts';
import { cantStoreSentence } from '../../rules/mayDelete.ts';
import type { DeleteOutcome } from '../../rules/outcome.ts';
import { defaultRetryAfterMs } from '../../rules/responseHeaders.ts';
import type { SendContext, SettledDeletion, sendDeletion } from '../delete/deleteInstance.ts';

/** DELETE requests at a time. The browser would queue more of them, so their deadlines would start too early. */
const concurrency = 3;
/** A longer wait (ms) stops the run, because the admin is probably not watching any longer. */
const maxWaitMs = 60_000;

/** Why a run stopped. The rest of its deletions are `not-sent` with the sentence. */
export type BulkStop = {
  kind: DeleteOutcome['kind'] | 'note' | 'admin' | 'token' | 'signed-out';
  sentence: string;
};

export type BulkRun = {
  id: string;
  workspace: string;
  session: string;
  ids: readonly string[];
  /** `stopping`: no more requests leave, and those that were sent still get their outcomes. */
  phase: 'running' | 'stopping' | 'ended';
  waitsUntil: number | null;
  stop: BulkStop | null;
  endedAt: number | null;
  policy: Policy;
  unsaved: readonly Deletion[];
  /** True while its dialog is open. The sidebar shows the run until then. */
  isOpened: boolean;
};

export type BulkStart = {
  sender: SendContext;
  /** Passed by the dialogs, which load later than this module. */
  send: typeof sendDeletion;
  workspace: string;
  session: string;
  deletions: readonly NewDeletion[];
  /** True if the admin has typed again after a doubt. A differing ID then no longer stops the run. */
  acceptsDifferentIds: boolean;
  /** Blocks unload and idle sign-out until the returned function is called. */
  beginWork: () => () => void;
};

/** Lives outside React, and goes on when the workspace changes. */
export class BulkDelete {
  readonly run = createStore<BulkRun | null>(() => null);
  #start: BulkStart | null = null;
  #waiting: Deletion[] = [];
  #endWait: () => void = () => {};

  /** Stops at the first doubt. Null once everything is stored, or why nothing was stored and sent. */
  start(start: BulkStart): Promise<string | null> {
    const { log } = start.sender;
    return new Promise((resolve) => {
      const runAll = async () => {
        const endWork = start.beginWork();
        try {
          this.#begin(start, await log.add(start.deletions));
          resolve(null);
          await this.#sendAll(start);
        } finally {
          endWork();
        }
        return true;
      };
      log.runAlone(runAll).then(
        (hasRun) => resolve(hasRun ? null : alreadyRunning),
        () => resolve(cantStoreSentence),
      );
    });
  }

  stop(): void {
    this.#stop({ kind: 'admin', sentence: 'You stopped this bulk delete.' });
  }

  /** Without it, the run would stop only after its wait for the service. */
  noteSessionChange(): void {
    if (this.#start?.sender.connection.isOpen?.() === false) this.#stop(signedOut);
  }

  openDialog(): void {
    this.#update({ isOpened: true });
  }

  /** Closes the dialog. A run that has ended is then forgotten; Activity has its outcomes. */
  closeDialog(): void {
    if (this.run.getState()?.phase === 'ended') this.run.setState(null, true);
    else this.#update({ isOpened: false });
  }

  #begin(start: BulkStart, stored: readonly Deletion[]): void {
    this.#start = start;
    this.#waiting = [...stored];
    this.run.setState({
      id: stored[0]?.bulk ?? '',
      workspace: start.workspace,
      session: start.session,
      ids: stored.map(({ id }) => id),
      phase: 'running',
      waitsUntil: null,
      stop: null,
      endedAt: null,
      policy: start.sender.policy(),
      unsaved: [],
      isOpened: true,
    });
  }

  async #sendAll(start: BulkStart): Promise<void> {
    // One alone until the service has clearly deleted one. Only after a 429 the next one is tried.
    let isClear = false;
    while (!isClear && this.#waiting.length > 0) isClear = await this.#sendNext(start, { isFirst: true });
    const sendRest = async () => {
      while (this.#waiting.length > 0) await this.#sendNext(start, { isFirst: false });
    };
    await Promise.all(Array.from({ length: concurrency }, sendRest));
    this.#start = null;
    this.#update({ phase: 'ended', waitsUntil: null, endedAt: performance.now() });
  }

  /** @returns true if the outcome is clear */
  async #sendNext(start: BulkStart, { isFirst }: { isFirst: boolean }): Promise<boolean> {
    await this.#waitForService();
    const deletion = this.#waiting.shift();
    if (deletion === undefined) return false;
    const { deletion: settled, isSaved } = await start.send(
      { ...start.sender, findStop: this.#findStop },
      deletion,
    );
    if (!isSaved) this.#update({ unsaved: [...(this.run.getState()?.unsaved ?? []), settled] });
    if (start.sender.connection.isOpen?.() === false) await this.#stop(signedOut);
    const interruption = findInterruption(settled, {
      isFirst,
      acceptsDifferentIds: start.acceptsDifferentIds,
    });
    if (interruption === null) return true;
    if ('waitMs' in interruption) this.#pauseFor(interruption.waitMs);
    else await this.#stop(interruption);
    return false;
  }

  #pauseFor(waitMs: number): void {
    const waitsUntil = Math.max(performance.now() + waitMs, this.run.getState()?.waitsUntil ?? 0);
    this.#update({ waitsUntil });
  }

  async #waitForService(): Promise<void> {
    for (;;) {
      const waitMs = (this.run.getState()?.waitsUntil ?? 0) - performance.now();
      if (waitMs <= 0 || this.#waiting.length === 0) break;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMs);
        const endEarlierWait = this.#endWait;
        this.#endWait = () => {
          clearTimeout(timer);
          resolve();
          endEarlierWait();
        };
      });
    }
    if (this.run.getState()?.waitsUntil != null) this.#update({ waitsUntil: null });
  }

  async #stop(stop: BulkStop): Promise<void> {
    const run = this.run.getState();
    if (this.#start === null || run?.phase !== 'running') return;
    const { log } = this.#start.sender;
    const rest = this.#waiting;
    this.#waiting = [];
    this.#update({ phase: 'stopping', stop });
    this.#endWait();
    if (rest.length === 0) return;
    // If they can't be stored, they are still unsent, and the next visit says so.
    await log.settle(rest, notSentOutcome(describeUnsent(stop))).catch(() => undefined);
  }

  readonly #findStop = (): string | null => {
    const stop = this.run.getState()?.stop;
    return stop ? describeUnsent(stop) : null;
  };

  #update(changes: Partial<BulkRun>): void {
    this.run.setState((run) => run && { ...run, ...changes }, true);
  }
}

/** The sentence may be about a different instance, so it can't stand alone. */
function describeUnsent({ sentence }: BulkStop): string {
  return `The bulk delete had stopped: ${sentence}`;
}

const alreadyRunning = 'A bulk delete is running in this browser already. Wait for it to end.';
const signedOut: BulkStop = { kind: 'signed-out', sentence: 'You signed out during this bulk delete.' };

type InterruptionOptions = { isFirst: boolean; acceptsDifferentIds: boolean };

/** A reason to stop, a wait (ms) that the service asks for, or null to go on. */
export function findInterruption(
  { outcome, label }: SettledDeletion['deletion'],
  { isFirst, acceptsDifferentIds }: InterruptionOptions,
): BulkStop | { waitMs: number } | null {
  const { kind, status, retryAfterMs, doubtful } = outcome;
  switch (kind) {
    case 'deleted':
    case 'accepted':
      if (doubtful === null || (doubtful === 'id' && acceptsDifferentIds)) return null;
      return { kind: 'note', sentence: `The response for ${label} has a different ${doubtful}.` };
    case 'gone':
      return isFirst ? { kind, sentence: `The first instance, ${label}, was not found.` } : null;
    case 'refused': {
      // A proxy in front answered, so the service said nothing about the token or the instance.
      if (outcome.fromProxy) return { kind, sentence: outcome.reason };
      if (status === 401) return { kind: 'token', sentence: 'The service no longer accepts the token.' };
      if (status !== 429) return { kind, sentence: `The service refused to delete ${label}.` };
      const waitMs = retryAfterMs ?? defaultRetryAfterMs;
      const minutes = Math.ceil(waitMs / 60_000);
      return waitMs <= maxWaitMs
        ? { waitMs }
        : { kind, sentence: `The service asks to wait ${minutes} minutes.` };
    }
    case 'unknown':
      return { kind, sentence: `We don't know whether ${label} was deleted.` };
    case 'mismatch':
      return { kind, sentence: `The response for ${label} names a different workspace.` };
    case 'not-sent':
      return { kind, sentence: `${label} wasn't sent.` };
  }
}
