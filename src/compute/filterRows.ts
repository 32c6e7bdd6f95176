import { parseInstant } from '../format/time.ts';
import { parseRegion } from '../rules/instanceRecord.ts';
import { foldCase, foldForSearch } from '../rules/text.ts';
import { assignHues, type BarSegment } from '../ui/SegmentedBar.tsx';
import type { InstanceRow } from './instanceRow.ts';
import { type ColumnId, type Facet, facets, type TableView } from './tableView.ts';

export function filterRows(
  rows: readonly InstanceRow[],
  filters: Pick<TableView, 'search' | Facet>,
): readonly InstanceRow[] {
  const words = foldForSearch(filters.search).split(/\s+/).filter(Boolean);
  const pressed = facets
    .filter((facet) => filters[facet].length > 0)
    .map((facet) => ({ facet, values: new Set(filters[facet].map(foldCase)) }));
  return rows.filter(
    (row) =>
      matchesWords(row, words) &&
      pressed.every(({ facet, values }) => values.has(foldCase(getFacetValue(row, facet)))),
  );
}

function getFacetValue({ databaseName, record }: InstanceRow, facet: Facet): string {
  return facet === 'databases' ? databaseName : (record?.[facet] ?? '');
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

/** Folding a long list would delay each key press. */
const searchTexts = new WeakMap<InstanceRow, string>();

function matchesWords(row: InstanceRow, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = searchTexts.get(row) ?? toSearchText(row);
  searchTexts.set(row, text);
  return words.every((word) => text.includes(word));
}

function toSearchText({ name, id, databaseName, record }: InstanceRow): string {
  const region = record?.region ?? '';
  const parts = [name, id, databaseName, region, parseRegion(region).name, record?.status];
  // A word contains no line break, so it can't match across two parts.
  return foldForSearch([...parts, record?.apiHost, record?.dbHost].filter(Boolean).join('\n'));
}

/** The values of the whole list. Their counts, colors and order don't depend on a filter. `READY` and `ready` are one. */
export function toFacetSegments(rows: readonly InstanceRow[], facet: Facet): readonly BarSegment[] {
  const counts = new Map<string, number>();
  const spellings = new Map<string, string>();
  for (const row of rows) {
    const value = getFacetValue(row, facet);
    if (value === '') continue;
    const folded = foldCase(value);
    if (!spellings.has(folded)) spellings.set(folded, value);
    counts.set(folded, (counts.get(folded) ?? 0) + 1);
  }
  const values = [...spellings.values()];
  const hues = assignHues(values, firstHues[facet]);
  const regions = values.map((value) => parseRegion(value).name);
  const segments = Array.from(spellings, ([folded, key]): BarSegment => {
    const region = parseRegion(key).name;
    const isUnique = regions.indexOf(region) === regions.lastIndexOf(region);
    const color = (facet === 'status' ? statusColors.get(folded) : undefined) ?? hues.get(key) ?? 0;
    return {
      key,
      label: facet === 'region' && isUnique ? region : key,
      value: counts.get(folded) ?? 0,
      color,
    };
  });
  return facet === 'databases' ? segments : segments.sort((a, b) => b.value - a.value);
}

const firstHues = { databases: 0, status: 4, region: 3 } as const;

const statusColors = new Map<string, BarSegment['color']>([
  ['READY', 'ok'],
  ['BUILT', 0],
  ['REQUESTED', 'notice'],
  ['PENDING', 5],
]);
