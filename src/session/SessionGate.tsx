import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../paths.ts';
import { Button, getButtonClass } from '../ui/Button.tsx';
import { PageCoveredContext } from '../ui/context.ts';
import { EnvironmentLine } from '../ui/Environment.tsx';
import { Notice } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { formatTabTitle, refreshConfigWhenShown, useConfig } from './config.ts';
import { ProblemNotice, SignIn } from './SignIn.tsx';
import { IdleCountdown, SignOutAlert } from './SignOutAlert.tsx';
import type { ActiveSession, SessionStore, SignedOut } from './session.ts';
import type { Credentials, SignInProblem } from './signInProblem.ts';
import { SessionContext, useSession } from './useSession.ts';

type Props = { store: SessionStore; children: ReactNode };

/** Shows the console for the workspace in the URL to a signed-in admin, and the sign-in form at the same URL otherwise. */
export function SessionGate({ store, children }: Props) {
  const state = useSyncExternalStore(store.subscribe, store.getState, store.getInitialState);
  const { pathname } = useLocation();
  useEffect(refreshConfigWhenShown, []);
  if (state.status === 'signed-in')
    return (
      <SignedIn store={store} state={state}>
        {children}
      </SignedIn>
    );
  return (
    <SignInPage
      store={store}
      workspace={paths.workspaceOf(pathname) ?? state.lastWorkspace ?? ''}
      message={<SignedOutMessage reason={state.reason} />}
    />
  );
}

type SignedInProps = Props & { state: ActiveSession };

function SignedIn({ store, state, children }: SignedInProps) {
  const { workspace, isRejected, isKept } = state;
  /** What ends the session when the question is answered with "Sign out", or null without a question. */
  const [pendingEnd, setPendingEnd] = useState<{ end: () => void } | null>(null);
  const isCountingDown = useSyncExternalStore(
    store.idle.subscribe,
    () => store.idle.getSecondsLeft() !== null,
  );
  const requestedWorkspace = paths.workspaceOf(useLocation().pathname) ?? workspace;
  const isCovered = isRejected || isCountingDown || pendingEnd !== null;

  function endSession(end: () => void) {
    if (store.isWorking()) setPendingEnd({ end });
    else end();
  }
  return (
    <SessionContext value={{ ...state, store, signOut: () => endSession(store.signOut) }}>
      <PageCoveredContext value={isCovered}>
        {/* Behind the form, the page stays mounted, because its fields may contain text that the admin has typed. */}
        <div key={workspace} inert={isCovered} className={isRejected ? 'hidden' : 'contents'}>
          {requestedWorkspace === workspace
            ? children
            : !isRejected && (
                <WorkspaceAccess
                  key={requestedWorkspace}
                  workspace={requestedWorkspace}
                  onChangeToken={() => endSession(store.leaveSession)}
                />
              )}
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
      {isCountingDown && <IdleCountdown idle={store.idle} onSignOut={store.signOut} />}
      {pendingEnd !== null && (
        <SignOutAlert
          title="Sign out while a delete is running?"
          onStay={() => setPendingEnd(null)}
          onSignOut={pendingEnd.end}
        >
          <span>A delete that was sent goes on and its result is stored, but nothing else is sent.</span>
        </SignOutAlert>
      )}
    </SessionContext>
  );
}

function WorkspaceAccess({ workspace, onChangeToken }: { workspace: string; onChangeToken: () => void }) {
  const { store, workspace: currentWorkspace } = useSession();
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
      {environment !== null && <EnvironmentLine color={environmentColor} />}
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
              {`Back to ${currentWorkspace}`}
            </Link>
            <Button onClick={onChangeToken}>Use a different token</Button>
            <Button onClick={() => setProblem(null)}>Try again</Button>
          </div>
        </>
      )}
    </main>
  );
}

type SignInPageProps = { store: SessionStore; workspace: string; isKept?: boolean; message: ReactNode };

function SignInPage({ store, workspace, ...form }: SignInPageProps) {
  const config = useConfig();
  const navigate = useNavigate();

  function openWorkspace(newWorkspace: string) {
    const { pathname } = window.location;
    const urlWorkspace = paths.workspaceOf(pathname);
    if (urlWorkspace !== null && urlWorkspace !== newWorkspace)
      navigate(paths.inWorkspace(pathname, newWorkspace), { replace: true });
  }
  async function signIn(credentials: Credentials, signal: AbortSignal) {
    const result = await store.signIn(credentials, signal, openWorkspace);
    return typeof result === 'object' ? result : null;
  }
  return (
    <>
      <title>{formatTabTitle('Sign in', config.environment)}</title>
      <SignIn {...form} defaultWorkspace={workspace} config={config} onSubmit={signIn} />
    </>
  );
}

function SignedOutMessage({ reason }: Pick<SignedOut, 'reason'>) {
  const { idleMinutes } = useConfig();
  if (reason === null || reason === 'here') return null;
  const minutes = idleMinutes === 1 ? '1 minute' : `${idleMinutes} minutes`;
  const title =
    reason === 'idle'
      ? `You were signed out after ${minutes} of inactivity.`
      : 'You signed out in another tab.';
  return <Notice tone="info" title={<span>{title}</span>} />;
}
