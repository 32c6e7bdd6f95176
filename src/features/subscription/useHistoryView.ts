import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { HistoryView } from './HistoryView.ts';
import { readHistoryView } from './readHistoryView.ts';
import { writeHistoryView } from './writeHistoryView.ts';

/** What of the history the address asks for, and the way to change it. */
export function useHistoryView() {
  const [params, setParams] = useSearchParams();
  const view = useMemo(() => readHistoryView(params), [params]);
  const change = (next: Partial<HistoryView>) =>
    setParams((present) => writeHistoryView(present, next), { replace: true, preventScrollReset: true });
  return [view, change] as const;
}
