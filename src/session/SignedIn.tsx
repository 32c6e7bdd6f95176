import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '../paths.ts';
import { Button, getButtonClass } from '../ui/Button.tsx';
import { PageCoveredContext } from '../ui/context.ts';
import { EnvironmentStripe } from '../ui/Environment.tsx';
import { Notice } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { formatTabTitle, useConfig } from './config.ts';
import { SignInPage } from './SessionGate.tsx';
import { ProblemNotice } from './SignInForm.tsx';
import { IdleSignOutAlert, SignOutAlert } from './SignOutAlert.tsx';
import type { ActiveSession, SessionStore } from './session.ts';
import type { SignInProblem } from './signInProblem.ts';
import { SessionContext, useSession } from './useSession.ts';

type Props = { store: SessionStore; state: ActiveSession; children: ReactNode };

export function SignedIn({ store, state, children }: Props) {
  const { workspace, isRejected, isKept } = state;
  const [isAsking, setAsking] = useState(false);
  const isCountingDown = useSyncExternalStore(
    store.idle.subscribe,
    () => store.idle.getSecondsLeft() !== null,
  );
  const requestedWorkspace = paths.workspaceOf(useLocation().pathname) ?? workspace;
  const isCovered = isRejected || isCountingDown || isAsking;

  function signOut() {
    if (store.isWorking()) setAsking(true);
    else store.signOut();
  }
  return (
    <SessionContext value={{ ...state, store, signOut }}>
      <PageCoveredContext value={isCovered}>
        {/* Behind the form, the page stays mounted, because its fields may contain text that the admin has typed. */}
        <div key={workspace} inert={isCovered} className={isRejected ? 'hidden' : 'contents'}>
          {requestedWorkspace === workspace
            ? children
            : !isRejected && <WorkspaceAccess key={requestedWorkspace} workspace={requestedWorkspace} />}
        </div>
      </PageCoveredContext>
      {isRejected && (
        <SignInPage
          store={store}
          workspace={requestedWorkspace}
          isKept={isKept}
          message={
            <Notice tone="notice" role="alert" title="Your access token is no longer accepted.">
              <span>Sign in to continue where you left off. Nothing is sent again.</span>
            </Notice>
          }
        />
      )}
      {isCountingDown && <IdleSignOutAlert idle={store.idle} onSignOut={store.signOut} />}
      {isAsking && (
        <SignOutAlert
          title="Sign out while a delete is running?"
          onStay={() => setAsking(false)}
          onSignOut={store.signOut}
        >
          <span>A delete that was sent goes on and its result is stored, but nothing else is sent.</span>
        </SignOutAlert>
      )}
    </SessionContext>
  );
}

function WorkspaceAccess({ workspace }: { workspace: string }) {
  const { store, workspace: currentWorkspace, signOut } = useSession();
  const { environment, environmentColor } = useConfig();
  const [problem, setProblem] = useState<SignInProblem | null>(null);
  useEffect(() => {
    if (problem !== null) return;
    const check = new AbortController();
    store.checkWorkspace(workspace, check.signal).then((result) => {
      if (typeof result === 'object') setProblem(result);
    });
    return () => check.abort();
  }, [store, workspace, problem]);
  const currentScreen = paths.screenOf(window.location.pathname) ?? 'compute';
  return (
    <main className="mx-auto grid max-w-160 gap-4 px-5 pt-[22dvh]">
      <title>{formatTabTitle(workspace, environment)}</title>
      {environment !== null && <EnvironmentStripe color={environmentColor} />}
      <h1 className="text-title font-semibold">
        <SafeName name={workspace} />
      </h1>
      {problem === null ? (
        <p role="status" className="text-muted">
          Checking access…
        </p>
      ) : (
        <>
          <ProblemNotice problem={problem} />
          <div className="flex flex-wrap gap-2">
            <Link
              to={paths.screen(currentScreen, currentWorkspace)}
              replace
              className={getButtonClass('primary')}
            >
              <span>
                Back to <SafeName name={currentWorkspace} />
              </span>
            </Link>
            <Button onClick={signOut}>Use a different token</Button>
            <Button onClick={() => setProblem(null)}>Try again</Button>
          </div>
        </>
      )}
    </main>
  );
}
