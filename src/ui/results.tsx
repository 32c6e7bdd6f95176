import { X } from 'lucide-react';
import { createContext, type ReactNode, use, useState } from 'react';

export type Result = {
  id: string;
  content: ReactNode;
  /** Beside the content: what can still be done about it. */
  actions?: ReactNode;
  /** Leaves by itself after a while; for what can be done again at any time. */
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
  /** Announces a result and keeps it in sight until it is dismissed. The same id replaces what it said before. */
  show: (result: Result) => void;
  dismiss: (id: string) => void;
};

const ResultsContext = createContext<Results>({
  show: () => undefined,
  dismiss: () => undefined,
});

/** Apart from the way to show one: what can show results is not drawn anew with each, and a list has it in every row. */
const ShownResultsContext = createContext<readonly Result[]>([]);

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

/** The way to show a result of what the admin did, and to take it away. */
export function useResults(): Results {
  return use(ResultsContext);
}

/**
 * The one live region of the console, where results are read out and stay until dismissed. They leave the names and the
 * actions of a list free.
 */
export function ResultsRegion({ scope: current, readableScopes = [] }: RegionProps) {
  const { dismiss } = useResults();
  const shown = use(ShownResultsContext).filter(
    ({ scope }) => scope === undefined || readableScopes.includes(scope.key),
  );
  return (
    <div
      role="status"
      aria-label="Results"
      className="pointer-events-none fixed inset-x-3 print:hidden bottom-[calc(var(--bottom-bar,0px)+var(--action-bar,0px)+12px)] z-20 mx-auto grid max-h-[40dvh] max-w-md gap-2 overflow-y-auto md:left-56"
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
