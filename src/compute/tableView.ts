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
import { paths } from '../paths.ts';

export const columnIds = ['name', 'database', 'status', 'region', 'created'] as const;
export type ColumnId = (typeof columnIds)[number];

export const maxSearchLength = 500;

const parseAsText = createParser({ parse: (text) => text || null, serialize: (text: string) => text });

const parseAsSearch = createParser({
  parse: (text) => text.slice(0, maxSearchLength) || null,
  serialize: (text: string) => text,
});

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
  search: parseAsSearch.withDefault('').withOptions({ limitUrlUpdates: debounce(300) }),
  sort: parseAsSort,
  databases: parseAsNativeArrayOf(parseAsText),
  region: parseAsNativeArrayOf(parseAsText),
  status: parseAsNativeArrayOf(parseAsText),
  page: parseAsInteger.withDefault(1),
  details: parseAsText,
  open: parseAsStringLiteral(['add', 'databases', 'select']),
};

const urlKeys = { search: 'q', databases: 'database', details: 'show' } as const;

export type TableView = inferParserType<typeof viewParsers>;

export const facets = ['databases', 'region', 'status'] as const;
export type Facet = (typeof facets)[number];

export const noFilters = { search: '', databases: null, region: null, status: null };

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

const toUrl = createSerializer(viewParsers, { urlKeys });

export function toComputeUrl(workspace: string, view: Parameters<typeof toUrl>[1] = {}): string {
  return toUrl(paths.screen('compute', workspace), view);
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
