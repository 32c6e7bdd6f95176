import {
  createParser,
  createSerializer,
  debounce,
  type inferParserType,
  parseAsInteger,
  parseAsNativeArrayOf,
  parseAsStringLiteral,
  useQueryStates,
} from 'nuqs';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { paths } from '../paths.ts';

export const columnIds = ['name', 'database', 'status', 'region', 'created'] as const;
export type ColumnId = (typeof columnIds)[number];

const parseAsText = createParser({ parse: (text) => text || null, serialize: (text: string) => text });

const parseAsSort = createParser<{ column: ColumnId; descending: boolean }>({
  parse(text) {
    const column = columnIds.find((id) => id === text.replace(/^-/, ''));
    return column === undefined ? null : { column, descending: text.startsWith('-') };
  },
  serialize: ({ column, descending }) => `${descending ? '-' : ''}${column}`,
  eq: (a, b) => a.column === b.column && a.descending === b.descending,
});

/** What the table shows. It is in the URL, so that links, a reload and Back keep it. */
const viewParsers = {
  // Browsers limit frequent changes of the URL.
  search: parseAsText.withDefault('').withOptions({ limitUrlUpdates: debounce(300) }),
  sort: parseAsSort,
  databases: parseAsNativeArrayOf(parseAsText),
  region: parseAsNativeArrayOf(parseAsText),
  status: parseAsNativeArrayOf(parseAsText),
  /** "old" shows instances that were created more than two years ago. */
  age: parseAsNativeArrayOf(parseAsText),
  page: parseAsInteger.withDefault(1),
  details: parseAsText,
  open: parseAsStringLiteral(['add', 'databases', 'select']),
};

const urlKeys = { search: 'q', databases: 'database', details: 'show' } as const;

export type TableView = inferParserType<typeof viewParsers>;

export const facets = ['databases', 'region', 'status', 'age'] as const;
export type Facet = (typeof facets)[number];

export const noFilters = { search: '', databases: null, region: null, status: null, age: null };

export function hasFilters(view: TableView): boolean {
  return view.search.trim() !== '' || facets.some((facet) => view[facet].length > 0);
}

export function toggleValue(view: TableView, facet: Facet, value: string): ViewChanges {
  const others = view[facet].filter((each) => each !== value);
  return { [facet]: others.length < view[facet].length ? others : [...others, value] };
}

/** Lengths from which a search stays out of the URL, because servers refuse long ones: of the text, and in the URL. */
const maxUrlSearch = 2_000;
const maxEncodedSearch = 6_000;
const longSearchStore = createStore(() => ({ search: '' }));

function isTooLongForUrl(search: string): boolean {
  return search.length > maxUrlSearch || encodeURIComponent(search.toWellFormed()).length > maxEncodedSearch;
}

/** For a different view of the table than the one that the search belongs to. */
export function clearLongSearch(): void {
  longSearchStore.setState({ search: '' });
}

/** A change of search, filter or order returns to page 1. Only the details add a history entry. */
export function useTableView() {
  const [urlView, setView] = useQueryStates(viewParsers, { urlKeys });
  const longSearch = useStore(longSearchStore, ({ search }) => search);
  const view = urlView.search === '' && longSearch !== '' ? { ...urlView, search: longSearch } : urlView;
  function changeView(changes: ViewChanges, history: 'push' | 'replace' = 'replace') {
    const keepsPage = 'page' in changes || 'details' in changes || 'open' in changes;
    const { search } = changes;
    const isLong = search != null && isTooLongForUrl(search);
    if (search !== undefined) longSearchStore.setState({ search: isLong ? search : '' });
    void setView(
      { ...(!keepsPage && { page: null }), ...changes, ...(isLong && { search: null }) },
      { history },
    );
  }
  return [view, changeView] as const;
}

export type ViewChanges = { [Key in keyof TableView]?: TableView[Key] | null };

const toUrl = createSerializer(viewParsers, { urlKeys });

export function toComputeUrl(workspace: string, view: Parameters<typeof toUrl>[1] = {}): string {
  return toUrl(paths.screen('compute', workspace), view);
}

/** `/` and Ctrl K focus it from every screen. */
export const searchId = 'instance-search';
export const tableId = 'instances';
export const selectionBarId = 'selection-bar';
/** The first alert of Compute. It takes the focus from the dialog whose result it says. */
export const deletionAlertId = 'deletion-alert';

/** Where the work goes on after rows were selected: the bar, or without one the table. */
export function findFocusAfterSelection(): HTMLElement | null {
  return document.getElementById(selectionBarId) ?? findTable();
}

/** Without a table, the focus goes to the heading, as after navigation. */
export function findTable(): HTMLElement | null {
  return document.getElementById(tableId) ?? document.getElementById('page-heading');
}

export function findRowButton(key: string | null): HTMLElement | null {
  const row = key === null ? null : document.querySelector(`tr[data-key="${CSS.escape(key)}"]`);
  return row?.querySelector<HTMLElement>('td button') ?? null;
}
