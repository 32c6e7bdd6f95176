import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useLayoutEffect } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { DeletionContext, type DeletionTools } from '../deletion/useDeletions.ts';
import { SessionGate } from '../session/SessionGate.tsx';
import type { SessionStore } from '../session/session.ts';
import { CrashBoundary } from './ErrorBoundary.tsx';
import { ShellFrame } from './ShellFrame.tsx';

/** The objects that exist once per page, outside React. */
export type PageObjects = { session: SessionStore; queryClient: QueryClient; deletion: DeletionTools };

export const loadConsole = () => import('./Console.tsx');

const Console = lazy(async () => ({ default: (await loadConsole()).Console }));

/** Shows the sign-in form until sign-in, then the console. */
export function App({ session, queryClient, deletion }: PageObjects) {
  useLayoutEffect(removeEarlyFrame, []);
  return (
    <CrashBoundary>
      <QueryClientProvider client={queryClient}>
        <DeletionContext value={deletion}>
          {/* Transitions are off, because they would delay the next screen. */}
          <BrowserRouter useTransitions={false}>
            <SessionGate store={session}>
              <Suspense fallback={<ShellFrame />}>
                <Console />
              </Suspense>
            </SessionGate>
          </BrowserRouter>
        </DeletionContext>
      </QueryClientProvider>
    </CrashBoundary>
  );
}

/** Removes the frame that `early.js` shows for a stored session. */
function removeEarlyFrame(): void {
  delete document.documentElement.dataset.session;
}
