import { Check, X } from 'lucide-react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { paths } from '../paths.ts';
import type { SignInProblem } from '../session/signInProblem.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/fields.tsx';
import { Modal } from '../ui/Modal.tsx';
import { WorkspaceMark } from '../ui/WorkspaceMark.tsx';
import { removeRecentWorkspace, useRecentWorkspaces } from './recentWorkspaces.ts';

/** The workspaces used before in this browser, and the way to one more: the present token proves itself for it first. */
export function WorkspacesDialog({ onClose }: { onClose: () => void }) {
  const { workspaceSlug, verifyWorkspace } = useSession();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const recent = useRecentWorkspaces();
  const used = useStore(recent);
  const [proving, setProving] = useState(false);
  const [problem, setProblem] = useState<SignInProblem | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const proof = useRef<AbortController>(null);
  // Whatever way the dialog was left, the workspace that it was asked for is not wanted any more.
  useEffect(() => () => proof.current?.abort(), []);

  function forget(slug: string) {
    removeRecentWorkspace(recent, slug);
    field.current?.focus();
  }

  async function add(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (proving) return;
    const slug = String(new FormData(event.currentTarget).get('workspace') ?? '').trim();
    setProving(true);
    setProblem(null);
    proof.current = new AbortController();
    const found = await verifyWorkspace(slug, proof.current.signal);
    setProving(false);
    if (found === 'left') return;
    if (found !== 'verified') {
      setProblem(found);
      return field.current?.focus();
    }
    onClose();
    navigate(paths.inWorkspace(window.location.pathname, slug));
  }

  const others = used.filter((slug) => slug !== workspaceSlug);
  return (
    <Modal kind="dialog" title="Workspaces" onClose={onClose}>
      <ul aria-label="Workspaces used before" className="mt-4 grid gap-0.5">
        {[workspaceSlug, ...others].map((slug) => (
          <li key={slug} className="flex items-center gap-1">
            <Link
              to={paths.inWorkspace(pathname, slug)}
              onClick={onClose}
              aria-current={slug === workspaceSlug ? 'true' : undefined}
              className="flex min-h-11 min-w-0 flex-1 items-center gap-3 rounded-md px-2 hover:bg-hover aria-[current=true]:bg-accent-soft"
            >
              <WorkspaceMark slug={slug} />
              <bdi className="min-w-0 flex-1 truncate font-medium" title={slug}>
                {slug}
              </bdi>
              {slug === workspaceSlug && <Check size={16} aria-hidden="true" className="text-accent" />}
            </Link>
            {slug !== workspaceSlug && (
              <button
                type="button"
                aria-label={`Forget ${slug}`}
                title="Take it off this list"
                onClick={() => forget(slug)}
                className="grid size-9 shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-text"
              >
                <X size={16} aria-hidden="true" />
              </button>
            )}
          </li>
        ))}
      </ul>
      <form onSubmit={add} noValidate className="mt-4 grid gap-4 border-t border-line pt-4">
        <Field
          ref={field}
          label="Another workspace"
          name="workspace"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          hint="Its slug. The service is asked first whether your token may see it."
          problem={problem && `${problem.title} ${problem.next}`}
        />
        <div className="flex justify-end gap-2 max-sm:flex-col-reverse">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" aria-disabled={proving}>
            {proving ? 'Asking the service…' : 'Open workspace'}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
