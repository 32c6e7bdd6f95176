import { X } from 'lucide-react';
import { createContext, type ReactNode, useState } from 'react';
import { useRequired } from './context.ts';

export type Result = {
  id: string;
  content: ReactNode;
  /** Buttons beside the content. */
  actions?: ReactNode;
  /** True if the result disappears after 4 s, because the action can be repeated at any time. */
  passing?: boolean;
  /** The part of the console that the result is about. It is named while another part is on screen. */
  scope?: ResultScope;
};

type ResultScope = { key: string; label: string };

type RegionProps = {
  /** Key of the scope on screen. */
  scope?: string;
  /** Keys of the scopes whose results may be shown. */
  readableScopes?: readonly string[];
};

type Results = {
  /** Announces a result and shows it until it is dismissed. It replaces an earlier result with the same ID. */
  show: (result: Result) => void;
  dismiss: (id: string) => void;
};

const ResultsContext = createContext<Results | null>(null);

/** The visible results. They have their own context, so that rows that can show a result don't re-render with each one. */
const ShownResultsContext = createContext<readonly Result[] | null>(null);

const passingMs = 4000;

/** Keeps the results of the admin's actions across screens. */
export function ResultsProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly Result[]>([]);
  const [results] = useState<Results>(() => ({
    show(result) {
      setShown((all) => [...all.filter((other) => other.id !== result.id), result]);
      if (result.passing)
        setTimeout(() => setShown((all) => all.filter((other) => other !== result)), passingMs);
    },
    dismiss: (id) => setShown((all) => all.filter((other) => other.id !== id)),
  }));
  return (
    <ResultsContext value={results}>
      <ShownResultsContext value={shown}>{children}</ShownResultsContext>
    </ResultsContext>
  );
}

/** Returns functions that show and dismiss results. */
export function useResults(): Results {
  return useRequired(ResultsContext, 'ResultsProvider');
}

/** The live region where results are announced and shown. It doesn't cover the names and the actions of a list. */
export function ResultsRegion({ scope: current, readableScopes = [] }: RegionProps) {
  const { dismiss } = useResults();
  const shown = useRequired(ShownResultsContext, 'ResultsProvider').filter(
    ({ scope }) => scope === undefined || readableScopes.includes(scope.key),
  );
  return (
    <div
      role="status"
      aria-label="Results"
      className="pointer-events-none fixed inset-x-3 print:hidden bottom-[calc(var(--bottom-bar,0px)+var(--action-bar,0px)+12px)] z-20 mx-auto grid max-h-[40dvh] max-w-md gap-2 overflow-y-auto md:left-(--sidebar)"
    >
      {shown.map((result) => (
        <div
          key={result.id}
          className="pointer-events-auto flex items-start gap-3 rounded-lg border border-line bg-raised py-3 pr-2 pl-4 shadow-float"
        >
          <div className="min-w-0 flex-1 py-0.5 wrap-anywhere">
            {result.scope !== undefined && result.scope.key !== current && `${result.scope.label}: `}
            {result.content}
          </div>
          {result.actions}
          <button
            type="button"
            aria-label="Dismiss"
            onClick={() => dismiss(result.id)}
            className="grid size-7 shrink-0 place-items-center rounded-sm text-muted hover:bg-hover hover:text-text"
          >
            <X size={16} aria-hidden="true" />
          </button>
        </div>
      ))}
    </div>
  );
}
