import {
  type ComponentType,
  lazy,
  type ReactNode,
  type SubmitEvent,
  Suspense,
  useEffect,
  useRef,
} from 'react';
import type { ConsoleConfig } from '../config.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import type { SessionStore } from './createSessionStore.ts';
import { SandboxHint } from './SandboxHint.tsx';
import { SignInFrame } from './SignInFrame.tsx';
import type { SignInProblem } from './signInProblem.ts';
import { TokenField } from './TokenField.tsx';
import { useSignIn } from './useSignIn.ts';

type Report = ComponentType<{ title: string; serviceUrl: string } & NonNullable<SignInProblem['sent']>>;

const SignInReport = lazy(async (): Promise<{ default: Report }> => {
  // Where its code does not come, as on a lost line, the sentence above it has to do.
  const code = await import('./SignInReport.tsx').catch(() => null);
  return { default: code?.SignInReport ?? Nothing };
});

type Props = {
  store: SessionStore;
  config: ConsoleConfig;
  /** Prefilled from the address. */
  workspaceSlug: string;
  /** Whether a token that was good before has since been rejected. */
  expired?: boolean;
  before?: SignInProblem | null;
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
  const form = useRef<HTMLFormElement>(null);
  const { proving, problem, signIn } = useSignIn(store, before);

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
            <Suspense fallback={null}>
              <SignInReport title={problem.title} serviceUrl={config.serviceUrl} {...problem.sent} />
            </Suspense>
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
        <label className="flex min-h-6 items-center gap-2">
          <input
            type="checkbox"
            name="keep"
            defaultChecked={store.keeps()}
            className="size-4 accent-accent"
          />
          Keep me signed in in this tab
        </label>
        <Button type="submit" look="primary" aria-disabled={proving}>
          {proving ? 'Signing in…' : 'Sign in'}
        </Button>
      </form>
      {config.sandbox !== null && <SandboxHint sandbox={config.sandbox} form={form} />}
      {aside}
    </SignInFrame>
  );
}

function Nothing() {
  return null;
}
