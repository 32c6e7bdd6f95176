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
  /** Announces a result and keeps it in sight until it is dismissed. The same id replaces what it said before. */
  show: (result: Result) => void;
  dismiss: (id: string) => void;
};

export const ResultsContext = createContext<Results>({
  show: () => undefined,
  dismiss: () => undefined,
});

/** Apart from the way to show one: what can show results is not drawn anew with each, and a list has it in every row. */
export const ShownResultsContext = createContext<readonly Result[]>([]);

/** The way to show a result of what the admin did, and to take it away. */
export function useResults(): Results {
  return use(ResultsContext);
}
