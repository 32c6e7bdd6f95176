import { type EpochMs, parseInstant } from '../format/time.ts';
import { parseRegion } from '../rules/regions.ts';
import { foldForSearch } from '../rules/text.ts';
import { assignHues, type BarSegment } from '../ui/SegmentedBar.tsx';
import type { InstanceRow } from './instanceRow.ts';
import { type ColumnId, type Facet, facets, type TableView } from './tableView.ts';

type Filters = Pick<TableView, 'search' | Facet>;

/** The number of rows for each value of a facet. They match all filters but that of the facet itself. */
export type FacetCounts = Readonly<Record<Facet, ReadonlyMap<string, number>>>;

export function filterRows(
  rows: readonly InstanceRow[],
  filters: Filters,
  onlyKeys: ReadonlySet<string> | null,
  now: EpochMs,
): { matching: readonly InstanceRow[]; counts: FacetCounts } {
  const words = toSearchWords(filters.search);
  const oldest = new Date(now).setUTCFullYear(new Date(now).getUTCFullYear() - 2);
  const counts = { databases: new Map(), status: new Map(), region: new Map(), age: new Map() };
  const matching: InstanceRow[] = [];
  for (const row of rows) {
    if (onlyKeys !== null && !onlyKeys.has(row.key)) continue;
    if (words.length > 0 && !matchesWords(row, words)) continue;
    const values: Record<Facet, string> = {
      databases: row.databaseName,
      status: row.record?.status ?? '',
      region: row.record?.region ?? '',
      age: isOlder(row, oldest) ? 'old' : '',
    };
    const failing = facets.filter(
      (facet) => filters[facet].length > 0 && !filters[facet].includes(values[facet]),
    );
    if (failing.length === 0) matching.push(row);
    for (const facet of failing.length === 0 ? facets : failing.length === 1 ? failing : []) {
      const value = values[facet];
      counts[facet].set(value, (counts[facet].get(value) ?? 0) + 1);
    }
  }
  return { matching, counts };
}

type SortKey = string | number | null;

const sortKeys: Readonly<Record<ColumnId, (row: InstanceRow) => SortKey>> = {
  name: ({ label }) => toSortText(label),
  database: ({ databaseName }) => toSortText(databaseName),
  status: ({ record }) => toSortText(record?.status),
  region: ({ record }) => toSortText(record?.region && parseRegion(record.region).name),
  created: ({ record }) => (record?.created ? parseInstant(record.created) : null),
};

/** Without a chosen order, the order of the lists. Rows without a value are last. */
export function sortRows(rows: readonly InstanceRow[], sort: TableView['sort']): readonly InstanceRow[] {
  if (sort === null) return rows;
  const keyOf = sortKeys[sort.column];
  const direction = sort.descending ? -1 : 1;
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort(({ key: a }, { key: b }) => {
      if (a === null || b === null) return Number(a === null) - Number(b === null);
      return a === b ? 0 : a < b ? -direction : direction;
    })
    .map(({ row }) => row);
}

/** Makes numbers inside a text compare by value. A collator would need ten times as long for 10 000 rows. */
function toSortText(text: string | null | undefined): string | null {
  return text ? foldForSearch(text).replace(/\d+/g, (digits) => digits.padStart(16, '0')) : null;
}

function isOlder({ record }: InstanceRow, limit: EpochMs): boolean {
  const created = record?.created == null ? null : parseInstant(record.created);
  return created !== null && created < limit;
}

function toSearchWords(search: string): readonly string[] {
  return foldForSearch(search).split(/\s+/).filter(Boolean);
}

/** Folding a long list would delay each key press. */
const searchTexts = new WeakMap<InstanceRow, string>();

function matchesWords(row: InstanceRow, words: readonly string[]): boolean {
  let text = searchTexts.get(row);
  if (text === undefined) {
    text = toSearchText(row);
    searchTexts.set(row, text);
  }
  return words.every((word) => text.includes(word));
}

function toSearchText({ name, id, databaseName, record }: InstanceRow): string {
  const region = record?.region ?? '';
  const parts = [name, id, databaseName, region, parseRegion(region).name, record?.status];
  // A word contains no line break, so it can't match across two parts.
  return foldForSearch([...parts, record?.apiHost, record?.dbHost].filter(Boolean).join('\n'));
}

/** Colors and order come from all rows, so that a filter moves nothing. Values of no row stay with 0 if they are chosen. */
export function toFacetSegments(
  rows: readonly InstanceRow[],
  facet: Exclude<Facet, 'age'>,
  counts?: ReadonlyMap<string, number>,
): readonly BarSegment[] {
  const totals = new Map<string, number>();
  for (const { databaseName, record } of rows) {
    const value = facet === 'databases' ? databaseName : (record?.[facet] ?? '');
    if (value !== '') totals.set(value, (totals.get(value) ?? 0) + 1);
  }
  const hues = assignHues(totals.keys(), firstHues[facet]);
  const regions = [...totals.keys()].map((value) => parseRegion(value).name);
  const segments = Array.from(totals.keys(), (key): BarSegment => {
    const region = parseRegion(key).name;
    const isUnique = regions.indexOf(region) === regions.lastIndexOf(region);
    const label = facet === 'region' && isUnique ? region : key;
    const color = (facet === 'status' ? statusColors.get(key) : undefined) ?? hues.get(key) ?? 0;
    return { key, label, value: (counts ?? totals).get(key) ?? 0, color };
  });
  if (facet === 'databases') return segments;
  return segments.sort((a, b) => (totals.get(b.key) ?? 0) - (totals.get(a.key) ?? 0));
}

const firstHues = { databases: 0, status: 4, region: 3 } as const;

const statusColors = new Map<string, BarSegment['color']>([
  ['READY', 'ok'],
  ['BUILT', 0],
  ['REQUESTED', 'notice'],
  ['PENDING', 5],
]);
