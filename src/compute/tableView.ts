import { createParser, debounce, type inferParserType, parseAsNativeArrayOf, useQueryStates } from 'nuqs';
import { useCallback } from 'react';
import { type ColumnId, dataColumns, formerColumns } from './columns.tsx';
import { panelParsers, panelUrlKeys, parseAsText } from './computeActions.ts';

/** Delays the URL update until 300 ms after the last key press, because browsers limit frequent URL changes. */
const searchUrlDebounce = debounce(300);

const parseAsSort = createParser<{ column: ColumnId; descending: boolean }>({
  parse(text) {
    const [column] = findColumns([text.replace(/^-/, '')]);
    return column === undefined ? null : { column, descending: text.startsWith('-') };
  },
  serialize: ({ column, descending }) => `${descending ? '-' : ''}${column}`,
});

/** Parses the hidden columns. An empty list hides no column. If the URL contains no list, the default applies. */
const parseAsHiddenColumns = createParser<ColumnId[]>({
  parse: (text) => findColumns(text.split(',')).filter((id) => id !== 'name'),
  serialize: (hidden) => hidden.join(','),
  eq: (a, b) => a.join() === b.join(),
});

/** Returns the IDs of the named columns in table order. Unknown names are ignored. */
function findColumns(names: readonly string[]): ColumnId[] {
  const ids = names.map((name) => formerColumns[name] ?? name);
  return dataColumns.flatMap(({ id }) => (ids.includes(id) ? [id] : []));
}

/** The view of the table in the URL, so that links, a reload and Back keep the view. */
export const viewParsers = {
  search: parseAsText.withDefault('').withOptions({ limitUrlUpdates: searchUrlDebounce }),
  sort: parseAsSort,
  /** The databases to show. An empty list shows all databases. */
  databases: parseAsNativeArrayOf(parseAsText),
  status: parseAsText,
  /** The hidden columns. The name column is always visible. */
  hidden: parseAsHiddenColumns.withDefault(
    dataColumns.flatMap(({ id, meta }) => (meta.isHiddenByDefault ? [id] : [])),
  ),
  ...panelParsers,
};

export const viewUrlKeys = { search: 'q', databases: 'database', hidden: 'hide', ...panelUrlKeys } as const;

export type TableView = inferParserType<typeof viewParsers>;

/** Returns the view and a function that changes it. By default, only opening or closing details adds a history entry. */
export function useTableView() {
  const [view, setView] = useQueryStates(viewParsers, { urlKeys: viewUrlKeys });
  const changeView = useCallback(
    (changes: Partial<TableView>, history: 'push' | 'replace' = 'details' in changes ? 'push' : 'replace') =>
      void setView(changes, { history }),
    [setView],
  );
  return [view, changeView] as const;
}
