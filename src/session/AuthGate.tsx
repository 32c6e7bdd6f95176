import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import { paths } from '../paths.ts';
import { PageCoveredContext } from '../ui/context.ts';
import { Notice } from '../ui/notices.tsx';
import type { IdleTimer } from './idleTimer.ts';
import { SignIn } from './SignIn.tsx';
import type { SessionStore } from './session.ts';
import type { SignedInState, SignedOutState } from './sessionState.ts';
import { SignedInContext, SignOutContext, useConfig } from './useSession.ts';

type Props = {
  store: SessionStore;
  idleTimer: IdleTimer;
  children: ReactNode;
};

/** Shows the console to a signed-in admin, and otherwise the sign-in form at the same URL. */
export function AuthGate({ store, idleTimer, children }: Props) {
  const state = useSyncExternalStore(store.subscribe, store.getState);
  const { pathname } = useLocation();
  if (state.status === 'signed-in')
    return (
      <SignedIn key={store.getEndedSessionCount()} store={store} state={state} idleTimer={idleTimer}>
        {children}
      </SignedIn>
    );
  return (
    <SignIn
      store={store}
      workspaceSlug={paths.workspaceOf(pathname) ?? state.lastWorkspaceSlug ?? ''}
      notice={<SignedOutNotice state={state} />}
    />
  );
}

type SignedInProps = Props & { state: SignedInState };

function SignedIn({ store, state, idleTimer, children }: SignedInProps) {
  const [endedCountAtStart] = useState(store.getEndedSessionCount);
  const signedIn = useMemo(
    () => ({ store, state, isCurrent: () => store.getEndedSessionCount() === endedCountAtStart }),
    [store, state, endedCountAtStart],
  );
  const isWarning = useStore(idleTimer.warning) !== null;
  return (
    <SignedInContext value={signedIn}>
      <SignOutContext value={store.signOut}>
        <PageCoveredContext value={state.isRejected || isWarning}>{children}</PageCoveredContext>
      </SignOutContext>
    </SignedInContext>
  );
}

function SignedOutNotice({ state: { reason, duringDeletion } }: { state: SignedOutState }) {
  const { idleMinutes } = useConfig();
  if (reason === null && !duringDeletion) return null;
  const minutes = idleMinutes === 1 ? '1 minute' : `${idleMinutes} minutes`;
  const titles = {
    here: 'You signed out.',
    elsewhere: 'You signed out in another tab.',
    idle: `You were signed out after ${minutes} of inactivity.`,
    'too-long': 'You were signed out because sessions end after 8 hours.',
  };
  return (
    <Notice tone={duringDeletion ? 'notice' : 'info'} title={titles[reason ?? 'here']}>
      {duringDeletion && (
        <p>A deletion was in progress. Its result isn’t known. Check the list after you sign in.</p>
      )}
    </Notice>
  );
}
