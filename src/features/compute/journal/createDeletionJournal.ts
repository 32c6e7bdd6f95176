import type { DeletionEntry } from './DeletionEntry.ts';
import { journalStorage } from './journalStorage.ts';
import { pageLock } from './pageLock.ts';
import { recoverEntry } from './recoverEntry.ts';

export type DeletionJournal = ReturnType<typeof createDeletionJournal>;

/** From this many intents on, the screen is told of changes at intervals and not of each. */
const many = 500;
const intervalMs = 50;

/**
 * The list of all intents of this tab, oldest first. An entry is written before its DELETE is sent, so that no reload,
 * crash or closed dialog can lose what was asked for. Snapshots are immutable.
 * @param serviceUrl base_url of the service that was asked
 * @param mayKeep false after sign-out: an outcome that comes in then is not left behind in the browser
 */
export function createDeletionJournal(serviceUrl: string, mayKeep: () => boolean) {
  const storage = journalStorage(serviceUrl);
  const listeners = new Set<() => void>();
  const entries = new Map<string, DeletionEntry>();
  let snapshot: readonly DeletionEntry[] | null = null;
  /** Open ones that this tab has a copy of: whether they are its own shows once nobody is at them. */
  const copies = new Map<string, DeletionEntry>();
  let hasClaimed = false;
  let lossy = false;
  let isTelling = false;

  for (const stored of storage.read()) {
    // The page that it is a copy of may have sent it since.
    const isStale = stored.sentAt === null && !pageLock.isSameTab(stored.page);
    const entry = isStale && stored.outcome === null ? { ...stored, sentAt: stored.confirmedAt } : stored;
    if (entry !== stored) storage.write(entry);
    if (entry.outcome !== null) entries.set(entry.intentKey, entry);
    else if (pageLock.isOver(entry.page)) put(recoverEntry(entry, Date.now()));
    else copies.set(entry.intentKey, entry);
  }

  /** Not before somebody listens: React may make a journal that it then does not keep. */
  function claimCopies() {
    for (const entry of copies.values())
      pageLock.whenOver(entry.page, () => copies.has(entry.intentKey) && recover(entry));
  }

  function recover(entry: DeletionEntry) {
    put(recoverEntry(entry, Date.now()));
    publish();
  }

  function put(entry: DeletionEntry) {
    entries.set(entry.intentKey, entry);
    snapshot = null;
    if (mayKeep() && !storage.write(entry)) lossy = true;
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
      snapshot ??= [...entries.values()].sort((a, b) => a.confirmedAt - b.confirmedAt);
      return snapshot;
    },
    /** Whether the browser refused to keep an entry, so that a reload would lose it. */
    isLossy: () => lossy,
    subscribe(listener: () => void) {
      if (!hasClaimed) claimCopies();
      hasClaimed = true;
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Another tab tells how one of its intents ended: where this tab was duplicated from it, it has but a copy. */
    leaveToOther(intentKey: string) {
      if (!copies.delete(intentKey)) return;
      entries.delete(intentKey);
      snapshot = null;
      storage.remove(intentKey);
      publish();
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
