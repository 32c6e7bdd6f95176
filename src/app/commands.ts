import { useQuery, useQueryClient } from '@tanstack/react-query';
import { matchSorter, rankings } from 'match-sorter';
import { useLocation, useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { regionsQuery } from '../api/regions.ts';
import { computeUrl } from '../features/compute/computeActions.ts';
import type { InstanceRow } from '../features/compute/instanceRow.ts';
import {
  findInstances,
  foldedText,
  searchText,
  searchWords,
} from '../features/compute/list/instanceSearch.ts';
import { useInstances } from '../features/compute/useInstances.ts';
import { paths, screens } from '../paths.ts';
import { useSession, useSignOut } from '../session/useSession.ts';
import { useAnnouncedCopy } from '../ui/CopyButton.tsx';
import { type PreferenceChange, type Preferences, usePreferences } from '../ui/usePreferences.ts';
import { groupedDigits } from '../ui/words.ts';
import { useRecentWorkspaces } from './recentWorkspaces.ts';
import { routes, useOpenScreen } from './routes.tsx';
import type { ShellDialog } from './Sidebar.tsx';

/** An entry of the palette. None of them deletes without asking. */
export type Command = {
  /** Unique within its group. */
  id: string;
  label: string;
  run: () => void;
  detail?: string;
  /** An ID or a host, at the end of the line. */
  code?: string | null;
  words?: string;
  keys?: string;
};

function command(label: string, run: () => void, more: Partial<Command> = {}): Command {
  return { id: label, label, run, ...more };
}

const perGroup = 8;

export type CommandGroup = { value: string; items: readonly Command[] };

type PaletteCommands = {
  groups: readonly CommandGroup[];
  /** Says why instances or regions may be missing: their lists are loading, or did not load. */
  notice: string | null;
};

/** Returns the commands that match a search, by group. Requests the instances and the regions, unless they are fresh. */
export function usePaletteCommands(
  search: string,
  onOpen: (dialog: ShellDialog) => void,
  focusedRow: HTMLElement | null,
): PaletteCommands {
  const { connection, workspaceSlug } = useSession();
  const signOut = useSignOut();
  const { pathname } = useLocation();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const openScreen = useOpenScreen();
  const { copyAndAnnounce } = useAnnouncedCopy('copy-from-palette');
  const { preferences, change } = usePreferences();
  const recent = useStore(useRecentWorkspaces());
  const { rows: instances, isIncomplete, reads } = useInstances();
  const focused = instances.find(({ key }) => key === focusedRow?.dataset.key);
  const found = findInstances(instances, search, Number.POSITIVE_INFINITY);
  const regionsRead = useQuery(regionsQuery(connection, workspaceSlug));
  const regions = regionsRead.data?.items ?? [];
  const hasFailed = regionsRead.isError || reads.some(({ read }) => read.isError);

  const groups = {
    'Focused instance': focused !== undefined && focusedRow !== null ? rowCommands(focused, focusedRow) : [],
    Pages: screens.map((screen) => {
      const { label, key } = routes[screen];
      return command(label, () => openScreen(screen), { keys: `g ${key}` });
    }),
    // Before the instances, because the host of an instance contains its region.
    Regions: search.trim() === '' ? [] : [...new Set(regions)].map(regionCommand),
    Instances: found.slice(0, perGroup).map(instanceCommand),
    Workspaces: recent.filter((slug) => slug !== workspaceSlug).map(workspaceCommand),
    Actions: [
      command('Switch workspace', () => onOpen('workspaces'), { words: 'open add' }),
      command('Refresh all data', () => void queryClient.invalidateQueries(), { words: 'reload' }),
      command('Open activity', () => navigate(computeUrl(workspaceSlug, { panel: 'activity' })), {
        words: 'deletions results log restore',
      }),
      command('Open request log', () => onOpen('requests'), { words: 'curl network debug' }),
      ...(isTouchOnly() ? [] : [shortcutsCommand()]),
    ],
    Preferences: preferenceCommands(preferences, change, () => onOpen('preferences')),
    Session: [command('Sign out', signOut, { words: 'log out leave' })],
  };
  return {
    groups: Object.entries(groups).flatMap(([value, commands]) => {
      const items = rankCommands(commands, foldedText(search)).slice(0, perGroup);
      if (value === 'Instances' && found.length > perGroup) items.push(showAllCommand());
      return items.length === 0 ? [] : [{ value, items }];
    }),
    notice:
      isIncomplete || regionsRead.isPending
        ? 'Loading instances and regions…'
        : hasFailed
          ? 'Some lists didn’t load, so instances or regions may be missing.'
          : null,
  };

  /** The keys of the list run these commands, so a protected row gives its reason here too. */
  function rowCommands({ label: detail, id }: InstanceRow, row: HTMLElement): Command[] {
    const press = (key: string) => () =>
      void row.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    return [
      command('Details', press('Enter'), { detail, keys: 'Enter' }),
      ...(id === null ? [] : [command('Copy ID', () => void copyAndAnnounce(id), { detail })]),
      command('Delete…', press('Delete'), { detail, keys: 'Delete' }),
    ];
  }

  function instanceCommand(row: InstanceRow): Command {
    return command(row.label, () => navigate(computeUrl(workspaceSlug, { details: row.key })), {
      id: row.key,
      detail: row.databaseName,
      code: hiddenMatch(row, search) ?? (row.id === row.label ? null : row.id),
      // The same text as the search of the list, so that both find the same.
      words: searchText(row),
    });
  }

  function showAllCommand(): Command {
    const label = `Show all ${groupedDigits(found.length)} in Compute`;
    return command(label, () => navigate(computeUrl(workspaceSlug, { search })));
  }

  function shortcutsCommand(): Command {
    const openShortcuts = () => onOpen('shortcuts');
    return command('Keyboard shortcuts', openShortcuts, { keys: '?', words: 'help keys' });
  }

  function regionCommand(identifier: string): Command {
    return command(identifier, () => void copyAndAnnounce(identifier), {
      detail: 'Copy identifier',
      words: identifier.replaceAll('_', '-'),
    });
  }

  function workspaceCommand(slug: string): Command {
    return command(slug, () => navigate(paths.inWorkspace(pathname, slug)), {
      detail: 'Switch workspace',
    });
  }
}

/** The same condition as `touch` in styles.css. */
function isTouchOnly(): boolean {
  return window.matchMedia('(hover: none)').matches;
}

/** Returns the name or host that matches a search, if label, database and ID don't show why the row was found. */
function hiddenMatch(row: InstanceRow, search: string): string | null {
  const { label, databaseName, id, name, record } = row;
  const shown = foldedText([label, databaseName, id].join('\n'));
  const word = searchWords(search).find((each) => !shown.includes(each));
  if (word === undefined) return null;
  const text = [name, record?.apiHost, record?.dbHost].find(
    (each) => each && foldedText(each).includes(word),
  );
  if (!text) return null;
  // The end of a long host would be cut off, so leave out its first parts instead.
  const start = text.lastIndexOf('.', foldedText(text).indexOf(word) - 1) + 1;
  return start === 0 ? text : `…${text.slice(start)}`;
}

/** Returns the commands that contain every word of the search, best match first. An empty search keeps them all. */
export function rankCommands<Ranked extends Pick<Command, 'label' | 'detail' | 'words'>>(
  commands: readonly Ranked[],
  search: string,
): Ranked[] {
  const words = search.split(/\s+/).filter(Boolean);
  return words.reduceRight<Ranked[]>(
    (matching, word) =>
      matchSorter(matching, word, {
        keys: [
          'label',
          { key: ({ detail = '', words = '' }) => `${detail} ${words}`, maxRanking: rankings.CONTAINS },
        ],
        threshold: rankings.CONTAINS,
        baseSort: (a, b) => a.index - b.index,
      }),
    [...commands],
  );
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

export function preferenceCommands(
  preferences: Preferences,
  change: PreferenceChange,
  openAll: () => void,
): Command[] {
  const current = JSON.stringify(preferences);
  const changing = choices.filter(
    (choice) => JSON.stringify({ ...preferences, ...choice.change }) !== current,
  );
  return [
    command('Preferences', openAll, { words: 'settings options confirm checkbox' }),
    ...changing.map(({ label, words, change: wanted }) => command(label, () => change(wanted), { words })),
  ];
}
