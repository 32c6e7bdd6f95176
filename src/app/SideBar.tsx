import { LogOut, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ConsoleConfig } from '../config.ts';
import { useSession } from '../session/useSession.ts';
import { useIsNarrow } from '../ui/useIsNarrow.ts';
import { MainNav } from './MainNav.tsx';
import { MoreMenu } from './MoreMenu.tsx';
import type { ShellDialog } from './ShellDialog.ts';
import { shellTools } from './shellTools.ts';
import { ToolButton } from './ToolButton.tsx';
import { WorkspaceButton } from './WorkspaceButton.tsx';

type Props = {
  config: ConsoleConfig;
  /** What goes on whatever screen is open, such as a deletion. */
  running: ReactNode;
  onOpen: (dialog: ShellDialog) => void;
};

/** The workspace, the screens and the tools: a column at the side, on a phone a bar at the top. */
export function SideBar({ config, running, onOpen }: Props) {
  const { signOut } = useSession();
  const isNarrow = useIsNarrow();
  return (
    <div className="flex items-center gap-1 border-line bg-page max-md:sticky max-md:top-0 max-md:z-10 max-md:border-b max-md:px-2 max-md:py-1 md:sticky md:top-0 md:h-dvh md:flex-col md:items-stretch md:overflow-y-auto md:border-r">
      <div className="min-w-0 max-md:flex max-md:flex-1 md:grid md:gap-2 md:p-2">
        <WorkspaceButton onOpen={() => onOpen('workspaces')} />
        <ToolButton
          dialog="palette"
          aria-label="Find anything"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => onOpen('palette')}
          className="max-md:size-10 max-md:self-center max-md:justify-center max-md:p-0 md:border md:border-line md:bg-surface"
        >
          <Search size={isNarrow ? 18 : 16} aria-hidden="true" className="shrink-0" />
          <span className="flex-1 text-left max-md:hidden">Find</span>
          <kbd className="text-small max-md:hidden">{isApple ? '⌘K' : 'Ctrl K'}</kbd>
        </ToolButton>
      </div>
      <MainNav config={config} />
      <div className="flex items-center gap-0.5 md:mt-auto md:flex-col md:items-stretch md:p-2">
        {running}
        {isNarrow ? (
          <MoreMenu onOpen={onOpen} />
        ) : (
          shellTools.map(({ dialog, label, Icon }) => (
            <ToolButton key={dialog} dialog={dialog} onClick={() => onOpen(dialog)}>
              <Icon size={18} aria-hidden="true" />
              {label}
            </ToolButton>
          ))
        )}
        <button
          type="button"
          onClick={signOut}
          className="flex min-h-9 shrink-0 items-center gap-2.5 rounded-md px-2.5 text-muted hover:bg-hover hover:text-text max-md:min-h-10"
        >
          <LogOut size={18} aria-hidden="true" />
          <span className="max-md:sr-only">Sign out</span>
        </button>
      </div>
    </div>
  );
}

const isApple = /Mac|iP(hone|ad|od)/.test(globalThis.navigator?.userAgent ?? '');
