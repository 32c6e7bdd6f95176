import { BrowserRouter } from 'react-router-dom';
import { AuthGate } from '../session/AuthGate.tsx';
import { SessionWarningDialog } from '../session/SessionWarning.tsx';
import { ConfigContext, useSignOut } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { useLazyCodeAfterPaint } from '../ui/lazyCode.ts';
import type { Boot } from './boot.ts';
import { CrashBoundary, CrashNotice } from './ErrorBoundary.tsx';

/** The sign-in form, and the console behind it. The code of the console loads while the form is on screen. */
export function App(props: Boot) {
  const { config, session, idleTimer, consoleCode } = props;
  const { code } = useLazyCodeAfterPaint(consoleCode);
  return (
    <CrashBoundary>
      <ConfigContext value={config}>
        <BrowserRouter>
          <AuthGate store={session} idleTimer={idleTimer}>
            {code === null ? <WithoutConsole {...props} /> : <code.Console />}
          </AuthGate>
        </BrowserRouter>
      </ConfigContext>
    </CrashBoundary>
  );
}

/** A session whose console is loading or did not load. It can end in the same ways as any other. */
function WithoutConsole({ idleTimer, consoleCode }: Boot) {
  const { error } = useLazyCodeAfterPaint(consoleCode);
  const signOut = useSignOut();
  return (
    <main className="mx-auto grid min-h-dvh max-w-2xl content-center justify-items-start gap-4 px-5 py-10">
      {error === null ? <p role="status">Loading the console…</p> : <CrashNotice error={error} />}
      <div className="flex gap-2">
        {error !== null && <Button onClick={consoleCode.load}>Try again</Button>}
        {/* It keeps the deletion log, because nothing here can ask about unconfirmed deletions. */}
        <Button onClick={signOut}>Sign out</Button>
      </div>
      <SessionWarningDialog idleTimer={idleTimer} />
    </main>
  );
}
