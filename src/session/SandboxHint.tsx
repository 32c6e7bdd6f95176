import type { RefObject } from 'react';
import type { ConsoleConfig } from '../config.ts';
import { Button } from '../ui/Button.tsx';

type Props = {
  sandbox: NonNullable<ConsoleConfig['sandbox']>;
  form: RefObject<HTMLFormElement | null>;
};

/** What to sign in with where the console runs on its embedded sandbox. */
export function SandboxHint({ sandbox, form }: Props) {
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
