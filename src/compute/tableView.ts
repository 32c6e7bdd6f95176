import {
  debounce,
  type inferParserType,
  parseAsInteger,
  parseAsNativeArrayOf,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
} from 'nuqs';
import { parseInstant } from '../format/time.ts';
import { parseRegion } from '../rules/instanceRecord.ts';
import { foldCase, foldForSearch } from '../rules/text.ts';
import { assignHues, type BarSegment } from '../ui/SegmentedBar.tsx';
import type { InstanceRow } from './instanceRow.ts';

export const columnIds = ['name', 'database', 'status', 'region', 'created'] as const;
export type ColumnId = (typeof columnIds)[number];

export const maxSearchLength = 500;

const sorts = columnIds.flatMap((id) => [id, `-${id}`] as const);
/** With a hyphen: descending. */
type Sort = (typeof sorts)[number];

/** What the table shows. It is in the URL, so that links, a reload and Back keep it. */
const viewParsers = {
  // Browsers limit frequent changes of the URL.
  search: parseAsString.withDefault('').withOptions({ limitUrlUpdates: debounce(300) }),
  sort: parseAsStringLiteral(sorts),
  databases: parseAsNativeArrayOf(parseAsString),
  region: parseAsNativeArrayOf(parseAsString),
  status: parseAsNativeArrayOf(parseAsString),
  page: parseAsInteger.withDefault(1),
  details: parseAsString,
  open: parseAsStringLiteral(['add', 'databases', 'select']),
};

const urlKeys = { search: 'q', databases: 'database', details: 'show' } as const;

type TableView = inferParserType<typeof viewParsers>;

export const facets = ['databases', 'region', 'status'] as const;
export type Facet = (typeof facets)[number];

export function hasFacets(view: TableView): boolean {
  return facets.some((facet) => view[facet].length > 0);
}

/** A change of search, filter or order returns to page 1. Only the details add a history entry. */
export function useTableView() {
  const [view, setView] = useQueryStates(viewParsers, { urlKeys });
  function changeView(changes: ViewChanges, history: 'push' | 'replace' = 'replace') {
    const keepsPage = 'page' in changes || 'details' in changes || 'open' in changes;
    void setView({ ...(!keepsPage && { page: null }), ...changes }, { history });
  }
  return [view, changeView] as const;
}

type ViewChanges = { [Key in keyof TableView]?: TableView[Key] | null };

export function useClearFilters(): () => void {
  const [, changeView] = useTableView();
  return () => {
    changeView({ search: null, databases: null, region: null, status: null });
    // The button that was pressed leaves the page.
    document.getElementById(searchId)?.focus();
  };
}

/** `/` and Ctrl K focus it from every screen. */
export const searchId = 'instance-search';
export const tableId = 'instances';
/** The first alert of Compute. It takes the focus from the dialog whose result it says. */
export const deletionAlertId = 'deletion-alert';

/** Where the focus goes when what had it is gone: the row, else the table, else the heading as after navigation. */
export function findFocus(key: string | null): HTMLElement | null {
  const table = document.getElementById(tableId) ?? document.getElementById('page-heading');
  return findRowButton(key) ?? table;
}

export function findRowButton(key: string | null): HTMLElement | null {
  const row = key === null ? null : document.querySelector(`tr[data-key="${CSS.escape(key)}"]`);
  return row?.querySelector<HTMLElement>('td button') ?? null;
}

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
  const hues = assignHues(keys, 2 * facets.indexOf(facet));
  const regions = Map.groupBy(keys, (key) => parseRegion(key).name);
  const segments = groups.map(({ 0: key = '', length: value }): BarSegment => {
    const region = parseRegion(key).name;
    const isUnique = regions.get(region)?.length === 1;
    const isReady = facet === 'status' && foldCase(key) === 'READY';
    const color = isReady ? 'ok' : (hues.get(key) ?? 0);
    return { key, label: facet === 'region' && isUnique ? region : key, value, color };
  });
  return facet === 'databases' ? segments : segments.sort((a, b) => b.value - a.value);
}
