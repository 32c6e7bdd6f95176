import { parseInstant } from '../format/time.ts';
import { parseRegion } from '../rules/regions.ts';
import { foldCase, foldForSearch } from '../rules/text.ts';
import { assignHues, type BarSegment } from '../ui/SegmentedBar.tsx';
import type { InstanceRow } from './instanceRow.ts';
import { type ColumnId, columnIds, type Facet, facets, type Sort, type TableView } from './tableView.ts';

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
      words.every((word) => getSearchText(row).includes(word)) &&
      pressed.every(({ facet, values }) => values.has(foldCase(getFacetValue(row, facet)))),
  );
}

function getFacetValue({ databaseName, record }: InstanceRow, facet: Facet): string {
  return facet === 'databases' ? databaseName : (record?.[facet] ?? '');
}

/** Folding a long list would delay each key press. */
const searchTexts = new WeakMap<InstanceRow, string>();

function getSearchText(row: InstanceRow): string {
  const text = searchTexts.get(row) ?? toSearchText(row);
  searchTexts.set(row, text);
  return text;
}

function toSearchText({ name, id, databaseName, record }: InstanceRow): string {
  const region = record?.region ?? '';
  const parts = [name, id, databaseName, region, parseRegion(region).name, record?.status];
  // A word contains no line break, so it can't match across two parts.
  return foldForSearch([...parts, record?.apiHost, record?.dbHost].filter(Boolean).join('\n'));
}

const sortKeys: Readonly<Record<ColumnId, (row: InstanceRow) => string | number | null>> = {
  name: ({ label }) => toSortText(label),
  database: ({ databaseName }) => toSortText(databaseName),
  status: ({ record }) => toSortText(record?.status),
  region: ({ record }) => toSortText(record?.region && parseRegion(record.region).name),
  created: ({ record }) => (record?.created ? parseInstant(record.created) : null),
};

/** Without a chosen order, the order of the lists. Rows without a value are last. */
export function sortRows(rows: readonly InstanceRow[], sort: Sort | null): readonly InstanceRow[] {
  const column = columnIds.find((id) => sort === id || sort === `-${id}`);
  if (column === undefined) return rows;
  const direction = sort === column ? 1 : -1;
  return rows
    .map((row) => ({ row, key: sortKeys[column](row) }))
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

/** The values of the whole list. Their counts, colors and order don't depend on a filter. `READY` and `ready` are one. */
export function toFacetSegments(rows: readonly InstanceRow[], facet: Facet): readonly BarSegment[] {
  const values = rows.map((row) => getFacetValue(row, facet)).filter(Boolean);
  const groups = [...Map.groupBy(values, foldCase).values()];
  const keys = groups.flatMap(([key = '']) => key);
  const hues = assignHues(keys, firstHues[facet]);
  const regions = Map.groupBy(keys, (key) => parseRegion(key).name);
  const segments = groups.map(({ 0: key = '', length: value }): BarSegment => {
    const region = parseRegion(key).name;
    const isUnique = regions.get(region)?.length === 1;
    const color = (facet === 'status' ? statusColors.get(foldCase(key)) : undefined) ?? hues.get(key) ?? 0;
    return { key, label: facet === 'region' && isUnique ? region : key, value, color };
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
