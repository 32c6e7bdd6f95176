import { Eye, EyeOff } from 'lucide-react';
import { type MouseEvent, type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ConsoleConfig } from '../config.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/fields.tsx';
import { Failure } from '../ui/notices.tsx';
import type { SessionStore } from './session.ts';
import type { SignInProblem } from './signInProblem.ts';
import { useConfig } from './useSession.ts';

type Props = {
  store: SessionStore;
  workspaceSlug: string;
  initialFocus?: 'heading' | 'token';
  notice?: ReactNode;
  /** Closes the form without signing in. If undefined, the form has no Cancel button. */
  onCancel?: () => void;
};

export function SignIn(props: Props) {
  const { store, workspaceSlug, initialFocus = 'heading', notice, onCancel } = props;
  const { sandbox } = useConfig();
  const navigate = useNavigate();
  const [isVerifying, setVerifying] = useState(false);
  const [problem, setProblem] = useState<SignInProblem | null>(null);
  const abortController = useRef<AbortController>(null);
  useEffect(() => () => abortController.current?.abort(), []);
  useInitialFocus(initialFocus);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isVerifying) return;
    const form = event.currentTarget;
    const fields = new FormData(form);
    const credentials = {
      workspaceSlug: String(fields.get('workspace')),
      token: String(fields.get('token')),
      isPersistent: fields.has('keep'),
    };
    setVerifying(true);
    setProblem(null);
    abortController.current = new AbortController();
    const result = await store.signIn(credentials, abortController.current.signal, (path) =>
      navigate(path, { replace: true }),
    );
    setVerifying(false);
    if (typeof result !== 'object') return;
    setProblem(result);
    if (result.field !== null) form.querySelector<HTMLElement>(`[name=${result.field}]`)?.focus();
  }

  const problemText = problem && `${problem.title} ${problem.advice}`;
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-100 flex-col gap-5 px-5 py-10 sm:py-24">
      <title>Sign in · Workspace Console</title>
      <header>
        <p className="mb-12 flex items-center gap-2.5 font-semibold">
          <svg viewBox="0 0 32 32" aria-hidden="true" className="size-7 text-accent-fill">
            <rect width="32" height="32" rx="7" fill="currentColor" />
            <path d={logoPath} stroke="#fff" strokeWidth="2.6" strokeLinecap="round" />
          </svg>
          Workspace Console
        </p>
        <h1 tabIndex={-1} className="text-title font-semibold outline-none">
          Sign in
        </h1>
      </header>
      {notice}
      <form onSubmit={submit} noValidate className="grid gap-4">
        <Field
          label="Workspace"
          name="workspace"
          autoComplete="username"
          required
          defaultValue={workspaceSlug}
          placeholder="e.g. acme"
          problem={problem?.field === 'workspace' ? problemText : null}
        />
        <TokenField problem={problem?.field === 'token' ? problemText : null} />
        <div className="grid gap-1">
          <label className="flex min-h-6 items-center gap-2">
            <input
              type="checkbox"
              name="keep"
              aria-describedby="keep-hint"
              defaultChecked={store.isPersistent()}
              className="size-4 accent-accent"
            />
            Keep me signed in in this tab
          </label>
          <p id="keep-hint" className="pl-6 text-small text-muted">
            Stores your token in this tab until you sign out or close the tab. New tabs of the console are
            signed in too and also store your token.
          </p>
        </div>
        <Button type="submit" variant="primary" aria-disabled={isVerifying}>
          {isVerifying ? 'Signing in…' : 'Sign in'}
        </Button>
        {/* This message is below the button, so that the fields don't move. */}
        {problem?.field === null && (
          <Failure title={problem.title} error={problem.error ?? new Error(problem.title)}>
            <p>{problem.advice}</p>
          </Failure>
        )}
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        {sandbox !== null && <SandboxHint {...sandbox} />}
      </form>
    </main>
  );
}

/** Moves the focus to the heading or the token field if no visible element has the focus. */
function useInitialFocus(target: 'heading' | 'token') {
  useEffect(() => {
    if (target === 'heading' && !navigator.userActivation.hasBeenActive) return;
    // Wait, because a closing dialog may still move the focus.
    const timer = setTimeout(() => {
      const { activeElement } = document;
      // An element behind the form keeps the focus until the browser renders the next frame.
      if (activeElement === document.body || activeElement?.closest('[inert]'))
        document.querySelector<HTMLElement>(target === 'token' ? '[name=token]' : 'h1')?.focus();
    }, 50);
    return () => clearTimeout(timer);
  }, [target]);
}

function TokenField({ problem }: { problem: string | null }) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field
      label="Access token"
      name="token"
      type={isShown ? 'text' : 'password'}
      // Chromium saves text fields to disk to restore them later, unless autocomplete is off.
      autoComplete={isShown ? 'off' : 'current-password'}
      required
      problem={problem}
      trailing={
        <button
          type="button"
          aria-label={isShown ? 'Hide token' : 'Show token'}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
          className="grid size-9 shrink-0 place-items-center rounded-md text-muted hover:text-text"
        >
          <Icon size={16} aria-hidden="true" />
        </button>
      }
    />
  );
}

function SandboxHint({ workspaceSlug, token }: NonNullable<ConsoleConfig['sandbox']>) {
  function fillInCredentials({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
    for (const [name, value] of Object.entries({ workspace: workspaceSlug, token })) {
      const field = form?.elements.namedItem(name);
      if (field instanceof HTMLInputElement) field.value = value;
    }
    form?.querySelector<HTMLButtonElement>('[type=submit]')?.focus();
  }
  return (
    <aside className="mt-1 flex items-center justify-between gap-4 border-t border-line pt-4 text-muted">
      <p>
        Sandbox: workspace <code className="text-text">{workspaceSlug}</code>, token{' '}
        <code className="whitespace-nowrap text-text">{token}</code>
      </p>
      <Button variant="quiet" onClick={fillInCredentials}>
        Use these
      </Button>
    </aside>
  );
}

const logoPath = 'M8 11.5h16M8 16h16M8 20.5h9M22.5 20.5h.01';
