import { createParser, debounce, type inferParserType, useQueryStates } from 'nuqs';
import { openKeys, openParsers, parseAsText } from '../computeUrl.ts';
import { type ColumnId, columns } from './columns.tsx';

/** Browsers refuse a URL that changes with every key, so the search is written once typing rests; in ms. */
const typingRest = debounce(300);

const parseAsSort = createParser<{ column: ColumnId; descending: boolean }>({
  parse(text) {
    const column = columns.find(({ id }) => id === text.replace(/^-/, ''))?.id;
    return column === undefined ? null : { column, descending: text.startsWith('-') };
  },
  serialize: ({ column, descending }) => `${descending ? '-' : ''}${column}`,
});

/** An empty list of hidden columns differs from none given, which means the default. */
const parseAsHidden = createParser<ColumnId[]>({
  parse(text) {
    const named = text.split(',');
    return columns.flatMap(({ id }) => (id !== 'name' && named.includes(id) ? [id] : []));
  },
  serialize: (hidden) => hidden.join(','),
  eq: (one, other) => one.join() === other.join(),
});

/** What the URL says about the list, so that it can be sent to a colleague and survives a reload and Back. */
export const viewParsers = {
  search: parseAsText.withDefault('').withOptions({ limitUrlUpdates: typingRest }),
  sort: parseAsSort,
  database: parseAsText,
  status: parseAsText,
  /** Columns that are put away; the name always stands. */
  hidden: parseAsHidden.withDefault(
    columns.flatMap(({ id, isHiddenAtFirst }) => (isHiddenAtFirst ? [id] : [])),
  ),
  ...openParsers,
};

export const viewKeys = { search: 'q', hidden: 'hide', ...openKeys } as const;

export type TableView = inferParserType<typeof viewParsers>;

/** The view of the list and the way to change it. Typing replaces the URL; opening details adds a step for Back. */
export function useTableView() {
  const [view, setView] = useQueryStates(viewParsers, { urlKeys: viewKeys });
  function changeView(next: Partial<TableView>) {
    void setView(next, { history: 'details' in next ? 'push' : 'replace' });
  }
  return [view, changeView] as const;
}
