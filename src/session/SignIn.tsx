import { Eye, EyeOff } from 'lucide-react';
import { type MouseEvent, type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { curlOf } from '../api/curl.ts';
import { operations, servicePath } from '../api/servicePath.ts';
import type { ConsoleConfig } from '../config.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/fields.tsx';
import { Failure, Notice } from '../ui/notices.tsx';
import { SignInFrame } from './SignInFrame.tsx';
import type { SessionStore } from './session.ts';
import { type SignInProblem, signIn } from './signIn.ts';

type Props = {
  store: SessionStore;
  config: ConsoleConfig;
  /** Prefilled from the address. */
  workspaceSlug: string;
  /** Whether a token that was good before has since been rejected. */
  expired?: boolean;
  before?: SignInProblem | null;
  /** Stands above the form: what leads on without it. */
  aside?: ReactNode;
  /** Stands above the form until an attempt has failed. */
  children?: ReactNode;
};

/** The gate's form. What was typed is kept whatever comes back. */
export function SignIn({
  store,
  config,
  workspaceSlug,
  expired = false,
  before = null,
  aside,
  children,
}: Props) {
  const navigate = useNavigate();
  const [{ proving, problem }, setState] = useState({ proving: false, problem: before });
  const proof = useRef<AbortController>(null);
  // Once the form has gone, a proof under way is not wanted any more.
  useEffect(() => () => proof.current?.abort(), []);

  // What had the focus went with the page that stood here. A dialog of it gives the focus back once more, just after.
  useEffect(() => {
    if (!expired && !navigator.userActivation.hasBeenActive) return;
    const timer = setTimeout(() => {
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>(expired ? '[name=token]' : 'h1')?.focus();
    }, 50);
    return () => clearTimeout(timer);
  }, [expired]);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (proving) return;
    const fields = new FormData(event.currentTarget);
    const credentials = {
      workspaceSlug: String(fields.get('workspace')).trim(),
      token: String(fields.get('token')),
      keep: fields.has('keep'),
    };
    setState({ proving: true, problem: null });
    proof.current = new AbortController();
    const found = await signIn(store, credentials, proof.current.signal, (path) =>
      navigate(path, { replace: true }),
    );
    setState({ proving: false, problem: typeof found === 'object' ? found : null });
  }

  return (
    <SignInFrame>
      {expired && problem === null && (
        <Notice tone="notice" role="alert" title="The service no longer accepts your token.">
          <p>Sign in to go on where you were. Nothing is sent again by itself.</p>
        </Notice>
      )}
      {problem === null ? children : <ProblemNotice {...problem} serviceUrl={config.serviceUrl} />}
      {aside}
      <form onSubmit={submit} noValidate className="grid gap-4">
        <Field
          label="Workspace"
          name="workspace"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
          defaultValue={workspaceSlug}
          placeholder="its slug, such as acme"
          aria-invalid={problem?.field === 'workspace'}
        />
        <TokenField invalid={problem?.field === 'token'} />
        <div className="grid gap-1">
          <label className="flex min-h-6 items-center gap-2">
            <input
              type="checkbox"
              name="keep"
              aria-describedby="keep-hint"
              defaultChecked={store.keeps()}
              className="size-4 accent-accent"
            />
            Keep me signed in in this tab
          </label>
          <p id="keep-hint" className="pl-6 text-small text-muted">
            The token is then written to this tab’s storage, and handed to new tabs of this console.
          </p>
        </div>
        <Button type="submit" variant="primary" aria-disabled={proving}>
          {proving ? 'Signing in…' : 'Sign in'}
        </Button>
        {config.sandbox !== null && <SandboxHint {...config.sandbox} />}
      </form>
    </SignInFrame>
  );
}

/** Why nobody was signed in. What was sent can be passed on to somebody who can help; the token is in none of it. */
function ProblemNotice({ title, next, sent, serviceUrl }: SignInProblem & { serviceUrl: string }) {
  if (sent === null)
    return (
      <Notice tone="danger" title={title}>
        <p>{next}</p>
      </Notice>
    );
  const { error, workspaceSlug } = sent;
  const base = new URL(serviceUrl, window.location.origin).href;
  const curl = curlOf(base, 'GET', servicePath(operations.listRegions.path, { workspaceSlug }));
  return (
    <Failure title={title} error={error} curl={curl}>
      <p>{next}</p>
    </Failure>
  );
}

/** The access token: a password to password managers, readable on request. */
function TokenField({ invalid }: { invalid: boolean }) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field
      label="Access token"
      name="token"
      type={shown ? 'text' : 'password'}
      // Chromium saves text fields to disk to restore them later, unless autocomplete is off.
      autoComplete={shown ? 'off' : 'current-password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
      aria-invalid={invalid}
      trailing={
        <button
          type="button"
          aria-label={shown ? 'Hide token' : 'Show token'}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="grid size-9 shrink-0 place-items-center rounded-md text-muted hover:text-text"
        >
          <Icon size={16} aria-hidden="true" />
        </button>
      }
    />
  );
}

/** What to sign in with where the console runs on its embedded sandbox. */
function SandboxHint({ workspaceSlug, token }: NonNullable<ConsoleConfig['sandbox']>) {
  function fillIn({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
    for (const [name, value] of Object.entries({ workspace: workspaceSlug, token })) {
      const field = form?.elements.namedItem(name);
      if (field instanceof HTMLInputElement) field.value = value;
    }
    form?.querySelector<HTMLButtonElement>('[type=submit]')?.focus();
  }
  return (
    <aside className="mt-1 flex items-center justify-between gap-4 border-t border-line pt-4 text-muted">
      <p>
        This is the sandbox: <code className="text-text">{workspaceSlug}</code> with{' '}
        <code className="whitespace-nowrap text-text">{token}</code>.
      </p>
      <Button variant="quiet" onClick={fillIn}>
        Fill in
      </Button>
    </aside>
  );
}
