import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import { paths } from '../paths.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { TextField } from '../ui/fields.tsx';
import { ErrorDetails, Notice, OperatorNotice } from '../ui/notices.tsx';
import { EnvironmentName, EnvironmentStripe } from './Environment.tsx';
import { formatTabTitle, sessionStore, useConfig, useSessionForPath } from './pageData.ts';
import { readLastWorkspace, useSignIn } from './signIn.ts';

export function SignInWhenSignedOut() {
  const { pathname } = useLocation();
  if (useSessionForPath() !== null) return null;
  const workspace = pathname === paths.home ? readLastWorkspace() : (paths.workspaceOf(pathname) ?? '');
  return <SignInPage key={pathname} workspace={workspace} message={<GateMessage />} />;
}

function GateMessage() {
  const { sessions, problem } = useStore(sessionStore);
  const [session] = sessions;
  if (session !== undefined)
    return (
      <Link
        to={paths.screen('compute', session.workspace)}
        className="text-center text-accent hover:underline"
      >
        {`Back to ${session.workspace}`}
      </Link>
    );
  const advice = 'You may still be signed in on this browser. Reload the page and sign out again.';
  // With this code, our server has removed the cookies, and its message says what failed.
  return problem && <Notice tone="danger" title={problem.code === 'storage' ? problem.message : advice} />;
}

type Props = {
  workspace: string;
  message?: ReactNode;
  /** False in `index.html`, where nothing can submit the form yet. */
  isReady?: boolean;
};

export function SignInPage({ workspace, message, isReady = true }: Props) {
  const { problem, stage, submit } = useSignIn();
  const { environment, notice, sandbox } = useConfig();
  useInitialFocus(workspace === '' ? 'workspace' : 'token');
  const problemOf = (field: string) => (problem?.field === field ? problem.text : null);
  return (
    <div className="px-4 pb-8">
      {isReady && <title>{formatTabTitle(['Sign in'], environment)}</title>}
      <EnvironmentStripe />
      {/* The space is reserved, so that a short notice moves nothing. */}
      <div className="mx-auto min-h-[22dvh] max-w-160 py-4">
        <OperatorNotice text={notice} />
      </div>
      <main className="mx-auto max-w-95 overflow-hidden panel">
        <div className="grid gap-4 p-6">
          <header className="grid gap-5">
            <div className="flex min-h-7 items-center justify-between gap-2.5">
              <img src="/favicon.svg" alt="" className="size-7" />
              <p className="mr-auto font-semibold">Workspace Console</p>
              <EnvironmentName />
            </div>
            <h1 className="text-title font-semibold">Sign in</h1>
          </header>
          {/* With this method, the browser itself submits nothing, so the token can't get into a URL. */}
          <form method="dialog" onSubmit={submit} noValidate className="grid gap-4">
            <TextField
              id="sign-in-workspace"
              name="workspace"
              label="Workspace"
              autoComplete="username"
              required
              defaultValue={workspace}
              placeholder="e.g. acme"
              problem={problemOf('workspace')}
            />
            <TokenField problem={problemOf('token')} />
            <Button type="submit" variant="primary" disabled={!isReady} aria-disabled={stage !== 'idle'}>
              {stage === 'idle' ? 'Sign in' : 'Signing in…'}
            </Button>
            <p role="status" className="text-small text-muted empty:hidden">
              {stage === 'slow' && "The service hasn't answered yet. The console waits for up to 30 seconds."}
            </p>
            {problem?.field === null && (
              <Notice tone="danger" title={problem.text}>
                {problem.error && (
                  <ErrorDetails error={{ ...problem.error, message: '' }} title={problem.text} />
                )}
              </Notice>
            )}
          </form>
          {message}
        </div>
        {sandbox !== null && (
          <p className="border-t border-line bg-accent-soft px-6 py-2.5 text-small text-muted">
            <span>Sandbox: </span>
            <code translate="no" className="text-text">
              {`${sandbox.workspaceSlug} · ${sandbox.token}`}
            </code>
          </p>
        )}
      </main>
    </div>
  );
}

function useInitialFocus(field: 'workspace' | 'token') {
  useEffect(() => {
    // Wait, because a dialog that closes behind the form may still move the focus.
    const timer = setTimeout(() => {
      // What is behind the form may keep the focus until a later frame.
      if (!document.activeElement?.closest('form[method=dialog]'))
        document.getElementById(`sign-in-${field}`)?.focus();
    }, 50);
    return () => clearTimeout(timer);
  }, [field]);
}

function TokenField({ problem }: { problem: string | null }) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextField
      id="sign-in-token"
      name="token"
      label="Access token"
      type={isShown ? 'text' : 'password'}
      // Chromium saves text fields to disk to restore them later, unless autocomplete is off.
      autoComplete={isShown ? 'off' : 'current-password'}
      required
      problem={problem}
      trailing={
        <IconButton label={isShown ? 'Hide token' : 'Show token'} onClick={() => setShown(!isShown)}>
          <Icon size={16} />
        </IconButton>
      }
    />
  );
}
