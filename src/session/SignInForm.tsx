import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { PublicConfig } from '../config.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { EnvironmentName, EnvironmentStripe } from '../ui/Environment.tsx';
import { TextField } from '../ui/fields.tsx';
import { ErrorText, Notice } from '../ui/notices.tsx';
import { unknownConfig } from './pageData.ts';
import type { SignInProblem, SubmitCredentials } from './signIn.ts';

type Props = {
  defaultWorkspace: string;
  /** Null in `index.html`, where the build writes the form and nothing can submit it yet. */
  config: PublicConfig | null;
  message?: ReactNode;
  onSubmit: SubmitCredentials;
};

export function SignInForm({ defaultWorkspace, config, message, onSubmit }: Props) {
  const { problem, stage, submit } = useSubmit(onSubmit);
  const isChecking = stage !== 'idle';
  useInitialFocus(defaultWorkspace === '' ? 'workspace' : 'token');
  const { environment, environmentColor, notice, sandbox } = config ?? unknownConfig;
  const problemText = problem && `${problem.title} ${problem.advice}`.trim();
  return (
    <div className="min-h-dvh px-4 pb-8">
      {environment !== null && <EnvironmentStripe color={environmentColor} />}
      {/* The notice has this space for itself, so that it moves nothing when it arrives. */}
      <div className="mx-auto min-h-[22dvh] max-w-160 pt-4 pb-4">
        {notice !== null && (
          <Notice tone="info" title="From your operator">
            {notice}
          </Notice>
        )}
      </div>
      <main className="mx-auto max-w-95 overflow-hidden panel">
        <div className="grid gap-4 p-6">
          <header className="grid gap-5">
            <div className="flex min-h-7 items-center justify-between gap-2.5">
              <img src="/favicon.svg" alt="" className="size-7" />
              <p className="mr-auto font-semibold">Workspace Console</p>
              {environment !== null && <EnvironmentName name={environment} color={environmentColor} />}
            </div>
            <h1 className="text-title font-semibold">Sign in</h1>
          </header>
          {message}
          {/* With this method, the browser itself submits nothing, so the token can't get into a URL. */}
          <form method="dialog" onSubmit={submit} noValidate className="grid gap-4">
            <TextField
              id="sign-in-workspace"
              name="workspace"
              label="Workspace"
              autoComplete="username"
              required
              defaultValue={defaultWorkspace}
              placeholder="e.g. acme"
              problem={problem?.field === 'workspace' ? problemText : null}
            />
            <TokenField problem={problem?.field === 'token' ? problemText : null} />
            <Button type="submit" variant="primary" disabled={config === null} aria-disabled={isChecking}>
              {isChecking ? 'Signing in…' : 'Sign in'}
            </Button>
            {/* Below the button, so that nothing above moves. */}
            <p role="status" className="text-small text-muted empty:hidden">
              {stage === 'slow' && slowText}
            </p>
            {problem?.field === null && (
              <Notice tone="danger" title={problem.title}>
                <ErrorText error={{ ...problem.error, message: problem.advice }} title={problem.title} />
              </Notice>
            )}
          </form>
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

const slowText = "The service hasn't answered yet. The console waits for up to 30 seconds.";
const slowMs = 5_000;

function useSubmit(onSubmit: SubmitCredentials) {
  const [stage, setStage] = useState<'idle' | 'checking' | 'slow'>('idle');
  const [problem, setProblem] = useState<SignInProblem | null>(null);
  const abortController = useRef<AbortController>(null);
  useEffect(() => () => abortController.current?.abort(), []);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (stage !== 'idle') return;
    const form = event.currentTarget;
    const fields = new FormData(form);
    const credentials = { workspace: String(fields.get('workspace')), token: String(fields.get('token')) };
    setStage('checking');
    setProblem(null);
    const timer = setTimeout(() => setStage('slow'), slowMs);
    abortController.current = new AbortController();
    const newProblem = await onSubmit(credentials, abortController.current.signal);
    clearTimeout(timer);
    setStage('idle');
    setProblem(newProblem);
    if (newProblem?.field) form.querySelector<HTMLElement>(`[name=${newProblem.field}]`)?.focus();
  }
  return { problem, stage, submit };
}

function useInitialFocus(field: 'workspace' | 'token') {
  useEffect(() => {
    // Wait, because a dialog that closes behind the form may still move the focus.
    const timer = setTimeout(() => {
      const { activeElement } = document;
      // An element behind the form keeps the focus until the browser renders the next frame.
      if (activeElement === document.body || activeElement?.closest('[inert]'))
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
          <Icon size={16} aria-hidden="true" />
        </IconButton>
      }
    />
  );
}
