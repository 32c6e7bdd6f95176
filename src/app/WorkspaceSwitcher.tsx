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
import { useRecentWorkspaces } from './recentWorkspaces.ts';

/** Shows links to the recent workspaces and a form to open another workspace. The form verifies the token first. */
export function WorkspacesDialog({ onClose }: { onClose: () => void }) {
  const { workspaceSlug, verifyWorkspace } = useSession();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const recentWorkspaces = useRecentWorkspaces();
  const slugs = useStore(recentWorkspaces);
  const [isVerifying, setVerifying] = useState(false);
  const [problem, setProblem] = useState<SignInProblem | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const verification = useRef<AbortController>(null);
  useEffect(() => () => verification.current?.abort(), []);

  function removeWorkspace(slug: string) {
    recentWorkspaces.remove(slug);
    field.current?.focus();
  }

  async function openWorkspace(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isVerifying) return;
    const slug = String(new FormData(event.currentTarget).get('workspace') ?? '').trim();
    setVerifying(true);
    setProblem(null);
    verification.current = new AbortController();
    const result = await verifyWorkspace(slug, verification.current.signal);
    setVerifying(false);
    if (result === 'outdated') return;
    if (result !== 'verified') {
      setProblem(result);
      return field.current?.focus();
    }
    onClose();
    navigate(paths.inWorkspace(window.location.pathname, slug));
  }

  const otherSlugs = slugs.filter((slug) => slug !== workspaceSlug);
  return (
    <Modal kind="dialog" title="Workspaces" onClose={onClose}>
      <ul aria-label="Recent workspaces" className="mt-4 grid gap-0.5">
        {[workspaceSlug, ...otherSlugs].map((slug) => (
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
                aria-label={`Remove ${slug} from this list`}
                title="Remove from this list"
                onClick={() => removeWorkspace(slug)}
                className="grid size-9 shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-text"
              >
                <X size={16} aria-hidden="true" />
              </button>
            )}
          </li>
        ))}
      </ul>
      <form onSubmit={openWorkspace} noValidate className="mt-4 grid gap-4 border-t border-line pt-4">
        <Field
          ref={field}
          label="Open another workspace"
          name="workspace"
          hint="Enter the workspace slug. We check that your token has access."
          problem={problem && `${problem.title} ${problem.advice}`}
        />
        <div className="flex justify-end gap-2 max-sm:flex-col-reverse">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" aria-disabled={isVerifying}>
            {isVerifying ? 'Checking access…' : 'Open workspace'}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
