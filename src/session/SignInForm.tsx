import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { PublicConfig } from '../config.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { EnvironmentStripe } from '../ui/Environment.tsx';
import { TextField } from '../ui/fields.tsx';
import { ErrorText, Notice } from '../ui/notices.tsx';
import { OperatorNotice } from './OperatorNotice.tsx';
import { unknownConfig } from './pageData.ts';
import type { SignInProblem } from './signInProblem.ts';
import type { SubmitCredentials } from './useSignIn.ts';

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
  const { environment, environmentColor, notice, sandbox, idleMinutes } = config ?? unknownConfig;
  const problemText = problem && `${problem.title} ${problem.advice}`.trim();
  return (
    <div className="min-h-dvh px-4 pb-8">
      {environment !== null && <EnvironmentStripe color={environmentColor} />}
      {/* The notice has this space for itself, so that it moves nothing when it arrives. */}
      <div className="mx-auto min-h-[22dvh] max-w-160 pt-4 pb-4">
        <OperatorNotice text={notice} />
      </div>
      <main className="mx-auto max-w-95 overflow-hidden panel">
        <div className="grid gap-4 p-6">
          <header className="grid gap-5">
            <div className="flex min-h-7 items-center gap-2.5">
              <img src="/favicon.svg" alt="" className="size-7" />
              <p className="font-semibold">Workspace Console</p>
              {environment !== null && (
                <span
                  data-env={environmentColor}
                  translate="no"
                  className="ml-auto rounded-chip border border-(--env-line) px-1.5 text-small text-(--env-text)"
                >
                  {environment}
                </span>
              )}
            </div>
            <h1 className="text-title font-semibold">Sign in</h1>
          </header>
          {message}
          {/* With this method, the browser itself submits nothing, so the token can't get into a URL. */}
          <form method="dialog" id="sign-in" onSubmit={submit} noValidate className="grid gap-4">
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
            <p role="status" className="min-h-8 text-small text-muted">
              {stage === 'slow' ? slowText : config && describeSession(idleMinutes)}
            </p>
            <Button type="submit" variant="primary" disabled={config === null} aria-disabled={isChecking}>
              {isChecking ? 'Signing in…' : 'Sign in'}
            </Button>
            {/* Below the button, so that the fields don't move. */}
            {problem?.field === null && <ProblemNotice problem={problem} />}
          </form>
        </div>
        {sandbox !== null && <SandboxFooter sandbox={sandbox} />}
      </main>
    </div>
  );
}

function describeSession(idleMinutes: PublicConfig['idleMinutes']): string {
  const limit = idleMinutes === 1 ? '1 minute' : `${idleMinutes} minutes`;
  const end = idleMinutes === 'never' ? '' : ` or are idle for ${limit}`;
  return `You stay signed in for 12 hours at most, until you sign out${end}.`;
}

const slowText = "The service hasn't answered yet. The console waits for up to 30 seconds.";
const slowMs = 5_000;

function ProblemNotice({ problem: { title, advice, error } }: { problem: SignInProblem }) {
  return (
    <Notice tone="danger" role="alert" title={title}>
      <ErrorText error={{ ...error, message: advice }} title={title} />
    </Notice>
  );
}

function useSubmit(onSubmit: Props['onSubmit']) {
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
        <IconButton
          label={isShown ? 'Hide token' : 'Show token'}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          <Icon size={16} aria-hidden="true" />
        </IconButton>
      }
    />
  );
}

function SandboxFooter({ sandbox }: { sandbox: NonNullable<PublicConfig['sandbox']> }) {
  function fillIn() {
    const values = { workspace: sandbox.workspaceSlug, token: sandbox.token };
    for (const [name, value] of Object.entries(values)) {
      const field = document.getElementById(`sign-in-${name}`);
      if (field instanceof HTMLInputElement) field.value = value;
    }
    document.querySelector<HTMLElement>('#sign-in [type=submit]')?.focus();
  }
  return (
    <aside className="flex items-center justify-between gap-3 border-t border-line bg-accent-soft px-6 py-2.5 text-small text-muted">
      <p>
        <span>Sandbox: </span>
        <span translate="no" className="font-mono text-text">
          {sandbox.workspaceSlug}
        </span>
        <span> · </span>
        <span translate="no" className="font-mono text-text">
          {sandbox.token}
        </span>
      </p>
      <Button size="small" onClick={fillIn}>
        Use these
      </Button>
    </aside>
  );
}
