import { X } from 'lucide-react';
import { use } from 'react';
import { ShownResultsContext, useResults } from './useResults.ts';

/** The one live region of the console, where results are read out and stay until dismissed. They leave the names and the
 * actions of a list free. */
export function ResultsRegion() {
  const { dismiss } = useResults();
  const shown = use(ShownResultsContext);
  return (
    <div
      role="status"
      aria-label="Results"
      className="pointer-events-none fixed inset-x-3 bottom-[calc(var(--bottom-bar,0px)+var(--action-bar,0px)+12px)] z-20 mx-auto grid max-h-[40dvh] max-w-md gap-2 overflow-y-auto md:left-56"
    >
      {shown.map((result) => (
        <div
          key={result.id}
          className="pointer-events-auto flex items-start gap-3 rounded-lg border border-line bg-raised py-3 pr-2 pl-4 shadow-float"
        >
          <div className="min-w-0 flex-1 py-0.5 wrap-anywhere">{result.content}</div>
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
