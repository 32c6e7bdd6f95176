import { useCallback, useMemo } from 'react';
import { useAddressParams } from '../../../ui/useAddressParams.ts';
import type { HistoryView } from './HistoryView.ts';
import { readHistoryView } from './readHistoryView.ts';
import { writeHistoryView } from './writeHistoryView.ts';

/** What of the history the address asks for, and the way to change it. */
export function useHistoryView() {
  const [params, changeParams] = useAddressParams();
  const view = useMemo(() => readHistoryView(params), [params]);
  const change = useCallback(
    (next: Partial<HistoryView>) =>
      changeParams((present) => writeHistoryView(present, next), { replace: true, preventScrollReset: true }),
    [changeParams],
  );
  return [view, change] as const;
}
