import { createParser, debounce, type inferParserType, parseAsNativeArrayOf, useQueryStates } from 'nuqs';
import { useCallback } from 'react';
import { panelParsers, panelUrlKeys, parseAsText } from '../computeActions.ts';
import { type ColumnId, dataColumns, formerColumns } from './columns.tsx';

/** Browsers reject a URL that changes with every key, so the search is written 300 ms after the last one. */
const searchUrlDebounce = debounce(300);

const parseAsSort = createParser<{ column: ColumnId; descending: boolean }>({
  parse(text) {
    const [column] = findColumns([text.replace(/^-/, '')]);
    return column === undefined ? null : { column, descending: text.startsWith('-') };
  },
  serialize: ({ column, descending }) => `${descending ? '-' : ''}${column}`,
});

/** An empty list shows every column. Without a list the default applies. */
const parseAsHiddenColumns = createParser<ColumnId[]>({
  parse: (text) => findColumns(text.split(',')).filter((id) => id !== 'name'),
  serialize: (hidden) => hidden.join(','),
  eq: (a, b) => a.join() === b.join(),
});

/** Returns the columns with the given IDs, in the order of the table. */
function findColumns(names: readonly string[]): ColumnId[] {
  const ids = names.map((name) => formerColumns[name] ?? name);
  return dataColumns.flatMap(({ id }) => (ids.includes(id) ? [id] : []));
}

/** The view in the URL, which can be shared and survives a reload and Back. */
export const viewParsers = {
  search: parseAsText.withDefault('').withOptions({ limitUrlUpdates: searchUrlDebounce }),
  sort: parseAsSort,
  /** The databases to show; all if it is empty. */
  databases: parseAsNativeArrayOf(parseAsText),
  status: parseAsText,
  /** The hidden columns. The name is always shown. */
  hidden: parseAsHiddenColumns.withDefault(
    dataColumns.flatMap(({ id, meta }) => (meta.isHiddenByDefault ? [id] : [])),
  ),
  ...panelParsers,
};

export const viewUrlKeys = { search: 'q', databases: 'database', hidden: 'hide', ...panelUrlKeys } as const;

export type TableView = inferParserType<typeof viewParsers>;

/** Returns the view and a function that changes it. Opening and closing details adds a step for Back by default. */
export function useTableView() {
  const [view, setView] = useQueryStates(viewParsers, { urlKeys: viewUrlKeys });
  const changeView = useCallback(
    (next: Partial<TableView>, history: 'push' | 'replace' = 'details' in next ? 'push' : 'replace') =>
      void setView(next, { history }),
    [setView],
  );
  return [view, changeView] as const;
}
