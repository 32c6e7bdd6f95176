import type { DeletionEntry } from './DeletionEntry.ts';

const prefix = 'workspace-console.deletion.';

/** Where the journal outlives a reload: one item an intent in sessionStorage, so that a change writes one intent only. */
export const journalStorage = {
  /** The entries of this tab, oldest first. */
  read(): DeletionEntry[] {
    return storedTexts()
      .map(parse)
      .filter((entry) => entry !== null)
      .sort((a, b) => a.confirmedAt - b.confirmedAt);
  },
  /** False where the browser has no room or keeps nothing: the journal then lives as long as the page. */
  write(entry: DeletionEntry): boolean {
    const name = prefix + entry.intentKey;
    try {
      sessionStorage.setItem(name, JSON.stringify(entry));
      return true;
    } catch {
      return writeWithoutRecord(name, entry);
    }
  },
};

/** What became of a delete matters more than the record that came back with it. */
function writeWithoutRecord(name: string, entry: DeletionEntry): boolean {
  const outcome = entry.outcome && { ...entry.outcome, record: null };
  try {
    sessionStorage.setItem(name, JSON.stringify({ ...entry, outcome }));
    return true;
  } catch {
    return false;
  }
}

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

/** One item that was cut or tampered with takes no other along. */
function parse(text: string | null): DeletionEntry | null {
  try {
    const found: unknown = JSON.parse(text ?? 'null');
    return isEntry(found) ? found : null;
  } catch {
    return null;
  }
}

function isEntry(value: unknown): value is DeletionEntry {
  return (
    typeof value === 'object' &&
    value !== null &&
    'intentKey' in value &&
    'target' in value &&
    typeof value.target === 'object' &&
    value.target !== null &&
    'outcome' in value &&
    'confirmedAt' in value &&
    typeof value.confirmedAt === 'number'
  );
}
