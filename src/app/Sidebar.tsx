import {
  Activity,
  ChevronsUpDown,
  Ellipsis,
  Keyboard,
  LogOut,
  Search,
  SlidersHorizontal,
} from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { paths, screens } from '../paths.ts';
import { useSession, useSignOut } from '../session/useSession.ts';
import { Dropdown, DropdownItem } from '../ui/Dropdown.tsx';
import { WorkspaceMark } from '../ui/WorkspaceMark.tsx';
import { useIsNarrow } from '../ui/windowWidth.ts';
import { routes, usePrefetch } from './routes.tsx';

/** The dialogs that can be opened over any screen. */
export type ShellDialog = 'palette' | 'workspaces' | 'preferences' | 'requests' | 'shortcuts';

type SidebarProps = {
  /** The indicator of running deletions. */
  running: ReactNode;
  onOpen: (dialog: ShellDialog) => void;
};

/** Workspace, navigation and tools: a column at the side, or a bar at the top of a phone. */
export function Sidebar({ running, onOpen }: SidebarProps) {
  const signOut = useSignOut();
  const isNarrow = useIsNarrow();
  return (
    <div className="flex items-center gap-1 border-line bg-page print:hidden max-md:sticky max-md:top-0 max-md:z-10 max-md:border-b max-md:px-2 max-md:py-1 md:sticky md:top-0 md:h-dvh md:flex-col md:items-stretch md:overflow-y-auto md:border-r">
      <div className="min-w-0 max-md:flex max-md:flex-1 md:grid md:gap-2 md:p-2">
        <WorkspaceButton onOpen={() => onOpen('workspaces')} />
        <ToolButton
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => onOpen('palette')}
          className="max-md:size-10 max-md:self-center max-md:justify-center max-md:p-0 md:border md:border-line md:bg-surface"
        >
          <Search size={isNarrow ? 18 : 16} aria-hidden="true" className="shrink-0" />
          <span className="flex-1 text-left max-md:sr-only">
            Search <span className="sr-only">everything</span>
          </span>
          <span aria-hidden="true" className="text-small max-md:hidden">
            <kbd>{isApple ? '⌘K' : 'Ctrl K'}</kbd>
          </span>
        </ToolButton>
      </div>
      <MainNav />
      <div className="flex items-center gap-0.5 md:mt-auto md:flex-col md:items-stretch md:p-2">
        {running}
        {isNarrow ? (
          <MoreMenu onOpen={onOpen} />
        ) : (
          shellTools.map(({ dialog, label, Icon }) => (
            <ToolButton key={dialog} onClick={() => onOpen(dialog)}>
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

const isApple = /Mac|iP(hone|ad|od)/.test(navigator.userAgent);

/** The links to the screens, at the bottom of a phone. */
function MainNav() {
  const { workspaceSlug } = useSession();
  const prefetch = usePrefetch();
  return (
    <nav
      aria-label="Main"
      className="max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-10 max-md:border-t max-md:border-line max-md:bg-surface max-md:pb-[env(safe-area-inset-bottom)] md:px-2"
    >
      <ul className="max-md:grid max-md:auto-cols-fr max-md:grid-flow-col md:grid md:gap-0.5">
        {screens.map((screen) => {
          const { label, Icon } = routes[screen];
          return (
            <li key={screen}>
              <NavLink
                to={paths.screen(screen, workspaceSlug)}
                onPointerEnter={() => prefetch(screen)}
                onFocus={() => prefetch(screen)}
                className="flex items-center gap-2.5 rounded-md text-muted aria-[current=page]:font-medium aria-[current=page]:text-text forced-colors:aria-[current=page]:underline max-md:min-h-14 max-md:flex-col max-md:justify-center max-md:gap-0.5 max-md:text-center max-md:text-small max-md:focus-visible:-outline-offset-2 md:min-h-9 md:px-2.5 md:hover:bg-hover md:hover:text-text md:aria-[current=page]:bg-accent-soft [&[aria-current=page]>svg]:text-accent"
              >
                <Icon size={18} aria-hidden="true" />
                {label}
              </NavLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** The tools on a phone. */
function MoreMenu({ onOpen }: { onOpen: (dialog: ShellDialog) => void }) {
  return (
    <Dropdown name="More" label={<Ellipsis size={18} aria-hidden="true" />}>
      {shellTools.map(({ dialog, label, Icon }) => (
        <DropdownItem
          key={dialog}
          aria-haspopup="dialog"
          onClick={() => onOpen(dialog)}
          className="min-h-11 text-muted"
        >
          <Icon size={18} aria-hidden="true" />
          {label}
        </DropdownItem>
      ))}
    </Dropdown>
  );
}

/** A button that opens a dialog. */
function ToolButton({ className = '', ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      {...rest}
      className={`flex min-h-9 items-center gap-2.5 rounded-md px-2.5 text-muted hover:bg-hover hover:text-text ${className}`}
    />
  );
}

/** Names the workspace and opens the list of workspaces. */
function WorkspaceButton({ onOpen }: { onOpen: () => void }) {
  const { workspaceSlug } = useSession();
  return (
    <button
      type="button"
      aria-label={`${workspaceSlug} Workspace, switch`}
      aria-haspopup="dialog"
      onClick={onOpen}
      className="flex min-h-12 min-w-0 flex-1 items-center gap-2.5 rounded-md px-2 text-left hover:bg-hover md:flex-none"
    >
      <WorkspaceMark slug={workspaceSlug} />
      <span className="min-w-0 flex-1">
        <bdi className="block truncate font-semibold" title={workspaceSlug}>
          {workspaceSlug}
        </bdi>{' '}
        <span className="block text-small text-muted">Workspace</span>
      </span>
      <ChevronsUpDown size={16} aria-hidden="true" className="shrink-0 text-muted" />
    </button>
  );
}

/** Sidebar actions below the navigation links, in display order. */
const shellTools: readonly { dialog: ShellDialog; label: string; Icon: typeof Activity }[] = [
  { dialog: 'requests', label: 'Request log', Icon: Activity },
  { dialog: 'shortcuts', label: 'Keyboard shortcuts', Icon: Keyboard },
  { dialog: 'preferences', label: 'Preferences', Icon: SlidersHorizontal },
];
