import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ConsoleConfig } from '../config.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { EnvironmentStripe } from '../ui/Environment.tsx';
import { TextField } from '../ui/fields.tsx';
import { ErrorText, Notice } from '../ui/notices.tsx';
import { OperatorNotice } from './OperatorNotice.tsx';
import type { Credentials, SignInProblem } from './signInProblem.ts';

type SignInConfig = Pick<ConsoleConfig, 'environment' | 'environmentColor' | 'notice' | 'sandbox'>;

type Props = {
  defaultWorkspace: string;
  config: SignInConfig;
  isKept?: boolean;
  message?: ReactNode;
  /** Null after a sign-in, or if the response no longer matters. */
  onSubmit: (credentials: Credentials, signal: AbortSignal) => Promise<SignInProblem | null>;
};

/** The build also renders it into `index.html`. Until React has taken it over, nothing can submit it. */
export function SignInForm({ defaultWorkspace, config, isKept = false, message, onSubmit }: Props) {
  const isReady = useIsReady();
  const { problem, isChecking, submit } = useSubmit(onSubmit);
  useInitialFocus(defaultWorkspace === '' ? 'workspace' : 'token');
  const { environment, environmentColor, notice, sandbox } = isReady ? config : unknownConfig;
  const problemText = problem && `${problem.title} ${problem.advice}`.trim();
  return (
    <div className="min-h-dvh px-4 pb-8">
      {environment !== null && <EnvironmentStripe color={environmentColor} />}
      {/* The notice has this space for itself, so that it moves nothing when it arrives. */}
      <div className="mx-auto min-h-[22dvh] max-w-160 pt-4 pb-4">
        {isReady ? <OperatorNotice text={notice} /> : <ConfigText name="notice" className={noticeClass} />}
      </div>
      <main className="mx-auto max-w-95 overflow-hidden rounded-card border border-line bg-surface">
        <div className="grid gap-4 p-6">
          <header className="grid gap-5">
            <div className="flex min-h-7 items-center gap-2.5">
              <img src="/favicon.svg" alt="" className="size-7" />
              <p className="font-semibold">
                <FormText>Workspace Console</FormText>
              </p>
              <ConfigText
                name="environment"
                text={environment}
                color={environmentColor}
                className="ml-auto rounded-chip border border-(--env-line) px-1.5 text-small text-(--env-text) empty:hidden"
              />
            </div>
            <h1 className="text-title font-semibold">
              <FormText>Sign in</FormText>
            </h1>
          </header>
          {isReady && message}
          {/* With this method, the browser itself submits nothing, so the token can't get into a URL. */}
          <form method="dialog" id="sign-in" onSubmit={submit} noValidate className="grid gap-4">
            <TextField
              id="sign-in-workspace"
              name="workspace"
              label={<FormText>Workspace</FormText>}
              autoComplete="username"
              required
              defaultValue={defaultWorkspace}
              placeholder="e.g. acme"
              problem={problem?.field === 'workspace' ? problemText : null}
            />
            <TokenField problem={problem?.field === 'token' ? problemText : null} />
            <div className="grid gap-1">
              <label className="flex min-h-6 items-center gap-2">
                <input
                  type="checkbox"
                  name="keep"
                  aria-describedby="sign-in-keep-hint"
                  defaultChecked={isKept}
                  className="checkbox"
                />
                <FormText>Keep me signed in in this tab</FormText>
              </label>
              <p id="sign-in-keep-hint" className="pl-6 text-small text-muted">
                <FormText>Kept for this and new tabs until you're signed out.</FormText>
              </p>
            </div>
            <Button type="submit" variant="primary" disabled={!isReady} aria-disabled={isChecking}>
              <FormText>{isChecking ? 'Signing in…' : 'Sign in'}</FormText>
            </Button>
            {/* Below the button, so that the fields don't move. */}
            {problem?.field === null && <ProblemNotice problem={problem} />}
          </form>
        </div>
        <SandboxFooter sandbox={sandbox} />
      </main>
    </div>
  );
}

export function ProblemNotice({ problem: { title, advice, error } }: { problem: SignInProblem }) {
  const status = title.includes(`HTTP ${error?.status}`) ? null : (error?.status ?? null);
  return (
    <Notice tone="danger" title={<span>{title}</span>}>
      {error === null ? <span>{advice}</span> : <ErrorText error={{ ...error, message: advice, status }} />}
    </Notice>
  );
}

const unknownConfig = { environment: null, environmentColor: 'gray', notice: null, sandbox: null } as const;

function useIsReady(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}

function useSubmit(onSubmit: Props['onSubmit']) {
  const [isChecking, setChecking] = useState(false);
  const [problem, setProblem] = useState<SignInProblem | null>(null);
  const abortController = useRef<AbortController>(null);
  useEffect(() => () => abortController.current?.abort(), []);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isChecking) return;
    const form = event.currentTarget;
    const fields = new FormData(form);
    const credentials = {
      workspace: String(fields.get('workspace')),
      token: String(fields.get('token')),
      isKept: fields.has('keep'),
    };
    setChecking(true);
    setProblem(null);
    abortController.current = new AbortController();
    const newProblem = await onSubmit(credentials, abortController.current.signal);
    setChecking(false);
    setProblem(newProblem);
    if (newProblem?.field) form.querySelector<HTMLElement>(`[name=${newProblem.field}]`)?.focus();
  }
  return { problem, isChecking, submit };
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
      label={<FormText>Access token</FormText>}
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

function SandboxFooter({ sandbox }: Pick<SignInConfig, 'sandbox'>) {
  function fillIn() {
    const form = document.forms.namedItem('sign-in');
    const values = { workspace: sandbox?.workspaceSlug ?? '', token: sandbox?.token ?? '' };
    for (const [name, value] of Object.entries(values)) {
      const field = form?.elements.namedItem(name);
      if (field instanceof HTMLInputElement) field.value = value;
    }
    form?.querySelector<HTMLButtonElement>('[type=submit]')?.focus();
  }
  return (
    <aside
      data-config="sandbox"
      hidden={sandbox === null}
      className="flex items-center justify-between gap-3 border-t border-line bg-accent-soft px-6 py-2.5 text-small text-muted"
    >
      <p>
        <FormText>Sandbox: </FormText>
        <ConfigText
          name="sandbox.workspaceSlug"
          text={sandbox?.workspaceSlug}
          className="font-mono text-text"
        />
        <FormText> · </FormText>
        <ConfigText name="sandbox.token" text={sandbox?.token} className="font-mono text-text" />
      </p>
      <Button size="small" onClick={fillIn}>
        <FormText>Use these</FormText>
      </Button>
    </aside>
  );
}

/** A translator may have replaced the text before React is there, so React must accept what it finds. */
function FormText({ children }: { children: string }) {
  return <span suppressHydrationWarning>{children}</span>;
}

type ConfigTextProps = {
  name: string;
  text?: string | null | undefined;
  color?: SignInConfig['environmentColor'];
  className: string;
};

/** Text of the operator. A script of the page may write it before React is there. */
function ConfigText({ name, text, color, className }: ConfigTextProps) {
  return (
    <span data-config={name} data-env={color} translate="no" suppressHydrationWarning className={className}>
      {text ?? ''}
    </span>
  );
}

const noticeClass = 'block rounded-md bg-accent-soft px-3 py-2 text-control empty:hidden';
