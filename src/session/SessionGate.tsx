import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../paths.ts';
import { Notice } from '../ui/notices.tsx';
import { formatTabTitle, refreshConfigWhenShown, useConfig } from './config.ts';
import { SignInForm } from './SignInForm.tsx';
import type { ActiveSession, SessionStore, SignedOutState } from './session.ts';
import type { Credentials } from './signInProblem.ts';

type Props = { store: SessionStore; children: (state: ActiveSession) => ReactNode };

export function SessionGate({ store, children }: Props) {
  const state = useSyncExternalStore(store.subscribe, store.getState, store.getInitialState);
  const { pathname } = useLocation();
  useEffect(refreshConfigWhenShown, []);
  if (state.status === 'signed-in') return children(state);
  return (
    <SignInPage
      store={store}
      workspace={paths.workspaceOf(pathname) ?? state.lastWorkspace ?? ''}
      message={<SignedOutMessage reason={state.reason} />}
    />
  );
}

type SignInPageProps = { store: SessionStore; workspace: string; isKept?: boolean; message: ReactNode };

export function SignInPage({ store, workspace, ...form }: SignInPageProps) {
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
      <SignInForm {...form} defaultWorkspace={workspace} config={config} onSubmit={signIn} />
    </>
  );
}

function SignedOutMessage({ reason }: Pick<SignedOutState, 'reason'>) {
  const { idleMinutes } = useConfig();
  if (reason === null || reason === 'here') return null;
  const minutes = idleMinutes === 1 ? '1 minute' : `${idleMinutes} minutes`;
  const title =
    reason === 'idle'
      ? `You were signed out after ${minutes} of inactivity.`
      : 'You signed out in another tab.';
  return <Notice tone="info" title={<span>{title}</span>} />;
}
