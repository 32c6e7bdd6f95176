import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { toast } from './toasts.tsx';

/**
 * For parts in the last script. If it can't load, the rest of the screen stays. React shows what follows a fallback up to
 * 300 ms late (facebook/react#36569), so most are rendered before they show anything.
 */
export function LateBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary
      fallback={null}
      onError={() => toast({ tone: 'danger', text: "Part of the console didn't load. Reload the page." })}
    >
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}
