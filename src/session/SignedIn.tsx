import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import { ApiError } from '../api/errors.ts';
import { reportActivity } from '../api/session.ts';
import type { PageSession } from '../config.ts';
import { paths } from '../paths.ts';
import { Button, getButtonClass } from '../ui/Button.tsx';
import { Notice } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { PageCoveredContext } from '../ui/states.tsx';
import { configStore, coverWithSignIn, findActor, refreshPageData, sessionStore } from './pageData.ts';
import { SignInPage } from './SessionGate.tsx';
import { ProblemNotice } from './SignInForm.tsx';
import { toSignInProblem } from './signInProblem.ts';
import { readRecentWorkspaces, SessionContext, useOpenWorkspace } from './useSession.ts';

type Props = {
  /** What is shown while our server tries the session's tokens for a different workspace. */
  frame: ReactNode;
  children: ReactNode;
};

export function SignedIn({ frame, children }: Props) {
  const { session, problem } = useStore(sessionStore);
  const { pathname } = useLocation();
  useEffect(followPage, []);
  if (session === null) return null;
  const workspace = paths.workspaceOf(pathname) ?? session.workspaces[0]?.slug ?? '';
  const actor = findActor(session, workspace);
  const isCovered = problem !== null;
  return (
    <>
      <PageCoveredContext value={isCovered}>
        {actor !== null && (
          // Behind the form, the page stays mounted, because its fields may contain text that the admin has typed.
          <div key={`${actor} ${workspace}`} inert={isCovered} className={isCovered ? 'hidden' : 'contents'}>
            <SessionContext value={{ workspace, sessionId: session.sessionId, actor }}>
              {children}
            </SessionContext>
          </div>
        )}
      </PageCoveredContext>
      {isCovered ? (
        <SignInPage workspace={workspace} message={<EndedMessage problem={problem} />} />
      ) : (
        actor === null && <WorkspaceAccess key={workspace} {...{ workspace, session, frame }} />
      )}
    </>
  );
}

function EndedMessage({ problem }: { problem: ApiError }) {
  // With a different token it may be a different person, for whom nothing that was typed is kept.
  const [title, advice] =
    problem.kind === 'rejected-token'
      ? ['Your access token is no longer accepted.', 'Sign in with a valid one.']
      : [problem.message, 'Sign in to continue where you left off.'];
  return (
    <Notice tone="notice" role="alert" title={title}>
      <span key={advice}>{`${advice} Nothing is sent again.`}</span>
    </Notice>
  );
}

type WorkspaceAccessProps = { workspace: string; session: PageSession; frame: ReactNode };

/** A link to a workspace for which the session has no token. One of its tokens may be valid there, too. */
function WorkspaceAccess({ workspace, session, frame }: WorkspaceAccessProps) {
  const openWorkspace = useOpenWorkspace();
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    if (error !== null || workspace === '') return;
    const check = new AbortController();
    openWorkspace({ workspace, signal: check.signal }).catch((failure) => {
      if (check.signal.aborted) return;
      if (failure instanceof ApiError && failure.code === 'session') coverWithSignIn(failure);
      else setError(failure);
    });
    return () => check.abort();
  }, [openWorkspace, workspace, error]);
  if (error === null && workspace !== '') return frame;
  // Then the form needs a different token. After all other failures, the same one may work.
  const isRefused = error instanceof ApiError && [401, 403, 404].includes(error.status ?? 0);
  return (
    <SignInPage
      workspace={workspace}
      message={
        workspace !== '' && (
          <ProblemNotice
            problem={toSignInProblem(error, workspace)}
            tone={isRefused ? 'notice' : 'danger'}
            actions={
              <>
                <BackLink session={session} />
                {!isRefused && (
                  <Button size="small" onClick={() => setError(null)}>
                    Try again
                  </Button>
                )}
              </>
            }
          />
        )
      }
    />
  );
}

function BackLink({ session }: Pick<WorkspaceAccessProps, 'session'>) {
  const { pathname } = useLocation();
  const last =
    readRecentWorkspaces().find((recent) => findActor(session, recent) !== null) ??
    session.workspaces[0]?.slug;
  if (last === undefined) return null;
  return (
    <Link to={paths.inWorkspace(pathname, last)} replace className={getButtonClass('plain', 'small')}>
      <span>
        Back to <SafeName name={last} />
      </span>
    </Link>
  );
}

/** `scroll` doesn't bubble, so it is observed in the capture phase. */
const activityEvents = ['pointerdown', 'keydown', 'scroll'] as const;
const maxReportMs = 60_000;

/** Tells our server that somebody uses the page, because no GET counts as activity. Reads what a different tab may have changed. */
function followPage(): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  let reportedAt = Number.NEGATIVE_INFINITY;

  function noteActivity() {
    const { session, problem } = sessionStore.getState();
    if (session === null || problem !== null || Date.now() - reportedAt < getReportMs()) return;
    reportedAt = Date.now();
    reportActivity(session.sessionId).catch((error) => {
      if (error instanceof ApiError && error.asksToSignIn) coverWithSignIn(error);
    });
  }
  for (const name of activityEvents)
    window.addEventListener(name, noteActivity, { signal, capture: true, passive: true });
  document.addEventListener(
    'visibilitychange',
    () => void (document.visibilityState === 'visible' && refreshPageData()),
    { signal },
  );
  return () => controller.abort();
}

/** Often enough that a report is never later than a quarter of the idle limit. */
function getReportMs(): number {
  const { idleMinutes } = configStore.getState();
  return idleMinutes === 'never' ? maxReportMs : Math.min(maxReportMs, (idleMinutes * 60_000) / 4);
}
