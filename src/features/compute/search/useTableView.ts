import { useMemo } from 'react';
import { useAddressParams } from '../../../ui/useAddressParams.ts';
import { readTableView, type TableView } from './readTableView.ts';
import { writeTableView } from './writeTableView.ts';

/** The view of the list and the way to change it. Typing replaces the address; opening details adds a step for Back. */
export function useTableView() {
  const [params, changeParams] = useAddressParams();
  const view = useMemo(() => readTableView(params), [params]);
  const change = (next: Partial<TableView>) =>
    changeParams((present) => writeTableView(present, next), {
      replace: !('details' in next),
      preventScrollReset: true,
    });
  return [view, change] as const;
}
