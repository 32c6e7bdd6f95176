import type { DeletionEntry } from './DeletionEntry.ts';
import { journalStorage } from './journalStorage.ts';
import { recoverEntry } from './recoverEntry.ts';

export type DeletionJournal = ReturnType<typeof createDeletionJournal>;

/** From this many intents on, the screen is told of changes at intervals and not of each. */
const many = 500;
const intervalMs = 50;

/**
 * The list of all intents of this tab, oldest first. An entry is written before its DELETE is sent, so that no reload,
 * crash or closed dialog can lose what was asked for. Snapshots are immutable.
 * @param mayKeep false after sign-out: an outcome that comes in then is not left behind in the browser
 */
export function createDeletionJournal(mayKeep: () => boolean) {
  const listeners = new Set<() => void>();
  const entries = new Map<string, DeletionEntry>();
  let snapshot: readonly DeletionEntry[] | null = null;
  let lossy = false;
  let isTelling = false;

  for (const entry of journalStorage.read()) {
    const recovered = recoverEntry(entry, Date.now());
    if (recovered !== entry) journalStorage.write(recovered);
    entries.set(entry.intentKey, recovered);
  }

  function put(entry: DeletionEntry) {
    entries.set(entry.intentKey, entry);
    snapshot = null;
    if (mayKeep() && !journalStorage.write(entry)) lossy = true;
  }

  function publish() {
    isTelling = false;
    for (const listener of listeners) listener();
  }

  function changed(isUrgent: boolean) {
    if (isUrgent && entries.size < many) return publish();
    if (isTelling) return;
    isTelling = true;
    setTimeout(() => isTelling && publish(), intervalMs);
  }

  return {
    /** As they are now, also where the screen is told a little later: a sum must never lack what is known. */
    entries(): readonly DeletionEntry[] {
      snapshot ??= [...entries.values()];
      return snapshot;
    },
    /** Whether the browser refused to keep an entry, so that a reload would lose it. */
    isLossy: () => lossy,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    add(added: readonly DeletionEntry[]) {
      for (const entry of added) put(entry);
      publish();
    },
    /** Changes one entry and gives it back. An outcome once reached, and when it was, is never replaced. */
    update(intentKey: string, change: Partial<Omit<DeletionEntry, 'intentKey' | 'target'>>) {
      const entry = entries.get(intentKey);
      if (entry === undefined) return null;
      const reached = entry.outcome === null ? {} : endOf(entry);
      const next = { ...entry, ...change, ...reached };
      put(next);
      // That it was sent can be told with what comes of it: the page need not be drawn anew between the two.
      changed(change.sentAt == null);
      return next;
    },
  };
}

function endOf({ outcome, sentAt, settledAt }: DeletionEntry) {
  return { outcome, sentAt, settledAt };
}
