import { type ReactNode, useEffect } from 'react';
import { useStore } from 'zustand';
import { type ApiError, callApi, emptyBodySchema } from '../api/http.ts';
import { Notice } from '../ui/notices.tsx';
import { PageCoveredContext } from '../ui/states.tsx';
import {
  configStore,
  coverIfSignInNeeded,
  findCurrentSession,
  refreshPageData,
  SessionContext,
  sessionStore,
  useSessionForPath,
} from './pageData.ts';
import { SignInPage } from './SignInPage.tsx';

export function SignedIn({ children }: { children: ReactNode }) {
  const { problem } = useStore(sessionStore);
  const session = useSessionForPath();
  useEffect(followPage, []);
  if (session === null) return null;
  const { workspace, actor } = session;
  const isCovered = problem !== null;
  return (
    <>
      <PageCoveredContext value={isCovered}>
        {/* The page stays mounted behind the form, because its fields may contain text. */}
        <div
          key={JSON.stringify([actor, workspace])}
          inert={isCovered}
          className={isCovered ? 'hidden' : 'contents'}
        >
          <SessionContext value={session}>{children}</SessionContext>
        </div>
      </PageCoveredContext>
      {isCovered && <SignInPage workspace={workspace} message={<EndedMessage problem={problem} />} />}
    </>
  );
}

function EndedMessage({ problem }: { problem: ApiError }) {
  const isRejected = problem.kind === 'rejected-token';
  const title =
    isRejected && problem.code === null ? 'Your access token is no longer accepted.' : problem.message;
  const advice = isRejected
    ? 'Sign in with a valid one. Nothing is sent again.'
    : 'Sign in to continue where you left off. That sends nothing.';
  return (
    <Notice tone="notice" role="alert" title={title}>
      {advice}
    </Notice>
  );
}

/** Reports activity, because no other request extends a session, and reads what a different tab may have changed. */
function followPage(): () => void {
  const controller = new AbortController();
  let reportedAt = Number.NEGATIVE_INFINITY;

  function noteActivity() {
    const { problem } = sessionStore.getState();
    const { idleMinutes } = configStore.getState();
    const session = findCurrentSession();
    // At least four reports fit into the limit.
    const reportMs = idleMinutes === 'never' ? 60_000 : Math.min(60_000, idleMinutes * 15_000);
    if (session === null || problem !== null || performance.now() - reportedAt < reportMs) return;
    reportedAt = performance.now();
    const path = '/session/activity';
    const { sessionId } = session;
    callApi(emptyBodySchema, { method: 'POST', path, body: {}, sessionId }).catch(coverIfSignInNeeded);
  }
  function noteVisibility() {
    if (document.visibilityState === 'visible') void refreshPageData();
  }
  // The scroll event of an element doesn't bubble.
  const options = { signal: controller.signal, capture: true, passive: true };
  for (const name of ['pointerdown', 'keydown', 'scroll'])
    window.addEventListener(name, noteActivity, options);
  window.addEventListener('visibilitychange', noteVisibility, options);
  return () => controller.abort();
}
