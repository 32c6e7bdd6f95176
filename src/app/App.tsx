import { BrowserRouter } from 'react-router-dom';
import { AuthGate } from '../session/AuthGate.tsx';
import { SessionWarningDialog } from '../session/SessionWarning.tsx';
import { ConfigContext, useSignOut } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { useLazyCodeAfterPaint } from '../ui/lazyCode.ts';
import type { Boot } from './boot.ts';
import { CrashBoundary, CrashNotice } from './ErrorBoundary.tsx';

/** The sign-in form, and the console behind it. The code of the console loads while the form is on screen. */
export function App({ config, session, idleTimer, consoleCode }: Boot) {
  const { code, error } = useLazyCodeAfterPaint(consoleCode);
  return (
    <CrashBoundary>
      <ConfigContext value={config}>
        {/* A transition renders in slices, so a click on a link would show its screen later. */}
        <BrowserRouter useTransitions={false}>
          <AuthGate store={session} idleTimer={idleTimer}>
            {code === null ? (
              <LoadingConsole idleTimer={idleTimer} error={error} onRetry={consoleCode.load} />
            ) : (
              <code.Console />
            )}
          </AuthGate>
        </BrowserRouter>
      </ConfigContext>
    </CrashBoundary>
  );
}

type LoadingConsoleProps = Pick<Boot, 'idleTimer'> & {
  error: Error | null;
  onRetry: () => void;
};

/** The page of a signed-in admin until the code of the console has loaded. The session can end here too. */
function LoadingConsole({ idleTimer, error, onRetry }: LoadingConsoleProps) {
  const signOut = useSignOut();
  return (
    <main className="mx-auto grid min-h-dvh max-w-2xl content-center justify-items-start gap-4 px-5 py-10">
      {error === null ? <p role="status">Loading the console…</p> : <CrashNotice error={error} />}
      <div className="flex gap-2">
        {error !== null && <Button onClick={onRetry}>Try again</Button>}
        {/* This button keeps the deletion log, because the code that warns about unconfirmed deletions is missing. */}
        <Button onClick={signOut}>Sign out</Button>
      </div>
      <SessionWarningDialog idleTimer={idleTimer} />
    </main>
  );
}
