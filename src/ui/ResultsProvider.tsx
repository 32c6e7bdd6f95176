import { type ReactNode, useState } from 'react';
import { type Result, type Results, ResultsContext, ShownResultsContext } from './useResults.ts';

const passingMs = 4000;

/** Keeps the results of what the admin did, on whatever screen they are by then. */
export function ResultsProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly Result[]>([]);
  const [results] = useState<Results>(() => ({
    show(result) {
      setShown((all) => [...all.filter((one) => one.id !== result.id), result]);
      if (result.passing) setTimeout(() => setShown((all) => all.filter((one) => one !== result)), passingMs);
    },
    dismiss: (id) => setShown((all) => all.filter((one) => one.id !== id)),
  }));
  return (
    <ResultsContext value={results}>
      <ShownResultsContext value={shown}>{children}</ShownResultsContext>
    </ResultsContext>
  );
}
