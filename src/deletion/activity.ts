import { foldText } from '../ui/text.ts';
import type { Deletion, EpochMs } from './deletion.ts';
import { latestResults } from './deletion.ts';
import type { InstanceRow } from './instanceRow.ts';

export type ActivityProps = {
  /** All rows as they are listed now, by key. */
  rows: ReadonlyMap<string, InstanceRow>;
  /** A sentence of `describeSinceThen`, or null if no later list is known. */
  sinceThen: (deletion: Deletion) => string | null;
  /** Null if the service can't list instances. */
  onRefresh: (() => void) | null;
  onDeleteAgain: (row: InstanceRow) => void;
};

/** A single or a bulk delete. */
export type Entry = {
  key: string;
  confirmedAt: EpochMs;
  isBulk: boolean;
  /** The deletion, or the latest result of each instance of the bulk delete. */
  results: readonly Deletion[];
  /** Every deletion of the entry, also those that a later one has replaced. */
  deletions: readonly Deletion[];
};

/** @param deletions oldest first */
export function toEntries(deletions: readonly Deletion[]): Entry[] {
  return [...Map.groupBy(deletions, ({ bulk, id }) => bulk ?? id)]
    .map(([key, ofEntry]): Entry => {
      const [first] = ofEntry;
      const isBulk = first?.bulk != null;
      const results = isBulk ? latestResults(deletions, key) : ofEntry;
      return { key, confirmedAt: first?.confirmedAt ?? 0, isBulk, results, deletions: ofEntry };
    })
    .reverse();
}

export function matchesSearch({ deletions }: Entry, search: string): boolean {
  const words = foldText(search).split(/\s+/).filter(Boolean);
  return deletions.some(({ label, name, target, reason }) => {
    const text = foldText([label, name, target.instanceId, target.databaseName, reason].join(' '));
    return words.every((word) => text.includes(word));
  });
}
