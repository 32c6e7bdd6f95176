import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { type Result, ResultsContext } from './useResults.ts';

const passingMs = 4000;

/** Keeps the results of what the admin did, on whatever screen they are by then. */
export function ResultsProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly Result[]>([]);
  const dismiss = useCallback((id: string) => setShown((all) => all.filter((one) => one.id !== id)), []);
  const show = useCallback((result: Result) => {
    setShown((all) => [...all.filter((one) => one.id !== result.id), result]);
    if (result.passing) setTimeout(() => setShown((all) => all.filter((one) => one !== result)), passingMs);
  }, []);
  const results = useMemo(() => ({ shown, show, dismiss }), [shown, show, dismiss]);
  return <ResultsContext value={results}>{children}</ResultsContext>;
}
