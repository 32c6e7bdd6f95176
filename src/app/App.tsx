import { Suspense } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { SessionGate } from '../session/SessionGate.tsx';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { CrashBoundary } from './CrashBoundary.tsx';
import { ShellSkeleton } from './ShellSkeleton.tsx';

const Console = lazyComponent(async () => (await import('./Console.tsx')).Console);

/** Loads the code behind the sign-in form. */
export async function loadConsole(): Promise<void> {
  await Console.preload();
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
