import { ChevronsUpDown } from 'lucide-react';
import { useSession } from '../session/useSession.ts';
import { WorkspaceMark } from '../ui/WorkspaceMark.tsx';
import { shellCode } from './shellCode.ts';

/** Which workspace this is, always in sight; a click leads to the others. */
export function WorkspaceButton({ onOpen }: { onOpen: () => void }) {
  const { workspaceSlug } = useSession();
  return (
    <button
      type="button"
      aria-label={`${workspaceSlug} Workspace, switch`}
      aria-haspopup="dialog"
      onClick={onOpen}
      onPointerEnter={() => void shellCode.workspaces.load()}
      onFocus={() => void shellCode.workspaces.load()}
      className="flex min-h-12 min-w-0 flex-1 items-center gap-2.5 rounded-md px-2 text-left hover:bg-hover md:flex-none"
    >
      <WorkspaceMark slug={workspaceSlug} />
      <span className="min-w-0 flex-1">
        <bdi className="block truncate font-semibold" title={workspaceSlug}>
          {workspaceSlug}
        </bdi>
        <span className="block text-small text-muted">Workspace</span>
      </span>
      <ChevronsUpDown size={16} aria-hidden="true" className="shrink-0 text-muted" />
    </button>
  );
}
