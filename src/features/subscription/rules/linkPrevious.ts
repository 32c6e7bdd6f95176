import type { HistoryEntry } from './HistoryEntry.ts';
import { oldestFirst } from './oldestFirst.ts';

/**
 * Gives every counted entry its `previous`: of those that started strictly before it, the one in force most
 * recently; among several in force at that moment, the one that started last. Order and number of entries stay; the
 * entries themselves are written to, as copies of 100 000 are dear. In steps, as `analyseSteps` is.
 */
export function* linkPrevious(entries: readonly HistoryEntry[]): Generator<void, readonly HistoryEntry[]> {
  const lasting: HistoryEntry[] = [];
  let lastEnded: HistoryEntry | null = null;
  let waiting: HistoryEntry[] = [];
  for (const [at, entry] of oldestFirst(entries).entries()) {
    if (at % entriesPerStep === 0) yield;
    const from = entry.from ?? 0;
    // Entries of one start do not precede each other, so they join only when a later start is met.
    if (waiting[0] !== undefined && waiting[0].from !== from) {
      for (const started of waiting) push(lasting, started);
      waiting = [];
    }
    lastEnded = dropEnded(lasting, from, lastEnded);
    const previous: HistoryEntry | null = lasting.at(-1) ?? lastEnded;
    if (previous !== null) entry.previous = link(previous, from);
    if (endOf(entry) > from) waiting.push(entry);
  }
  return entries;
}

const entriesPerStep = 1000;

// The stack keeps start ascending and end descending: an earlier one that ends no later can never be asked for again.
function push(lasting: HistoryEntry[], entry: HistoryEntry): void {
  while (lasting.length > 0 && endOf(lasting.at(-1)) <= endOf(entry)) lasting.pop();
  lasting.push(entry);
}

function dropEnded(
  lasting: HistoryEntry[],
  moment: number,
  lastEnded: HistoryEntry | null,
): HistoryEntry | null {
  let last = lastEnded;
  for (let top = lasting.at(-1); top !== undefined && endOf(top) < moment; top = lasting.at(-1)) {
    if (last === null || endOf(top) >= endOf(last)) last = top;
    lasting.pop();
  }
  return last;
}

function link(previous: HistoryEntry, from: number): HistoryEntry['previous'] {
  const gapMs = Math.max(0, from - endOf(previous));
  return { index: previous.index, level: previous.record.level, gapMs };
}

function endOf(entry: HistoryEntry | undefined): number {
  return entry?.to ?? Number.POSITIVE_INFINITY;
}
