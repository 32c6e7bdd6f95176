import { createParser, debounce, type inferParserType, useQueryStates } from 'nuqs';
import { useCallback } from 'react';
import { openKeys, openParsers, parseAsText } from '../computeUrl.ts';
import { type ColumnId, dataColumns } from './columns.tsx';

/** Browsers reject a URL that changes with every key, so the search is written 300 ms after the last one. */
const afterTyping = debounce(300);

const parseAsSort = createParser<{ column: ColumnId; descending: boolean }>({
  parse(text) {
    const column = dataColumns.find(({ id }) => id === text.replace(/^-/, ''))?.id;
    return column === undefined ? null : { column, descending: text.startsWith('-') };
  },
  serialize: ({ column, descending }) => `${descending ? '-' : ''}${column}`,
});

/** An empty list shows every column. Without a list the default applies. */
const parseAsHidden = createParser<ColumnId[]>({
  parse(text) {
    const names = text.split(',');
    return dataColumns.flatMap(({ id }) => (id !== 'name' && names.includes(id) ? [id] : []));
  },
  serialize: (hidden) => hidden.join(','),
  eq: (a, b) => a.join() === b.join(),
});

/** The view in the URL, which can be shared and survives a reload and Back. */
export const viewParsers = {
  search: parseAsText.withDefault('').withOptions({ limitUrlUpdates: afterTyping }),
  sort: parseAsSort,
  database: parseAsText,
  status: parseAsText,
  /** The hidden columns. The name is always shown. */
  hidden: parseAsHidden.withDefault(
    dataColumns.flatMap(({ id, meta }) => (meta.isHiddenByDefault ? [id] : [])),
  ),
  ...openParsers,
};

export const viewKeys = { search: 'q', hidden: 'hide', ...openKeys } as const;

export type TableView = inferParserType<typeof viewParsers>;

/** Returns the view and a function that changes it. Opening details adds a step for Back, other changes don't. */
export function useTableView() {
  const [view, setView] = useQueryStates(viewParsers, { urlKeys: viewKeys });
  const changeView = useCallback(
    (next: Partial<TableView>) => void setView(next, { history: 'details' in next ? 'push' : 'replace' }),
    [setView],
  );
  return [view, changeView] as const;
}
