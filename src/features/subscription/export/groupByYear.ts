import type { HistoryEntry } from '../rules/HistoryEntry.ts';

export type YearGroup = { year: number | null; entries: readonly HistoryEntry[] };

/**
 * Splits a list that is already newest first into runs of one year; null is the run without a readable start.
 * @param yearOf the year a moment (ms UTC) falls in, in the zone the screen shows; UTC unless given
 */
export function groupByYear(
  entries: readonly HistoryEntry[],
  yearOf: (moment: number) => number = utcYear,
): YearGroup[] {
  const groups: { year: number | null; entries: HistoryEntry[] }[] = [];
  for (const entry of entries) {
    const year = entry.from === null ? null : yearOf(entry.from);
    const last = groups.at(-1);
    if (last !== undefined && last.year === year) last.entries.push(entry);
    else groups.push({ year, entries: [entry] });
  }
  return groups;
}

function utcYear(moment: number): number {
  return new Date(moment).getUTCFullYear();
}
