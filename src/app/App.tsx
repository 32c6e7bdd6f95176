import { BrowserRouter } from 'react-router-dom';
import { AuthGate } from '../session/AuthGate.tsx';
import { SessionWarningDialog } from '../session/SessionWarning.tsx';
import { ConfigContext, useSignOut } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { useLazyCodeAfterPaint } from '../ui/lazyCode.ts';
import type { Boot } from './boot.ts';
import { CrashBoundary, CrashNotice } from './ErrorBoundary.tsx';

/** Shows the sign-in form until sign-in, then the console. The code of the console loads while the form is on screen. */
export function App({ config, session, idleTimer, consoleCode }: Boot) {
  const { code, error } = useLazyCodeAfterPaint(consoleCode);
  return (
    <CrashBoundary>
      <ConfigContext value={config}>
        {/* Transitions are off, because they would delay the next screen. */}
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

/** Shows that the console is loading, or why it couldn't load. The admin can already sign out. */
function LoadingConsole({ idleTimer, error, onRetry }: LoadingConsoleProps) {
  const signOut = useSignOut();
  return (
    <main className="mx-auto grid min-h-dvh max-w-2xl content-center justify-items-start gap-4 px-5 py-10">
      {error === null ? <p role="status">Loading the console…</p> : <CrashNotice error={error} />}
      <div className="flex gap-2">
        {error !== null && <Button onClick={onRetry}>Try again</Button>}
        {/* This button keeps the deletion log, because the warning about unresolved deletions has not loaded. */}
        <Button onClick={signOut}>Sign out</Button>
      </div>
      <SessionWarningDialog idleTimer={idleTimer} />
    </main>
  );
}
