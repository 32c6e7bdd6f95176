import { X } from 'lucide-react';
import { createContext, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useRequired } from './context.ts';

/** A message after an action of the admin, such as the result of a deletion or "Copied". */
export type Result = {
  id: string;
  content: ReactNode;
  actions?: ReactNode;
  /** Called after a click on Dismiss, for example to move the focus. */
  onDismiss?: () => void;
  /** True if the result disappears after 8 s. */
  isTemporary?: boolean;
  /** Three or more temporary results with the same group key are shown as one sentence. */
  group?: { key: string; sentenceOf: (count: number) => string; actions: ReactNode };
  /** The workspace of the result. While another workspace is on screen, the result starts with the label of `scope`. */
  scope?: ResultScope;
};

type ResultScope = { key: string; label: string };

type ResultsRegionProps = {
  /** The key of the workspace on screen. */
  currentScope?: string;
  /** Keys of the workspaces whose results may be shown. The results of all other workspaces stay hidden. */
  readableScopes?: readonly string[];
};

type ResultActions = {
  /** Announces and shows a result. A new result replaces the earlier result with the same ID. */
  show: (result: Result) => void;
  dismiss: (id: string) => void;
};

const ResultsContext = createContext<ResultActions | null>(null);

/** The visible results. In a separate context, so that a new result doesn't re-render the components that only call `show`. */
const ShownResultsContext = createContext<readonly Result[] | null>(null);

/** Time (ms) until a temporary result disappears. */
const temporaryResultMs = 8000;
const minGroupSize = 3;

/** Provides the results of the admin's actions on every screen. */
export function ResultsProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly Result[]>([]);
  const [resultActions] = useState<ResultActions>(() => {
    const removeResult = (results: readonly Result[], id: string) =>
      results.some((result) => result.id === id) ? results.filter((result) => result.id !== id) : results;
    return {
      show: (result) => setShown((results) => [result, ...removeResult(results, result.id)]),
      dismiss: (id) => setShown((results) => removeResult(results, id)),
    };
  });
  return (
    <ResultsContext value={resultActions}>
      <ShownResultsContext value={shown}>{children}</ShownResultsContext>
    </ResultsContext>
  );
}

export function useResults(): ResultActions {
  return useRequired(ResultsContext, 'ResultsProvider');
}

export function ResultsRegion({ currentScope, readableScopes = [] }: ResultsRegionProps) {
  const shownResults = useRequired(ShownResultsContext, 'ResultsProvider').filter(
    ({ scope }) => scope === undefined || readableScopes.includes(scope.key),
  );
  return (
    <div
      role="status"
      aria-label="Results"
      // By default, screen readers would repeat all results with each new result.
      aria-atomic="false"
      // The padding leaves room for the shadows, because a scrolling element cuts them off.
      className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--bottom-bar,0px)+var(--action-bar,0px))] z-20 mx-auto grid max-h-[40dvh] max-w-126 gap-2 overflow-y-auto px-7 pt-7 pb-3 max-sm:max-h-[25dvh] max-sm:px-3 max-sm:pt-3 md:right-(--drawer,0px) md:left-(--sidebar) print:hidden"
    >
      {groupResults(shownResults).map((results) => (
        <ResultCard
          key={results.length === 1 ? results[0].id : results[0].group?.key}
          results={results}
          currentScope={currentScope}
        />
      ))}
    </div>
  );
}

type ResultGroup = [Result, ...Result[]];

/** Groups three or more temporary results with the same group key. */
function groupResults(shown: readonly Result[]): ResultGroup[] {
  const getGroupKey = ({ isTemporary, group }: Result) => (isTemporary ? group?.key : undefined);
  const groups: ResultGroup[] = [];
  for (const result of shown) {
    const key = getGroupKey(result);
    const isGrouped =
      key !== undefined && shown.filter((other) => getGroupKey(other) === key).length >= minGroupSize;
    const group = isGrouped ? groups.find(([first]) => getGroupKey(first) === key) : undefined;
    if (group === undefined) groups.push([result]);
    else group.push(result);
  }
  return groups;
}

type ResultCardProps = { results: ResultGroup; currentScope: string | undefined };

function ResultCard({ results, currentScope }: ResultCardProps) {
  const { dismiss } = useResults();
  const card = useRef<HTMLDivElement>(null);
  const [latestResult] = results;
  const { group, content, actions } = latestResult;
  const isGroup = results.length >= minGroupSize && group !== undefined;

  function dismissAll() {
    for (const { id } of results) dismiss(id);
  }
  const dismissUnlessInUse = useEffectEvent(() => {
    // Keep a hovered or focused card, because the admin may be about to click its button.
    const isInUse = card.current?.matches(':hover') || card.current?.contains(document.activeElement);
    if (!isInUse) dismissAll();
  });

  // Start the timer again when a result joins the group, so that the admin has time to read the new sentence.
  useEffect(() => {
    if (!latestResult.isTemporary) return;
    const timer = setInterval(dismissUnlessInUse, temporaryResultMs);
    return () => clearInterval(timer);
  }, [latestResult]);

  return (
    <div
      ref={card}
      data-result
      className="pointer-events-auto flex items-start gap-3 rounded-lg border border-line bg-raised py-3 pr-2 pl-4 shadow-float max-sm:py-1.5 max-sm:pl-3"
    >
      <div className="min-w-0 flex-1 py-0.5 wrap-anywhere">
        {latestResult.scope !== undefined &&
          latestResult.scope.key !== currentScope &&
          `${latestResult.scope.label}: `}
        {isGroup ? group.sentenceOf(results.length) : content}
      </div>
      {isGroup ? group.actions : actions}
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => {
          dismissAll();
          latestResult.onDismiss?.();
        }}
        className="grid size-7 touch:size-9 shrink-0 place-items-center rounded-sm text-muted hover:bg-hover hover:text-text"
      >
        <X size={16} aria-hidden="true" />
      </button>
    </div>
  );
}
