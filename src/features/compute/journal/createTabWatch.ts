import type { DeleteOutcomeKind } from '../../../api/DeleteOutcome.ts';
import { leavingKinds } from './leavingKinds.ts';

/** What one tab tells the others of its deletions: the target as its key, and how it ended or that it is put back. */
export type TabMessage = {
  target: string;
  kind: DeleteOutcomeKind | 'sending' | 'put-back';
  intentKey?: string | undefined;
};

export type TabWatch = ReturnType<typeof createTabWatch>;

/** Longer than any deletion may take, in ms. */
const longestMs = 70_000;

/**
 * Keeps the tabs of one browser out of each other's way: a target is deleted by one tab at a time, and the others see
 * it. Where Web Locks are missing (plain http off localhost) what the other tabs said has to do.
 */
export function createTabWatch(serviceUrl: string, onTold: (message: TabMessage) => void) {
  const listeners = new Set<() => void>();
  const name = `workspace-console.deletions.${serviceUrl}`;
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  let elsewhere: ReadonlyMap<string, TabMessage['kind']> = new Map();

  function note(target: string, kind: TabMessage['kind'] | null) {
    const next = new Map(elsewhere);
    if (kind === 'sending' || (kind !== null && leavingKinds.has(kind))) next.set(target, kind);
    else next.delete(target);
    elsewhere = next;
    for (const listener of listeners) listener();
  }

  function follow({ data }: MessageEvent<unknown>) {
    if (!isMessage(data)) return;
    note(data.target, data.kind);
    onTold(data);
    if (data.kind === 'sending') void forgetWhenOver(data.target);
  }

  /** A tab that crashed or was closed says no more: its lock, or the time, tells that it is at it no longer. */
  async function forgetWhenOver(target: string) {
    const { locks } = navigator;
    if (locks === undefined) await new Promise((resolve) => setTimeout(resolve, longestMs));
    else await locks.request(`${name}.${target}`, { mode: 'shared' }, () => undefined).catch(() => undefined);
    if (elsewhere.get(target) === 'sending') note(target, null);
  }

  /** What other tabs were at already when this one was opened. */
  async function lookRound() {
    const { held = [] } = (await navigator.locks?.query().catch(() => null)) ?? {};
    for (const lock of held) {
      if (lock.mode !== 'exclusive' || !lock.name?.startsWith(`${name}.`)) continue;
      const target = lock.name.slice(name.length + 1);
      note(target, 'sending');
      void forgetWhenOver(target);
    }
  }

  return {
    /** What other tabs are deleting or have deleted since this one was opened, by target. */
    elsewhere: () => elsewhere,
    subscribe(listener: () => void) {
      if (listeners.size === 0) {
        channel?.addEventListener('message', follow);
        void lookRound();
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) channel?.removeEventListener('message', follow);
      };
    },
    /** What is added anew by hand is wanted in the list, whatever another tab did with it. */
    forget: (target: string) => note(target, null),
    tell(target: string, kind: TabMessage['kind'], intentKey?: string) {
      channel?.postMessage({ target, kind, intentKey } satisfies TabMessage);
    },
    /** Runs the work while no other tab can; null where another tab is at this target. */
    async alone<Result>(target: string, work: () => Promise<Result>): Promise<Result | null> {
      let hasBegun = false;
      const begin = () => {
        hasBegun = true;
        return work();
      };
      try {
        if (navigator.locks !== undefined)
          return await navigator.locks.request(`${name}.${target}`, { ifAvailable: true }, (lock) =>
            lock === null ? null : begin(),
          );
      } catch (error) {
        // A browser that blocks storage has locks and refuses them.
        if (hasBegun) throw error;
      }
      return elsewhere.get(target) === 'sending' ? null : begin();
    },
  };
}

function isMessage(data: unknown): data is TabMessage {
  return (
    typeof data === 'object' &&
    data !== null &&
    'target' in data &&
    typeof data.target === 'string' &&
    'kind' in data &&
    typeof data.kind === 'string'
  );
}
