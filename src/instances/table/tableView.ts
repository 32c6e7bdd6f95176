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
import { paths } from '../../paths.ts';

const columnIds = ['name', 'database', 'status', 'region', 'created'] as const;
export type ColumnId = (typeof columnIds)[number];

/** A text. An empty parameter counts as missing. */
const parseAsText = createParser({ parse: (text) => text || null, serialize: (text: string) => text });

const parseAsSort = createParser<{ column: ColumnId; descending: boolean }>({
  parse(text) {
    const column = columnIds.find((id) => id === text.replace(/^-/, ''));
    return column === undefined ? null : { column, descending: text.startsWith('-') };
  },
  serialize: ({ column, descending }) => `${descending ? '-' : ''}${column}`,
  eq: (a, b) => a.column === b.column && a.descending === b.descending,
});

/** Days in UTC, such as `2024-03-05`. `from` is included and `to` isn't. null has no limit. */
export type DayRange = { from: string | null; to: string | null };

const parseAsDayRange = createParser<DayRange>({
  parse(text) {
    const match = /^(\d{4}-\d\d-\d\d)?\.\.(\d{4}-\d\d-\d\d)?$/.exec(text);
    return match === null || text === '..' ? null : { from: match[1] ?? null, to: match[2] ?? null };
  },
  serialize: ({ from, to }) => `${from ?? ''}..${to ?? ''}`,
  eq: (a, b) => a.from === b.from && a.to === b.to,
});

/** What the table shows. It is in the URL, so that links, a reload and Back keep it. */
const viewParsers = {
  // Browsers limit frequent changes of the URL.
  search: parseAsText.withDefault('').withOptions({ limitUrlUpdates: debounce(300) }),
  sort: parseAsSort,
  /** The databases to show. An empty list shows all. */
  databases: parseAsNativeArrayOf(parseAsText),
  status: parseAsText,
  region: parseAsText,
  created: parseAsDayRange,
  page: parseAsInteger.withDefault(1),
  /** Key of the row whose details are open. */
  details: parseAsText,
  /** The dialog to open, for links from other screens. */
  open: parseAsStringLiteral(['select']),
};

const urlKeys = { search: 'q', databases: 'database', details: 'show' } as const;

export type TableView = inferParserType<typeof viewParsers>;

export const noFilters = { search: '', databases: null, status: null, region: null, created: null };

export function hasFilters({ search, databases, status, region, created }: TableView): boolean {
  return search.trim() !== '' || databases.length > 0 || (status ?? region ?? created) !== null;
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

export type ViewChanges = { [Key in keyof TableView]?: TableView[Key] | null };

const toUrl = createSerializer(viewParsers, { urlKeys });

export function toComputeUrl(workspace: string, view: Parameters<typeof toUrl>[1] = {}): string {
  return toUrl(paths.screen('compute', workspace), view);
}
