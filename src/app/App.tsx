import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useLayoutEffect } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { SessionGate } from '../session/SessionGate.tsx';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { CrashBoundary } from './CrashBoundary.tsx';
import { ShellSkeleton } from './ShellSkeleton.tsx';
import type { AppObjects } from './startApp.ts';

const loadModule = () => import('./Console.tsx');
const Console = lazyComponent(async () => (await loadModule()).Console);

/** Loads the code behind the sign-in form and, with a stored session, what this browser stores. */
export async function loadConsole(page: AppObjects): Promise<void> {
  await Console.preload();
  const { prefetchStoredData } = await loadModule();
  await prefetchStoredData(page);
}

type Props = AppObjects & { onRender: () => void };

export function App({ session, queryClient, storage, onRender }: Props) {
  useLayoutEffect(onRender, [onRender]);
  return (
    <CrashBoundary>
      <QueryClientProvider client={queryClient}>
        {/* Transitions are off, because they would delay the next screen. */}
        <BrowserRouter useTransitions={false}>
          <SessionGate store={session}>
            {(state) => (
              <Suspense fallback={<ShellSkeleton />}>
                <Console session={session} state={state} storage={storage} />
              </Suspense>
            )}
          </SessionGate>
        </BrowserRouter>
      </QueryClientProvider>
    </CrashBoundary>
  );
}
