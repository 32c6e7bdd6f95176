import { Check, ChevronsUpDown } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import { paths } from '../paths.ts';
import { EnvironmentName, WorkspaceAvatar } from '../session/Environment.tsx';
import { sessionStore, useConfig, useSession } from '../session/pageData.ts';
import { Badge } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';

/** A popover: a click outside closes it, and so does Esc, which gives the focus back. */
export function WorkspaceMenu() {
  const { workspace, actor } = useSession();
  const { policy } = useConfig();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        className="flex min-h-11 min-w-0 max-md:flex-1 items-center gap-2.5 rounded-md px-1.5 py-1 hover:bg-hover rail:flex-col rail:gap-1 rail:px-0"
      >
        <WorkspaceAvatar slug={workspace} />
        <span
          title={workspace}
          className="grid min-w-0 flex-1 text-left leading-4.5 rail:w-full rail:text-center"
        >
          <strong className="font-semibold max-md:truncate md:line-clamp-3">
            <SafeName name={workspace} />
          </strong>
          <span className="flex flex-wrap items-center gap-x-1.5 rail:justify-center">
            <EnvironmentName />
            {policy.readOnly !== null && <Badge tone="notice">Read-only</Badge>}
          </span>
        </span>
        <ChevronsUpDown size={14} className="shrink-0 text-faint rail:hidden print:hidden" />
      </button>
      <div
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-describedby={`${id}-header`}
        onToggle={({ currentTarget, newState }) => {
          if (newState === 'open') findItems(currentTarget)[0]?.focus();
          else setOpen(false);
        }}
        onKeyDown={moveFocus}
        onClick={({ currentTarget }) => currentTarget.hidePopover()}
        className="fixed top-14.5 rail:top-24 left-2 m-0 max-h-[calc(100dvh-4rem)] w-56 overflow-y-auto rounded-card border border-line bg-raised p-1 text-control text-text shadow-float"
      >
        {isOpen && (
          <>
            <p id={`${id}-header`} className="border-b border-line px-2.5 pt-1 pb-2 text-small text-muted">
              <span>Signed in as </span>
              <strong className="font-medium text-text">
                <SafeName name={actor} />
              </strong>
            </p>
            <OtherWorkspaces />
            <MenuLink to={paths.signIn}>Sign in to another workspace</MenuLink>
            <ThemeChoice />
          </>
        )}
      </div>
    </>
  );
}

function findItems(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')];
}

/** https://www.w3.org/WAI/ARIA/apg/patterns/menubar/ */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  // Otherwise "/" would open the search.
  event.stopPropagation();
  const { currentTarget: menu, key } = event;
  if (key === 'Tab') menu.hidePopover();
  const items = findItems(menu);
  const index = items.findIndex((item) => item.matches(':focus'));
  const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 }[key];
  if (next === undefined) return;
  event.preventDefault();
  items.at(next % items.length)?.focus();
}

const itemClass =
  'flex min-h-8 touch:min-h-10 w-full cursor-default items-center gap-2 rounded-chip px-2.5 text-left outline-none select-none hover:bg-hover focus:bg-hover forced-colors:focus:outline-2';

function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} role="menuitem" tabIndex={-1} className={itemClass}>
      {children}
    </Link>
  );
}

function OtherWorkspaces() {
  const { workspace: current } = useSession();
  const { sessions } = useStore(sessionStore);
  const { pathname } = useLocation();
  return sessions
    .filter(({ workspace }) => workspace !== current)
    .map(({ workspace }) => (
      <MenuLink key={workspace} to={paths.screen(paths.screenOf(pathname) ?? 'compute', workspace)}>
        <WorkspaceAvatar slug={workspace} isSmall />
        <SafeName isCut name={workspace} />
      </MenuLink>
    ));
}

/** `public/theme.js` stores and applies the attribute that is set here. */
function ThemeChoice() {
  const root = document.documentElement;
  const current = root.dataset.theme ?? 'system';
  return (
    <fieldset className="mt-1 border-t border-line pt-1">
      <legend className="float-left w-full px-2.5 py-1 text-small text-muted">Theme</legend>
      {['System', 'Light', 'Dark'].map((name) => {
        const theme = name.toLowerCase();
        return (
          <button
            key={theme}
            type="button"
            role="menuitemradio"
            aria-checked={theme === current}
            tabIndex={-1}
            onClick={() => root.setAttribute('data-theme', theme)}
            className={itemClass}
          >
            <span className="flex-1">{name}</span>
            {theme === current && <Check size={14} className="text-accent" />}
          </button>
        );
      })}
    </fieldset>
  );
}
