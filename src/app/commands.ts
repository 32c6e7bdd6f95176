import { useQueryClient } from '@tanstack/react-query';
import { matchSorter, rankings } from 'match-sorter';
import { useLocation, useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { regionsQuery } from '../api/regions.ts';
import { computeUrl } from '../features/compute/computeActions.ts';
import type { InstanceRow } from '../features/compute/instanceRow.ts';
import { findInstances, foldedText, searchText } from '../features/compute/list/instanceSearch.ts';
import { useInstances } from '../features/compute/useInstances.ts';
import { paths, screens } from '../paths.ts';
import { useSession, useSignOut } from '../session/useSession.ts';
import { useAnnouncedCopy } from '../ui/useCopy.ts';
import { type PreferenceChange, type Preferences, usePreferences } from '../ui/usePreferences.ts';
import { groupedDigits } from '../ui/words.ts';
import { useRecentWorkspaces } from './recentWorkspaces.ts';
import { routes, usePrefetch } from './routes.tsx';
import type { ShellDialog } from './Sidebar.tsx';

const perGroup = 8;

/**
 * Returns the commands of the palette for a search, in the order of its groups.
 * @param focusedRow the row of the instance list that had the focus
 */
export function usePaletteCommands(
  search: string,
  onOpen: (dialog: ShellDialog) => void,
  focusedRow: HTMLElement | null,
): Command[] {
  const { connection, workspaceSlug } = useSession();
  const signOut = useSignOut();
  const { pathname } = useLocation();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const prefetch = usePrefetch();
  const { copyAndAnnounce } = useAnnouncedCopy('copy-from-palette');
  const { preferences, change } = usePreferences();
  const recent = useStore(useRecentWorkspaces());
  const searching = search.trim() !== '';
  const { rows: instances } = useInstances({ reads: false });

  const pages = screens.map(
    (screen): Command => ({
      id: `page ${screen}`,
      group: 'Pages',
      label: routes[screen].label,
      keys: `g ${routes[screen].key}`,
      run() {
        prefetch(screen);
        navigate(paths.screen(screen, workspaceSlug));
      },
    }),
  );
  const workspaces = recent
    .filter((slug) => slug !== workspaceSlug)
    .map(
      (slug): Command => ({
        id: `workspace ${slug}`,
        group: 'Workspaces',
        label: slug,
        detail: 'Switch workspace',
        run: () => navigate(paths.inWorkspace(pathname, slug)),
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
      label: 'Refresh all data',
      words: 'refresh reload',
      run: () => void queryClient.invalidateQueries(),
    },
    {
      id: 'requests',
      group: 'Actions',
      label: 'Open request log',
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
  ];
  const signOutCommand: Command = {
    id: 'sign-out',
    group: 'Session',
    label: 'Sign out',
    words: 'log out leave',
    run: signOut,
  };
  const focused = instances.find(({ key }) => key === focusedRow?.dataset.key);
  const found = findInstances(instances, search, Number.POSITIVE_INFINITY);
  const groups = [
    focused !== undefined && focusedRow !== null ? rowCommands(focused, focusedRow) : [],
    pages,
    found.slice(0, perGroup).map(instanceCommand),
    searching ? regionCommands() : [],
    workspaces,
    actions,
    preferenceCommands(preferences, change, () => onOpen('preferences')),
    [signOutCommand],
  ];
  const commands = groups.flatMap((group) => rankCommands(group, foldedText(search)).slice(0, perGroup));
  if (found.length > perGroup) {
    const last = commands.findLastIndex(({ group }) => group === 'Instances');
    commands.splice(last + 1, 0, showAllCommand(found.length));
  }
  return commands;

  /** The keys of the list run these commands, so a protected row gives its reason here too. */
  function rowCommands({ label, id }: InstanceRow, row: HTMLElement): Command[] {
    const command = (name: string, run: () => void, keys?: string): Command => ({
      id: `row ${name}`,
      group: 'Focused instance',
      label: name,
      detail: label,
      run,
      ...(keys !== undefined && { keys }),
    });
    const press = (key: string) => () =>
      void row.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    return [
      command('Details', press('Enter'), 'Enter'),
      ...(id === null ? [] : [command('Copy ID', () => void copyAndAnnounce(id))]),
      command('Delete…', press('Delete'), 'Delete'),
    ];
  }

  function instanceCommand(row: InstanceRow): Command {
    return {
      id: `instance ${row.key}`,
      group: 'Instances',
      label: row.label,
      detail: row.databaseName,
      ...(row.id !== null && row.id !== row.label && { code: row.id }),
      // The same text as the search of the list, so that both find the same.
      words: searchText(row),
      run: () => navigate(computeUrl(workspaceSlug, { details: row.key })),
    };
  }

  function showAllCommand(count: number): Command {
    return {
      id: 'show all instances',
      group: 'Instances',
      label: `Show all ${groupedDigits(count)} in Compute`,
      run: () => navigate(computeUrl(workspaceSlug, { search })),
    };
  }

  function regionCommands(): Command[] {
    // Cached regions only; the palette sends no request.
    const read = queryClient.getQueryData(regionsQuery(connection, workspaceSlug).queryKey);
    return [...new Set(read?.items)].map((identifier) => ({
      id: `region ${identifier}`,
      group: 'Regions',
      label: identifier,
      detail: 'Copy identifier',
      words: identifier.replaceAll('_', '-'),
      run: () => void copyAndAnnounce(identifier),
    }));
  }
}

/** An entry of the palette. None of them deletes without asking. */
export type Command = {
  id: string;
  group:
    | 'Focused instance'
    | 'Pages'
    | 'Instances'
    | 'Regions'
    | 'Workspaces'
    | 'Actions'
    | 'Preferences'
    | 'Session';
  label: string;
  /** Distinguishes commands with the same label. */
  detail?: string;
  /** An ID, at the end of the line. */
  code?: string;
  /** Further words that find the command. */
  words?: string;
  keys?: string;
  run: () => void;
};

/** Returns the commands that contain every word of the search, best match first. An empty search keeps them all. */
export function rankCommands<Ranked extends Pick<Command, 'label' | 'detail' | 'words'>>(
  commands: readonly Ranked[],
  search: string,
): Ranked[] {
  const words = search.split(/\s+/).filter(Boolean);
  return words.reduceRight<Ranked[]>(
    (matching, word) =>
      matchSorter(matching, word, {
        keys: ['label', { key: textBeside, maxRanking: rankings.CONTAINS }],
        threshold: rankings.CONTAINS,
        baseSort: (a, b) => a.index - b.index,
      }),
    [...commands],
  );
}

function textBeside({ detail = '', words = '' }: Pick<Command, 'detail' | 'words'>): string {
  return `${detail} ${words}`;
}

const choices: readonly { label: string; words: string; change: Partial<Preferences> }[] = [
  { label: 'Theme: system', words: 'appearance colour', change: { theme: 'system' } },
  { label: 'Theme: light', words: 'appearance colour bright', change: { theme: 'light' } },
  { label: 'Theme: dark', words: 'appearance colour night', change: { theme: 'dark' } },
  { label: 'Times in UTC', words: 'zone timezone', change: { zone: 'UTC' } },
  { label: 'Times in local time', words: 'zone timezone', change: { zone: 'local' } },
  { label: 'Density: comfortable', words: 'spacing rows', change: { density: 'comfortable' } },
  { label: 'Density: compact', words: 'spacing rows dense', change: { density: 'compact' } },
];

/** Returns the preferences as commands, except for the current values. */
export function preferenceCommands(
  preferences: Preferences,
  change: PreferenceChange,
  openAll: () => void,
): Command[] {
  const all: Command = {
    id: 'preferences',
    group: 'Preferences',
    label: 'Preferences',
    words: 'settings options confirm checkbox',
    run: openAll,
  };
  const current = new Set<unknown>(Object.entries(preferences).map(([name, value]) => `${name} ${value}`));
  const others = choices.filter(({ change: wanted }) =>
    Object.entries(wanted).some(([name, value]) => !current.has(`${name} ${value}`)),
  );
  return [
    all,
    ...others.map(
      ({ label, words, change: wanted }): Command => ({
        id: label,
        group: 'Preferences',
        label,
        words,
        run: () => change(wanted),
      }),
    ),
  ];
}
