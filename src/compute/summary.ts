import type { InstanceRow } from '../deletion/instanceRow.ts';
import { hueOf } from '../ui/hues.ts';
import type { Segment } from '../ui/SegmentedBar.tsx';
import { type EpochMs, parseInstant } from '../ui/time.ts';
import type { DayRange } from './tableView.ts';

const dayMs = 86_400_000;
const columnCount = 10;
/** Segments with a name. The others share one. */
const namedCount = 6;

/** `CLOUDA_EU_CENTRAL_1` is the region `eu-central-1` of `CLOUDA`. An identifier without a prefix is the region itself. */
export function splitRegion(identifier: string): { provider: string | null; region: string } {
  const [, provider = null, region = ''] = /^([^_]+)_(.+)$/.exec(identifier) ?? [];
  if (provider === null) return { provider, region: identifier };
  return { provider, region: region.toLowerCase().replaceAll('_', '-') };
}

/** Segments of the databases, in the order of the list. Keys are database names. */
export function summarizeDatabases(rows: readonly InstanceRow[]): readonly Segment[] {
  return toSegments(
    rows.map(({ databaseName }) => databaseName),
    { firstHue: [0, 1, 2, 4, 5, 3], labelOf: (name) => name },
  );
}

/** Segments of the regions, the largest first. Keys are region identifiers. */
export function summarizeRegions(rows: readonly InstanceRow[]): readonly Segment[] {
  const regions = rows.map(({ record }) => record?.region ?? '');
  const names = [...new Set(regions)].map((identifier) => splitRegion(identifier).region);
  const segments = toSegments(regions, {
    firstHue: [3, 4, 5, 0, 1, 2],
    labelOf: (identifier) => {
      const { region } = splitRegion(identifier);
      return names.indexOf(region) === names.lastIndexOf(region) ? region : identifier;
    },
  });
  return segments.toSorted((a, b) => b.value - a.value);
}

type SegmentOptions = { firstHue: readonly number[]; labelOf: (key: string) => string };

function toSegments(values: readonly string[], { firstHue, labelOf }: SegmentOptions): readonly Segment[] {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([key, value], index) => ({
    key,
    label: labelOf(key),
    value,
    color: hueOf(firstHue[index % firstHue.length] ?? index),
  }));
}

/** The segments that get a name, and one for all the others. */
export function foldSegments(segments: readonly Segment[]): { named: readonly Segment[]; others: Segment[] } {
  if (segments.length <= namedCount) return { named: segments, others: [] };
  const named = segments.toSorted((a, b) => b.value - a.value).slice(0, namedCount - 1);
  const value = segments.reduce((sum, each) => sum + (named.includes(each) ? 0 : each.value), 0);
  return { named, others: [{ key: '', label: 'others', value, color: 'muted' }] };
}

export type CreatedColumn = {
  range: DayRange;
  firstDay: EpochMs;
  lastDay: EpochMs;
  count: number;
  isOld: boolean;
};

export type CreatedSummary = {
  columns: readonly CreatedColumn[];
  first: EpochMs;
  last: EpochMs;
  /** Instances older than two years. */
  oldCount: number;
  oldRange: DayRange;
};

/** @returns null if no instance has a readable date */
export function summarizeCreated(rows: readonly InstanceRow[], now: EpochMs): CreatedSummary | null {
  const dates = rows.flatMap(({ record }) => (record?.created && parseInstant(record.created)) || []);
  if (dates.length === 0) return null;
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const date of dates) {
    first = Math.min(first, date);
    last = Math.max(last, date);
  }
  const start = Math.floor(first / dayMs);
  // Whole days, so that the URL of a column needs no time.
  const width = Math.max(1, Math.ceil((Math.floor(last / dayMs) + 1 - start) / columnCount));
  const counts = new Array<number>(columnCount).fill(0);
  for (const date of dates) {
    const index = Math.floor((Math.floor(date / dayMs) - start) / width);
    counts[index] = (counts[index] ?? 0) + 1;
  }
  const twoYearsAgo = new Date(now).setUTCFullYear(new Date(now).getUTCFullYear() - 2);
  const oldDay = Math.floor(twoYearsAgo / dayMs);
  return {
    first,
    last,
    columns: counts.map((count, index) => {
      const from = start + index * width;
      return {
        range: { from: toDay(from), to: toDay(from + width) },
        firstDay: from * dayMs,
        lastDay: (from + width - 1) * dayMs,
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
