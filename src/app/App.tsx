import { type ComponentType, Suspense } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { SessionGate } from '../session/SignInPage.tsx';
import { usePageSession } from '../session/useSession.ts';
import { CrashBoundary } from './CrashBoundary.tsx';

/** The console may be lazy. Behind the form it shows nothing, but loads, so that a sign-in shows it without a delay. */
type Props = { Console: ComponentType };

export function App({ Console }: Props) {
  return (
    // Transitions are off, because they would delay the next screen.
    <BrowserRouter useTransitions={false}>
      <SessionGate />
      <SignedInPart Console={Console} />
    </BrowserRouter>
  );
}

function SignedInPart({ Console }: Props) {
  const isSignedIn = usePageSession() !== null;
  // Also in `index.html`.
  const loading = <p className="p-8 text-muted">Loading the console…</p>;
  return (
    <CrashBoundary isShown={isSignedIn}>
      <Suspense fallback={isSignedIn && loading}>
        <Console />
      </Suspense>
    </CrashBoundary>
  );
}
