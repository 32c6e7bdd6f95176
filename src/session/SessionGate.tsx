import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import { paths } from '../paths.ts';
import { ErrorText, Notice } from '../ui/notices.tsx';
import { formatTabTitle, sessionStore, useConfig } from './pageData.ts';
import { SignInForm } from './SignInForm.tsx';
import { type Credentials, parseCredentials, type SignInProblem, toSignInProblem } from './signInProblem.ts';
import { useOpenWorkspace } from './useSession.ts';

export function SessionGate() {
  const { session, problem } = useStore(sessionStore);
  const { pathname } = useLocation();
  if (session !== null) return null;
  const title = 'You may still be signed in on this browser. Reload the page and sign out again.';
  return (
    <SignInPage
      workspace={paths.workspaceOf(pathname) ?? ''}
      message={
        problem !== null && (
          <Notice tone="danger" title={title}>
            <ErrorText error={problem} />
          </Notice>
        )
      }
    />
  );
}

export function SignInPage({ workspace, message }: { workspace: string; message: ReactNode }) {
  const config = useConfig();
  const openWorkspace = useOpenWorkspace();

  async function submitCredentials(typed: Credentials, signal: AbortSignal): Promise<SignInProblem | null> {
    const { problem, ...credentials } = parseCredentials(typed);
    if (problem !== null) return problem;
    try {
      await openWorkspace({ ...credentials, signal });
      return null;
    } catch (error) {
      return signal.aborted ? null : toSignInProblem(error, credentials.workspace);
    }
  }
  return (
    <>
      <title>{formatTabTitle(['Sign in'], config.environment)}</title>
      <SignInForm
        defaultWorkspace={workspace}
        config={config}
        message={message}
        onSubmit={submitCredentials}
      />
    </>
  );
}
