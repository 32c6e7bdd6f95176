import { createContext, type ReactNode, use } from 'react';

export type Result = {
  id: string;
  content: ReactNode;
  /** Beside the content: what can still be done about it. */
  actions?: ReactNode;
  /** Leaves by itself after a while; for what can be done again at any time. */
  passing?: boolean;
};

export type Results = {
  shown: readonly Result[];
  /** Announces a result and keeps it in sight until it is dismissed. The same id replaces what it said before. */
  show: (result: Result) => void;
  dismiss: (id: string) => void;
};

export const ResultsContext = createContext<Results>({
  shown: [],
  show: () => undefined,
  dismiss: () => undefined,
});

/** The results of what the admin did, and the way to show one. */
export function useResults(): Results {
  return use(ResultsContext);
}
