import { Suspense } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { SessionGate } from '../session/SessionGate.tsx';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { CrashBoundary } from './CrashBoundary.tsx';
import { ShellSkeleton } from './ShellSkeleton.tsx';

const importConsole = () => import('./Console.tsx');
const Console = lazyComponent(async () => (await importConsole()).Console);

/** The longest time (ms) for which the first render waits for rows. */
const maxRowsMs = 300;

export async function preloadConsole(): Promise<void> {
  await Console.preload();
  const { prefetchComputeData } = await importConsole();
  await Promise.race([prefetchComputeData(), new Promise((resolve) => setTimeout(resolve, maxRowsMs))]);
}

export function App() {
  return (
    <CrashBoundary>
      {/* Transitions are off, because they would delay the next screen. */}
      <BrowserRouter useTransitions={false}>
        <SessionGate>
          <Suspense fallback={<ShellSkeleton />}>
            <Console />
          </Suspense>
        </SessionGate>
      </BrowserRouter>
    </CrashBoundary>
  );
}
