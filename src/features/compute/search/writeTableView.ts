import type { TableView } from './readTableView.ts';

/** The address of a view; what stands at its default is left out, and parameters of others are kept. */
export function writeTableView(params: URLSearchParams, change: Partial<TableView>): URLSearchParams {
  const next = new URLSearchParams(params);
  const put = (name: string, value: string | null) => {
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
  };
  if (change.search !== undefined) put('q', change.search);
  if (change.sort !== undefined)
    put('sort', change.sort && `${change.sort.descending ? '-' : ''}${change.sort.column}`);
  if (change.database !== undefined) put('database', change.database);
  if (change.status !== undefined) put('status', change.status);
  if (change.details !== undefined) put('show', change.details);
  if (change.panel !== undefined) put('panel', change.panel);
  // An empty list of hidden columns differs from none given, which means the default.
  if (change.hidden !== undefined) next.set('hide', change.hidden.join(','));
  return next;
}
