import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { ServiceError } from '../api/errors.ts';
import { operations, servicePath } from '../api/servicePath.ts';
import type { ConsoleConfig } from '../config.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton, curlOf } from '../ui/copy.tsx';
import { Field } from '../ui/fields.tsx';
import { Notice } from '../ui/notices.tsx';
import { SignInFrame } from './SignInFrame.tsx';
import type { SessionStore } from './session.ts';
import { type SignInProblem, useSignIn } from './signIn.ts';

type Props = {
  store: SessionStore;
  config: ConsoleConfig;
  /** Prefilled from the address. */
  workspaceSlug: string;
  /** Whether a token that was good before has since been rejected. */
  expired?: boolean;
  before?: SignInProblem | null;
  /** Stands below the form, with the way out of it. */
  aside?: (leave: () => void) => ReactNode;
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
  const form = useRef<HTMLFormElement>(null);
  const { proving, problem, signIn, leave } = useSignIn(store, before);

  // What had the focus went with the page that stood here. A dialog of it gives the focus back once more, just after.
  useEffect(() => {
    if (!expired && store.session() === 0) return;
    const timer = setTimeout(() => {
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>(expired ? '[name=token]' : 'h1')?.focus();
    }, 50);
    return () => clearTimeout(timer);
  }, [expired, store]);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    void signIn({
      workspaceSlug: String(fields.get('workspace') ?? '').trim(),
      token: String(fields.get('token') ?? ''),
      keep: fields.get('keep') !== null,
    });
  }

  return (
    <SignInFrame>
      {expired && problem === null && (
        <Notice tone="notice" role="alert" title="The service no longer accepts your token.">
          <p>Sign in to go on where you were. Nothing is sent again by itself.</p>
        </Notice>
      )}
      {problem === null && children}
      {problem !== null && (
        <Notice tone="danger" title={problem.title}>
          <p>{problem.next}</p>
          {problem.said && (
            <p className="text-muted">
              The service said: <bdi>{problem.said}</bdi>
            </p>
          )}
          {problem.sent && (
            <SignInReport title={problem.title} serviceUrl={config.serviceUrl} {...problem.sent} />
          )}
        </Notice>
      )}
      <form ref={form} onSubmit={submit} noValidate className="grid gap-4">
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
        <Button type="submit" look="primary" aria-disabled={proving}>
          {proving ? 'Signing in…' : 'Sign in'}
        </Button>
      </form>
      {config.sandbox !== null && <SandboxHint sandbox={config.sandbox} form={form} />}
      {aside?.(leave)}
    </SignInFrame>
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
      autoComplete="current-password"
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

type SandboxHintProps = {
  sandbox: NonNullable<ConsoleConfig['sandbox']>;
  form: RefObject<HTMLFormElement | null>;
};

/** What to sign in with where the console runs on its embedded sandbox. */
function SandboxHint({ sandbox, form }: SandboxHintProps) {
  function fillIn() {
    fill(form.current, 'workspace', sandbox.workspaceSlug);
    fill(form.current, 'token', sandbox.token);
    form.current?.querySelector<HTMLButtonElement>('[type=submit]')?.focus();
  }
  return (
    <aside className="flex items-center justify-between gap-4 border-t border-line pt-4 text-muted">
      <p>
        This is the sandbox: <code className="text-text">{sandbox.workspaceSlug}</code> with{' '}
        <code className="whitespace-nowrap text-text">{sandbox.token}</code>.
      </p>
      <Button look="quiet" onClick={fillIn}>
        Fill in
      </Button>
    </aside>
  );
}

function fill(form: HTMLFormElement | null, name: string, value: string) {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLInputElement) field.value = value;
}

type ReportProps = { title: string; serviceUrl: string; workspaceSlug: string; error: ServiceError };

/** What of a failed sign-in can be passed on to somebody who can help. The token is in none of it. */
function SignInReport({ title, serviceUrl, workspaceSlug, error }: ReportProps) {
  const base = new URL(serviceUrl, window.location.origin).href;
  const facts = [
    error.status === null ? '' : `HTTP ${error.status}`,
    error.requestId === null ? '' : `Request ID ${error.requestId}`,
  ].filter(Boolean);
  return (
    <>
      {facts.length > 0 && (
        <p className="text-muted">
          <bdi>{facts.join(' · ')}</bdi>
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        <CopyButton
          text={[title, error.message, error.serviceMessage ?? '', ...facts].filter(Boolean).join('\n')}
          label="Copy error"
          look="button"
        />
        <CopyButton
          text={curlOf(base, 'GET', servicePath(operations.listRegions.path, { workspaceSlug }))}
          label="Copy as curl"
          look="button"
        />
      </div>
    </>
  );
}
