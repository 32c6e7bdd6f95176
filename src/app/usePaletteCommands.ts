import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router-dom';
import type { ConsoleConfig } from '../config.ts';
import { knownRegions } from '../features/regions/knownRegions.ts';
import { paths } from '../paths.ts';
import { usedWorkspaces } from '../session/usedWorkspaces.ts';
import { useSession } from '../session/useSession.ts';
import { copyText } from '../ui/copyText.ts';
import { usePreferences } from '../ui/usePreferences.ts';
import { useResults } from '../ui/useResults.ts';
import type { Command } from './Command.ts';
import { findInstances } from './findInstances.ts';
import { movedHere } from './movedHere.ts';
import { preferenceCommands } from './preferenceCommands.ts';
import { rankCommands } from './rankCommands.ts';
import type { ShellDialog } from './ShellDialog.ts';
import { screens } from './screens.ts';
import { useKnownInstances } from './useKnownInstances.ts';

const perGroup = 8;

/** What the palette offers for a search: pages, workspaces, instances, regions, actions, preferences. */
export function usePaletteCommands(
  config: ConsoleConfig,
  search: string,
  onOpen: (dialog: ShellDialog) => void,
): Command[] {
  const { connection, workspaceSlug, signOut } = useSession();
  const { pathname } = useLocation();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { show } = useResults();
  const { preferences, change } = usePreferences();
  const searching = search.trim() !== '';
  const instances = useKnownInstances(config, searching);

  async function copyRegion(identifier: string) {
    const copied = await copyText(identifier);
    const content = copied ? `Copied ${identifier}.` : `${identifier} could not be copied.`;
    show({ id: 'copy-region', content, passing: true });
  }

  const pages = screens.map(
    ({ screen, label, keys }): Command => ({
      id: `page ${screen}`,
      group: 'Pages',
      label,
      keys,
      run: () => navigate(paths.screen(screen, workspaceSlug)),
    }),
  );
  const workspaces = usedWorkspaces
    .read(connection.serviceUrl)
    .filter((slug) => slug !== workspaceSlug)
    .map(
      (slug): Command => ({
        id: `workspace ${slug}`,
        group: 'Workspaces',
        label: slug,
        detail: 'Switch to this workspace',
        run: () => navigate(paths.inWorkspace(pathname, slug), { state: movedHere }),
      }),
    );
  const actions: Command[] = [
    {
      id: 'workspaces',
      group: 'Actions',
      label: 'Switch workspace',
      words: 'open add',
      run: () => onOpen('workspaces'),
    },
    {
      id: 'refresh',
      group: 'Actions',
      label: 'Read everything again',
      words: 'refresh reload',
      run: () => void queryClient.invalidateQueries(),
    },
    {
      id: 'requests',
      group: 'Actions',
      label: 'Show requests',
      words: 'log curl network debug',
      run: () => onOpen('requests'),
    },
    {
      id: 'shortcuts',
      group: 'Actions',
      label: 'Keyboard shortcuts',
      keys: '?',
      words: 'help keys',
      run: () => onOpen('shortcuts'),
    },
    { id: 'sign-out', group: 'Actions', label: 'Sign out', words: 'log out leave', run: signOut },
  ];
  const offered = [
    pages,
    workspaces,
    searching ? findInstances(instances, search, perGroup).map(instanceCommand) : [],
    searching ? regionCommands() : [],
    actions,
    preferenceCommands(preferences, change, () => onOpen('preferences')),
  ];
  return offered.flatMap((group) => rankCommands(group, search).slice(0, perGroup));

  function instanceCommand(row: { key: string; label: string; databaseName: string; id: string | null }) {
    const to = `${paths.screen('compute', workspaceSlug)}?${new URLSearchParams({ show: row.key })}`;
    return {
      id: `instance ${row.key}`,
      group: 'Instances',
      label: row.label,
      detail: row.databaseName,
      words: row.id ?? '',
      run: () => navigate(to),
    } satisfies Command;
  }

  function regionCommands(): Command[] {
    return knownRegions(queryClient, connection, workspaceSlug).map((identifier) => ({
      id: `region ${identifier}`,
      group: 'Regions',
      label: identifier,
      detail: 'Copy the identifier',
      words: identifier.replaceAll('_', '-'),
      run: () => void copyRegion(identifier),
    }));
  }
}
