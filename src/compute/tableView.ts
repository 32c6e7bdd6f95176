import {
  debounce,
  type inferParserType,
  parseAsInteger,
  parseAsNativeArrayOf,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
} from 'nuqs';

export const columnIds = ['name', 'database', 'status', 'region', 'created'] as const;
export type ColumnId = (typeof columnIds)[number];

export const maxSearchLength = 500;

const sorts = columnIds.flatMap((id) => [id, `-${id}`] as const);
/** With a hyphen: descending. */
export type Sort = (typeof sorts)[number];

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

export type TableView = inferParserType<typeof viewParsers>;

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
