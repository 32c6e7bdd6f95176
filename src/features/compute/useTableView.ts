import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readTableView, type TableView } from './readTableView.ts';
import { writeTableView } from './writeTableView.ts';

/** The view of the list and the way to change it. Typing replaces the address; opening details adds a step for Back. */
export function useTableView() {
  const [params, setParams] = useSearchParams();
  const view = useMemo(() => readTableView(params), [params]);
  const change = (next: Partial<TableView>) =>
    setParams((present) => writeTableView(present, next), {
      replace: !('details' in next),
      preventScrollReset: true,
    });
  return [view, change] as const;
}
