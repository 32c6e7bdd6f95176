import { parseRegion } from '../../api/regions.ts';
import { dayMs, type EpochMs, formatDay, parseInstant } from '../../format/time.ts';
import { assignHues } from '../../ui/hues.ts';
import type { Segment } from '../../ui/SegmentedBar.tsx';
import type { InstanceRow } from '../instanceRow.ts';

const columnCount = 10;
const namedCount = 6;

/** In the order of the list. Keys are database names. */
export function summarizeDatabases(rows: readonly InstanceRow[]): readonly Segment[] {
  return countValues(rows.map(({ databaseName }) => databaseName));
}

/** The largest first. Keys are region identifiers. */
export function summarizeRegions(rows: readonly InstanceRow[]): readonly Segment[] {
  const segments = countValues(
    rows.map(({ record }) => record?.region ?? ''),
    3,
  );
  const names = segments.map(({ key }) => parseRegion(key).name);
  return segments
    .map((segment) => {
      const { name: region } = parseRegion(segment.key);
      const isUnique = names.indexOf(region) === names.lastIndexOf(region);
      return { ...segment, label: isUnique ? region : segment.key };
    })
    .sort((a, b) => b.value - a.value);
}

function countValues(values: readonly string[], firstHue = 0): readonly Segment[] {
  const hues = assignHues(values.filter(Boolean), firstHue);
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return Array.from(hues, ([key, color]) => ({ key, label: key, value: counts.get(key) ?? 0, color }));
}

export function groupSmallSegments(segments: readonly Segment[]): {
  named: readonly Segment[];
  others: Segment[];
} {
  if (segments.length <= namedCount) return { named: segments, others: [] };
  const sorted = segments.toSorted((a, b) => b.value - a.value);
  const value = sorted.slice(namedCount - 1).reduce((sum, each) => sum + each.value, 0);
  return {
    named: sorted.slice(0, namedCount - 1),
    others: [{ key: '', label: 'others', value, color: 'muted' }],
  };
}

export type CreationDateSummary = NonNullable<ReturnType<typeof summarizeCreated>>;

/** @returns null if no instance has a readable date */
export function summarizeCreated(rows: readonly InstanceRow[], now: EpochMs) {
  const dates = rows
    .flatMap(({ record }) => (record?.created && parseInstant(record.created)) || [])
    .sort((a, b) => a - b);
  const [first] = dates;
  const last = dates.at(-1);
  if (first === undefined || last === undefined) return null;
  const start = Math.floor(first / dayMs);
  // Whole days, so that the URL of a column needs no time.
  const width = Math.max(1, Math.ceil((Math.floor(last / dayMs) + 1 - start) / columnCount));
  const counts = new Array<number>(columnCount).fill(0);
  for (const date of dates) {
    const index = Math.floor((Math.floor(date / dayMs) - start) / width);
    counts[index] = (counts[index] ?? 0) + 1;
  }
  const oldDay = Math.floor(new Date(now).setUTCFullYear(new Date(now).getUTCFullYear() - 2) / dayMs);
  return {
    first,
    last,
    columns: counts.map((count, index) => {
      const from = start + index * width;
      return {
        range: { from: toDay(from), to: toDay(from + width) },
        days: `${formatDay(from * dayMs)} to ${formatDay((from + width - 1) * dayMs)}`,
        count,
        isOld: from + width / 2 < oldDay,
      };
    }),
    oldCount: dates.filter((date) => date < oldDay * dayMs).length,
    oldRange: { from: null, to: toDay(oldDay) },
  };
}

function toDay(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}
