import { type ComponentType, Suspense } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { useStore } from 'zustand';
import { sessionStore } from '../session/pageData.ts';
import { SessionGate } from '../session/SessionGate.tsx';
import { CrashBoundary } from './CrashBoundary.tsx';

/** `Console` may be lazy. Behind the form it shows nothing, but loads, so that a sign-in shows it without a delay. */
export function App({ Console }: { Console: ComponentType }) {
  const isSignedIn = useStore(sessionStore, ({ session }) => session !== null);
  return (
    // Transitions are off, because they would delay the next screen.
    <BrowserRouter useTransitions={false}>
      <SessionGate />
      <CrashBoundary isShown={isSignedIn}>
        <Suspense fallback={isSignedIn && <LoadingConsole />}>
          <Console />
        </Suspense>
      </CrashBoundary>
    </BrowserRouter>
  );
}

/** Also in `index.html`. */
export function LoadingConsole() {
  return (
    <p role="status" className="p-8 text-muted">
      Loading the console…
    </p>
  );
}
