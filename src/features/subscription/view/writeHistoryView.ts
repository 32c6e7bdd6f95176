import type { HistoryView } from './HistoryView.ts';

/** The address of a view: what it leaves open is left out, and parameters of others are kept. */
export function writeHistoryView(params: URLSearchParams, change: Partial<HistoryView>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of ['level', 'state', 'from', 'to'] as const) {
    const value = change[name];
    if (value === undefined) continue;
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return next;
}
