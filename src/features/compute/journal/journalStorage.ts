import type { DeletionEntry } from './DeletionEntry.ts';
import { decodeEntry } from './decodeEntry.ts';

/**
 * Where the journal outlives a reload: one item an intent in sessionStorage, so that a change writes one intent only.
 * @param serviceUrl what was asked of one service is never asked of another, nor told of its list
 */
export function journalStorage(serviceUrl: string) {
  const prefix = `workspace-console.deletion.${JSON.stringify(serviceUrl)}.`;

  /** Nothing where the browser keeps nothing. */
  function storedTexts(): (string | null)[] {
    try {
      return Object.keys(sessionStorage)
        .filter((name) => name.startsWith(prefix))
        .map((name) => sessionStorage.getItem(name));
    } catch {
      return [];
    }
  }

  return {
    /** The entries of this tab, in no order. */
    read: (): DeletionEntry[] =>
      storedTexts()
        .map(decodeEntry)
        .filter((entry) => entry !== null),
    /** False where the browser has no room or keeps nothing: the journal then lives as long as the page. */
    write(entry: DeletionEntry): boolean {
      const name = prefix + entry.intentKey;
      // What became of a delete matters more than the record that came back with it.
      const outcome = entry.outcome && { ...entry.outcome, record: null };
      return keep(name, entry) || keep(name, { ...entry, outcome });
    },
    remove: (intentKey: string) => remove(prefix + intentKey),
  };
}

/** What has no room takes its older version along: after a reload that would tell of a time that is over. */
function keep(name: string, entry: DeletionEntry): boolean {
  try {
    sessionStorage.setItem(name, JSON.stringify(entry));
    return true;
  } catch {
    remove(name);
    return false;
  }
}

function remove(name: string) {
  try {
    sessionStorage.removeItem(name);
  } catch {
    // A browser that blocks storage has kept nothing.
  }
}
