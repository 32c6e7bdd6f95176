import {
  debounce,
  type inferParserType,
  parseAsInteger,
  parseAsNativeArrayOf,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
} from 'nuqs';
import { createContext, use, useDeferredValue, useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { parseInstant } from '../format/time.ts';
import { type DeletionTarget, instanceKey } from '../rules/deletion.ts';
import { parseRegion } from '../rules/instanceRecord.ts';
import { foldCase, foldForSearch } from '../rules/text.ts';
import { useSession } from '../session/pageData.ts';
import {
  hasSameNameAndDate,
  type InstanceRow,
  isSelectable,
  type RowWithId,
  toTarget,
} from './instanceRow.ts';
import type { InstancesState } from './useInstances.ts';

export const columnIds = ['name', 'database', 'status', 'region', 'created'] as const;
export type ColumnId = (typeof columnIds)[number];

const sorts = columnIds.flatMap((id) => [id, `-${id}`] as const);
type Sort = (typeof sorts)[number];

export const facetIds = ['databases', 'region', 'status'] as const;
export type FacetId = (typeof facetIds)[number];

const facetValues = parseAsNativeArrayOf(parseAsString);

const viewParsers = {
  search: parseAsString.withDefault('').withOptions({ limitUrlUpdates: debounce(300) }),
  sort: parseAsStringLiteral(sorts),
  databases: facetValues,
  region: facetValues,
  status: facetValues,
  page: parseAsInteger.withDefault(1),
  details: parseAsString,
  open: parseAsStringLiteral(['add', 'databases', 'select']),
};
const urlKeys = { search: 'q', databases: 'database', details: 'show' } as const;

type TableView = inferParserType<typeof viewParsers>;
type ViewChanges = { [Key in keyof TableView]?: TableView[Key] | null };

export const InstanceTableContext = createContext<ReturnType<typeof useInstanceTableState> | null>(null);

export function useInstanceTable() {
  const table = use(InstanceTableContext);
  if (table === null) throw new Error('This component needs ComputePage above it.');
  return table;
}

export function useInstanceTableState({ rows, rowsByKey }: Pick<InstancesState, 'rows' | 'rowsByKey'>) {
  const [view, setView] = useQueryStates(viewParsers, { urlKeys });
  const { databases, status, region, sort } = view;
  const search = useDeferredValue(view.search);
  const selected = useSelectedRows(rowsByKey);
  const select = useSetSelection();
  /** Of all pages, in the order on screen. */
  const matchingRows = useMemo(
    () => sortRows(filterRows(rows, { search, databases, status, region }), sort),
    [rows, search, databases, status, region, sort],
  );
  const selectableRows = useMemo(() => matchingRows.filter(isSelectable), [matchingRows]);
  const shown = useMemo(
    () => selectableRows.filter(({ key }) => selected.has(key)),
    [selectableRows, selected],
  );

  /** A change of search, filter or order returns to page 1. Only the details use `push`. */
  function changeView(changes: ViewChanges, history: 'push' | 'replace' = 'replace') {
    const keepsPage = 'page' in changes || 'details' in changes || 'open' in changes;
    void setView({ ...(!keepsPage && { page: null }), ...changes }, { history });
  }
  function setSelected(changed: readonly InstanceRow[], isOn: boolean) {
    const next = new Map(selected);
    for (const row of changed.filter(isSelectable))
      if (isOn) next.set(row.key, row);
      else next.delete(row.key);
    select([...next.values()]);
  }
  function clearFilters() {
    changeView({ search: null, databases: null, region: null, status: null });
    // The focused button leaves the page.
    document.getElementById(searchFieldId)?.focus();
  }
  return {
    view,
    changeView,
    clearFilters,
    matchingRows,
    selectableRows,
    selected,
    setSelected,
    pressedCount: facetIds.flatMap((facet) => view[facet]).length,
    /** In the order on screen. Rows that don't match are last. */
    selectedRows: [...new Set([...shown, ...selected.values()])],
  };
}

const noTargets: readonly DeletionTarget[] = [];
/** A selection lasts on other screens, but never for a different workspace or person. */
const selectionStore = createStore(() => ({ owner: '', targets: noTargets }));

function useOwner(): string {
  const { workspace, actor } = useSession();
  return JSON.stringify([workspace, actor]);
}

export function useSetSelection() {
  const owner = useOwner();
  return (rows: readonly RowWithId[]) => selectionStore.setState({ owner, targets: rows.map(toTarget) });
}

/** Leaves out what isn't listed or selectable any longer, or has a different name or date. */
function useSelectedRows(rowsByKey: ReadonlyMap<string, InstanceRow>): ReadonlyMap<string, RowWithId> {
  const { owner, targets } = useStore(selectionStore);
  const isOwn = owner === useOwner();
  return useMemo(() => {
    const rows = new Map<string, RowWithId>();
    for (const target of isOwn ? targets : noTargets) {
      const row = rowsByKey.get(instanceKey(target));
      if (row !== undefined && isSelectable(row) && hasSameNameAndDate(row, target)) rows.set(row.key, row);
    }
    return rows;
  }, [isOwn, targets, rowsByKey]);
}

export const searchFieldId = 'instance-search';
export const tableId = 'instances';
export const newestAlertId = 'deletion-alert';

export function findFocusTarget(key = ''): HTMLElement | null {
  const table = document.getElementById(tableId);
  return findNameButton(key) ?? table ?? document.getElementById('page-heading');
}

export function findNameButton(key: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`tr[data-key="${CSS.escape(key)}"] td button`);
}

export function filterRows(
  rows: readonly InstanceRow[],
  filters: Pick<TableView, 'search' | FacetId>,
): readonly InstanceRow[] {
  const words = foldForSearch(filters.search).split(/\s+/).filter(Boolean);
  const pressed = facetIds
    .filter((facet) => filters[facet].length > 0)
    .map((facet) => {
      const values = [...new Set(rows.map((row) => getFacetValue(row, facet)))];
      return { facet, shown: new Set(values.filter((value) => isChosenValue(facet, filters[facet], value))) };
    });
  return rows.filter(
    (row) =>
      words.every((word) => getSearchText(row).includes(word)) &&
      pressed.every(({ facet, shown }) => shown.has(getFacetValue(row, facet))),
  );
}

/** Equal for spellings of one value, such as `us-west-2` and `US_WEST_2`. */
export function foldFacetValue(facet: FacetId, value: string): string {
  return facet === 'region' ? foldCase(value).replaceAll('_', '-') : foldCase(value);
}

/** A region also matches by its name, because an instance may have only that. */
export function isChosenValue(facet: FacetId, pressed: readonly string[], value: string): boolean {
  const names = facet === 'region' ? pressed.map((each) => parseRegion(each).name) : [];
  return [...pressed, ...names].some((each) => foldFacetValue(facet, each) === foldFacetValue(facet, value));
}

export function getFacetValue({ databaseName, record }: InstanceRow, facet: FacetId): string {
  return facet === 'databases' ? databaseName : (record?.[facet] ?? '');
}

/** Folding a long list again would delay each key press. */
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
  created: ({ record }) => parseInstant(record?.created ?? ''),
};

/** Rows without a value are last in both directions. */
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

/** Up to 16 digits compare by value. `localeCompare` with `numeric: true` takes much longer. */
function toSortText(text: string | null | undefined): string | null {
  return text ? foldForSearch(text).replace(/\d+/g, (digits) => digits.padStart(16, '0')) : null;
}
