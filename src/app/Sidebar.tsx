import {
  Activity,
  ChevronsUpDown,
  CircleQuestionMark,
  Ellipsis,
  Info,
  Keyboard,
  LogOut,
  type LucideIcon,
  Search,
  SlidersHorizontal,
} from 'lucide-react';
import type { ComponentProps } from 'react';
import { NavLink } from 'react-router-dom';
import { BulkIndicator } from '../deletion/BulkIndicator.tsx';
import { paths, screens } from '../paths.ts';
import { useSession, useSignOut } from '../session/useSession.ts';
import { Dropdown, DropdownItem } from '../ui/Dropdown.tsx';
import { WorkspaceMark } from '../ui/WorkspaceMark.tsx';
import { useIsNarrow } from '../ui/windowWidth.ts';
import { routes, usePrefetch } from './routes.tsx';

export type ShellDialog = 'palette' | 'workspaces' | 'preferences' | 'requests' | 'shortcuts' | 'about';

type SidebarProps = { onOpenDialog: (dialog: ShellDialog) => void };

/** Shows workspace, navigation and tools in a column, or on a phone in two bars. Windows below 1024 px show only icons. */
export function Sidebar({ onOpenDialog }: SidebarProps) {
  const signOut = useSignOut();
  const isNarrow = useIsNarrow();
  return (
    <div className="flex items-center gap-1 border-line bg-page print:hidden max-md:sticky max-md:top-0 max-md:z-10 max-md:border-b max-md:px-2 max-md:py-1 md:sticky md:top-0 md:h-dvh md:flex-col md:items-stretch md:overflow-y-auto md:border-r">
      <div className="min-w-0 max-md:flex max-md:flex-1 md:grid md:gap-2 md:p-2">
        <WorkspaceButton onClick={() => onOpenDialog('workspaces')} />
        <button
          type="button"
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K"
          title="Search everything"
          onClick={() => onOpenDialog('palette')}
          className={`${toolClasses} max-md:self-center md:border md:border-line md:bg-surface`}
        >
          <Search size={18} aria-hidden="true" className="shrink-0" />
          <span className="flex-1 text-left max-lg:sr-only">
            Search <span className="sr-only">everything</span>
          </span>
          <span aria-hidden="true" className="text-small max-lg:hidden touch:hidden">
            <kbd>{isApple ? '⌘K' : 'Ctrl K'}</kbd>
          </span>
        </button>
      </div>
      <MainNav />
      <div className="flex items-center gap-0.5 md:mt-auto md:flex-col md:items-stretch md:p-2">
        <BulkIndicator />
        {isNarrow ? (
          <Dropdown name="More" label={<Ellipsis size={18} aria-hidden="true" />}>
            <MenuItems items={[...helpItems, preferencesItem]} onOpenDialog={onOpenDialog} />
          </Dropdown>
        ) : (
          <>
            <Dropdown
              className={`${toolClasses} w-full`}
              label={<ToolLabel Icon={CircleQuestionMark} label="Help" />}
            >
              <MenuItems items={helpItems} onOpenDialog={onOpenDialog} />
            </Dropdown>
            <Tool
              aria-haspopup="dialog"
              Icon={preferencesItem.Icon}
              label={preferencesItem.label}
              onClick={() => onOpenDialog(preferencesItem.dialog)}
            />
          </>
        )}
        <Tool Icon={LogOut} label="Sign out" onClick={signOut} />
      </div>
    </div>
  );
}

const isApple = /Mac|iP(hone|ad|od)/.test(navigator.userAgent);

const toolClasses =
  'flex min-h-9 shrink-0 items-center gap-2.5 rounded-md px-2.5 text-muted hover:bg-hover hover:text-text max-md:min-h-10';

type ToolProps = { Icon: LucideIcon; label: string };

function Tool({ Icon, label, ...rest }: ToolProps & ComponentProps<'button'>) {
  return (
    <button type="button" title={label} {...rest} className={toolClasses}>
      <ToolLabel Icon={Icon} label={label} />
    </button>
  );
}

function ToolLabel({ Icon, label }: ToolProps) {
  return (
    <>
      <Icon size={18} aria-hidden="true" />
      <span className="max-lg:sr-only">{label}</span>
    </>
  );
}

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
                title={label}
                onPointerEnter={() => prefetch(screen)}
                onFocus={() => prefetch(screen)}
                className="flex items-center gap-2.5 rounded-md text-muted aria-[current=page]:font-medium aria-[current=page]:text-text forced-colors:aria-[current=page]:underline max-md:min-h-14 max-md:flex-col max-md:justify-center max-md:gap-0.5 max-md:text-center max-md:text-small max-md:focus-visible:-outline-offset-2 md:min-h-9 md:px-2.5 md:hover:bg-hover md:hover:text-text md:aria-[current=page]:bg-accent-soft [&[aria-current=page]>svg]:text-accent"
              >
                <Icon size={18} aria-hidden="true" />
                <span className="md:max-lg:sr-only">{label}</span>
              </NavLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

type MenuItem = ToolProps & { dialog: ShellDialog; className?: string };

function MenuItems({ items, onOpenDialog }: SidebarProps & { items: readonly MenuItem[] }) {
  return items.map(({ dialog, label, Icon, className = '' }) => (
    <DropdownItem
      key={dialog}
      aria-haspopup="dialog"
      onClick={() => onOpenDialog(dialog)}
      className={`text-muted max-md:min-h-11 ${className}`}
    >
      <Icon size={18} aria-hidden="true" />
      {label}
    </DropdownItem>
  ));
}

function WorkspaceButton({ onClick }: { onClick: () => void }) {
  const { workspaceSlug } = useSession();
  return (
    <button
      type="button"
      aria-label={`Switch workspace, current: ${workspaceSlug}`}
      aria-haspopup="dialog"
      title={workspaceSlug}
      onClick={onClick}
      className="flex min-h-12 min-w-0 flex-1 items-center gap-2.5 rounded-md px-1.5 text-left hover:bg-hover md:flex-none"
    >
      <WorkspaceMark slug={workspaceSlug} />
      <bdi className="min-w-0 flex-1 truncate font-semibold md:max-lg:sr-only">{workspaceSlug}</bdi>
      <ChevronsUpDown size={16} aria-hidden="true" className="shrink-0 text-muted md:max-lg:hidden" />
    </button>
  );
}

const helpItems: readonly MenuItem[] = [
  { dialog: 'shortcuts', label: 'Keyboard shortcuts', Icon: Keyboard, className: 'touch:hidden' },
  { dialog: 'requests', label: 'Request log', Icon: Activity },
  { dialog: 'about', label: 'About', Icon: Info },
];

const preferencesItem: MenuItem = { dialog: 'preferences', label: 'Preferences', Icon: SlidersHorizontal };
