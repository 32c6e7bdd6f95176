import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import { paths } from '../paths.ts';
import { getButtonClass } from '../ui/Button.tsx';
import { ErrorText, Notice } from '../ui/notices.tsx';
import { formatTabTitle, sessionStore, useConfig } from './pageData.ts';
import { SignInForm } from './SignInForm.tsx';
import { readLastWorkspace, useSignIn } from './signIn.ts';
import { usePageSession } from './useSession.ts';

export function SessionGate() {
  const { pathname } = useLocation();
  if (usePageSession() !== null) return null;
  const workspace = pathname === paths.home ? readLastWorkspace() : (paths.workspaceOf(pathname) ?? '');
  return <SignInPage key={pathname} workspace={workspace} message={<GateMessage />} />;
}

/** Why Sign out failed, or the way back to a workspace with a session. */
function GateMessage() {
  const { sessions, problem } = useStore(sessionStore);
  const [session] = sessions;
  if (session !== undefined)
    return (
      <Notice
        tone="info"
        title={`You're signed in to ${session.workspace}.`}
        actions={
          <Link to={paths.screen('compute', session.workspace)} className={getButtonClass('plain', 'small')}>
            {`Back to ${session.workspace}`}
          </Link>
        }
      />
    );
  if (problem === null) return null;
  // Our server has removed the cookie, and says what it couldn't do.
  const isRemoved = problem.code === 'storage';
  const title = isRemoved
    ? problem.message
    : 'You may still be signed in on this browser. Reload the page and sign out again.';
  return (
    <Notice tone="danger" title={title}>
      {!isRemoved && <ErrorText error={problem} />}
    </Notice>
  );
}

export function SignInPage({ workspace, message }: { workspace: string; message: ReactNode }) {
  const config = useConfig();
  return (
    <>
      <title>{formatTabTitle(['Sign in'], config.environment)}</title>
      <SignInForm defaultWorkspace={workspace} config={config} message={message} onSubmit={useSignIn()} />
    </>
  );
}
