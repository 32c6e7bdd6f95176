import { ChevronsUpDown } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import { paths } from '../paths.ts';
import { sessionStore, useConfig, useSession } from '../session/pageData.ts';
import { EnvironmentName, WorkspaceAvatar } from '../ui/Environment.tsx';
import { Menu, MenuItem, MenuLink } from '../ui/Menu.tsx';
import { Badge } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';

export function WorkspaceMenu() {
  const { workspace, actor } = useSession();
  const { environment, environmentColor, policy } = useConfig();
  return (
    <Menu
      header={
        <>
          <span>Signed in as </span>
          <strong className="font-medium text-text">
            <SafeName name={actor} whole />
          </strong>
        </>
      }
      label={
        <>
          <WorkspaceAvatar slug={workspace} />
          <span title={workspace} className="grid min-w-0 flex-1 text-left leading-4.5 md:max-lg:sr-only">
            <strong className="min-w-0 truncate font-semibold">
              <SafeName name={workspace} />
            </strong>
            <span className="flex min-w-0 flex-wrap items-center gap-x-1.5">
              {environment !== null && <EnvironmentName name={environment} color={environmentColor} />}
              {policy.readOnly !== null && <Badge tone="notice">Read-only</Badge>}
            </span>
          </span>
          <ChevronsUpDown size={14} aria-hidden="true" className="shrink-0 text-faint md:max-lg:hidden" />
        </>
      }
      triggerClass="flex min-h-11 min-w-0 max-md:flex-1 items-center gap-2.5 rounded-md px-1.5 py-1 hover:bg-hover md:max-lg:justify-center"
    >
      <OtherWorkspaces />
      <MenuLink to={paths.signIn}>Sign in to another workspace</MenuLink>
      <ThemeChoice />
    </Menu>
  );
}

/** Those that this browser has a session for. */
function OtherWorkspaces() {
  const { workspace: current } = useSession();
  const { sessions } = useStore(sessionStore);
  const { pathname } = useLocation();
  return sessions
    .filter(({ workspace }) => workspace !== current)
    .map(({ workspace }) => (
      <MenuLink key={workspace} to={paths.inWorkspace(pathname, workspace)}>
        <WorkspaceAvatar slug={workspace} size="small" />
        <SafeName name={workspace} />
      </MenuLink>
    ));
}

/** `public/theme.js` stores and applies it. The root element has the one in use. */
function ThemeChoice() {
  const root = document.documentElement;
  const current = root.dataset.theme ?? 'system';
  return (
    <fieldset aria-label="Theme" className="mt-1 border-t border-line pt-1">
      {['System', 'Light', 'Dark'].map((name) => {
        const theme = name.toLowerCase();
        const choose = () => root.setAttribute('data-theme', theme);
        return (
          <MenuItem key={theme} isChosen={theme === current} onClick={choose}>
            {name}
          </MenuItem>
        );
      })}
    </fieldset>
  );
}
