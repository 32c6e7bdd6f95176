import { useQuery, useQueryClient } from '@tanstack/react-query';
import { matchSorter, rankings } from 'match-sorter';
import { useLocation, useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { createRegionsQuery } from '../api/regions.ts';
import { computeUrl } from '../compute/computeActions.ts';
import type { InstanceRow } from '../compute/instanceRow.ts';
import { findInstances, foldText, searchText, searchWords } from '../compute/instanceSearch.ts';
import { pressRowKey } from '../compute/rowFocus.ts';
import { useInstances } from '../compute/useInstances.ts';
import { paths, screens } from '../paths.ts';
import { useSession, useSignOut } from '../session/useSession.ts';
import { useAnnouncedCopy } from '../ui/CopyButton.tsx';
import { type PreferenceChange, type Preferences, usePreferences } from '../ui/usePreferences.ts';
import { formatNumber } from '../ui/words.ts';
import { useRecentWorkspaces } from './recentWorkspaces.ts';
import { routes, useOpenScreen } from './routes.tsx';
import type { ShellDialog } from './Sidebar.tsx';

/** An entry of the command palette. No command deletes without a confirmation. */
export type Command = {
  /** Unique within its group. */
  id: string;
  label: string;
  run: () => void;
  detail?: string;
  /** An ID, a name or a host, shown at the end of the line. */
  identifier?: string | null;
  /** Words that find the command but aren't displayed. */
  keywords?: string;
  keys?: string;
};

function createCommand(label: string, run: () => void, fields: Partial<Command> = {}): Command {
  return { id: label, label, run, ...fields };
}

const maxPerGroup = 8;

export type CommandGroup = { value: string; items: readonly Command[] };

type PaletteCommands = {
  groups: readonly CommandGroup[];
  /** Says that instances or regions may be missing, because a list is loading or didn't load. */
  notice: string | null;
};

/** Returns the commands that match a search, in groups. Requests instances and regions, unless the cache has fresh lists. */
export function usePaletteCommands(
  search: string,
  onOpenDialog: (dialog: ShellDialog) => void,
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
  const recentSlugs = useStore(useRecentWorkspaces());
  const { rows: instances, isIncomplete, listQueries } = useInstances();
  const focusedInstance = instances.find(({ key }) => key === focusedRow?.dataset.key);
  const foundInstances = findInstances(instances, search, Number.POSITIVE_INFINITY);
  const regions = useQuery(createRegionsQuery(connection, workspaceSlug));
  const regionIdentifiers = new Set(regions.data?.items);
  const hasFailed = regions.isError || listQueries.some(({ query }) => query.isError);

  const groups = {
    'Focused instance':
      focusedInstance !== undefined && focusedRow !== null
        ? createRowCommands(focusedInstance, focusedRow)
        : [],
    Pages: screens.map((screen) => {
      const { label, shortcutKey } = routes[screen];
      return createCommand(label, () => openScreen(screen), { keys: `g ${shortcutKey}` });
    }),
    Workspaces: recentSlugs.filter((slug) => slug !== workspaceSlug).map(createWorkspaceCommand),
    Actions: [
      createCommand('Switch workspace', () => onOpenDialog('workspaces'), { keywords: 'open add' }),
      createCommand('Refresh all data', () => void queryClient.invalidateQueries(), { keywords: 'reload' }),
      createCommand('Open activity', openActivity, { keywords: 'deletions results log restore' }),
      createCommand('Open request log', () => onOpenDialog('requests'), { keywords: 'curl network debug' }),
      ...(isTouchOnly() ? [] : [createShortcutsCommand()]),
    ],
    Preferences: createPreferenceCommands(preferences, change, () => onOpenDialog('preferences')),
    Session: [createCommand('Sign out', signOut, { keywords: 'log out leave' })],
    // Regions and instances are last, so that a list that loads later doesn't move other commands. Regions precede instances,
    // because a search for a region also matches the hosts of instances.
    Regions: search.trim() === '' ? [] : [...regionIdentifiers].map(createRegionCommand),
    Instances: foundInstances.slice(0, maxPerGroup).map(createInstanceCommand),
  };
  return {
    groups: Object.entries(groups).flatMap(([value, commands]) => {
      const items = rankCommands(commands, foldText(search)).slice(0, maxPerGroup);
      if (value === 'Instances' && foundInstances.length > maxPerGroup) items.push(showAllCommand());
      return items.length === 0 ? [] : [{ value, items }];
    }),
    notice:
      isIncomplete || regions.isPending
        ? 'Loading instances and regions…'
        : hasFailed
          ? 'Some lists didn’t load, so instances or regions may be missing.'
          : null,
  };

  /** Returns the commands for a row. Delete uses the row's shortcut, so that the list explains a blocked deletion. */
  function createRowCommands({ label: detail, id }: InstanceRow, row: HTMLElement): Command[] {
    return [
      createCommand('Details', () => pressRowKey(row, 'Enter'), { detail, keys: 'Enter' }),
      ...(id === null ? [] : [createCommand('Copy ID', () => void copyAndAnnounce(id), { detail })]),
      createCommand('Delete…', () => pressRowKey(row, 'Delete'), { detail, keys: 'Delete' }),
    ];
  }

  /** Opens the activity log. On the Compute screen, the search and the filters stay. */
  function openActivity() {
    const params = new URLSearchParams(window.location.search);
    params.set('panel', 'activity');
    if (paths.screenOf(pathname) === 'compute') navigate({ search: params.toString() });
    else navigate(computeUrl(workspaceSlug, { panel: 'activity' }));
  }

  function createInstanceCommand(row: InstanceRow): Command {
    return createCommand(row.label, () => navigate(computeUrl(workspaceSlug, { details: row.key })), {
      id: row.key,
      detail: row.databaseName,
      identifier: findUndisplayedMatch(row, search) ?? (row.id === row.label ? null : row.id),
      // Use the search text of the list, so that the palette and the list find the same instances.
      keywords: searchText(row),
    });
  }

  function showAllCommand(): Command {
    const label = `Show all ${formatNumber(foundInstances.length)} in Compute`;
    return createCommand(label, () => navigate(computeUrl(workspaceSlug, { search })));
  }

  function createShortcutsCommand(): Command {
    const openShortcuts = () => onOpenDialog('shortcuts');
    return createCommand('Keyboard shortcuts', openShortcuts, { keys: '?', keywords: 'help keys' });
  }

  function createRegionCommand(identifier: string): Command {
    return createCommand(identifier, () => void copyAndAnnounce(identifier), {
      detail: 'Copy identifier',
      keywords: identifier.replaceAll('_', '-'),
    });
  }

  function createWorkspaceCommand(slug: string): Command {
    return createCommand(slug, () => navigate(paths.inWorkspace(pathname, slug)), {
      detail: 'Switch workspace',
    });
  }
}

/** Returns true if the main input device can't hover. The variant `touch` in styles.css has the same condition. */
function isTouchOnly(): boolean {
  return window.matchMedia('(hover: none)').matches;
}

/** Returns the name or host that explains why a search finds the row, or null if label, database and ID contain all words. */
function findUndisplayedMatch(row: InstanceRow, search: string): string | null {
  const { label, databaseName, id, name, record } = row;
  const displayedText = foldText([label, databaseName, id].join('\n'));
  const undisplayedWord = searchWords(search).find((word) => !displayedText.includes(word));
  if (undisplayedWord === undefined) return null;
  const match = [name, record?.apiHost, record?.dbHost].find(
    (text) => text && foldText(text).includes(undisplayedWord),
  );
  if (!match) return null;
  // Start at the part of the host that contains the word, because the palette truncates the end of a long host.
  const start = match.lastIndexOf('.', foldText(match).indexOf(undisplayedWord) - 1) + 1;
  return start === 0 ? match : `…${match.slice(start)}`;
}

/** Returns the commands that contain every word of the search, best match first. An empty search returns all commands. */
export function rankCommands<Ranked extends Pick<Command, 'label' | 'detail' | 'keywords'>>(
  commands: readonly Ranked[],
  search: string,
): Ranked[] {
  const words = search.split(/\s+/).filter(Boolean);
  return words.reduceRight<Ranked[]>(
    (matching, word) =>
      matchSorter(matching, word, {
        keys: [
          'label',
          {
            key: ({ detail = '', keywords = '' }) => `${detail} ${keywords}`,
            maxRanking: rankings.CONTAINS,
          },
        ],
        threshold: rankings.CONTAINS,
        baseSort: (a, b) => a.index - b.index,
      }),
    [...commands],
  );
}

const preferenceChoices: readonly { label: string; keywords: string; change: Partial<Preferences> }[] = [
  { label: 'Theme: system', keywords: 'appearance colour', change: { theme: 'system' } },
  { label: 'Theme: light', keywords: 'appearance colour bright', change: { theme: 'light' } },
  { label: 'Theme: dark', keywords: 'appearance colour night', change: { theme: 'dark' } },
  { label: 'Times in UTC', keywords: 'zone timezone', change: { zone: 'UTC' } },
  { label: 'Times in local time', keywords: 'zone timezone', change: { zone: 'local' } },
  { label: 'Density: comfortable', keywords: 'spacing rows', change: { density: 'comfortable' } },
  { label: 'Density: compact', keywords: 'spacing rows dense', change: { density: 'compact' } },
];

export function createPreferenceCommands(
  preferences: Preferences,
  change: PreferenceChange,
  openPreferences: () => void,
): Command[] {
  const currentText = JSON.stringify(preferences);
  const otherChoices = preferenceChoices.filter(
    (choice) => JSON.stringify({ ...preferences, ...choice.change }) !== currentText,
  );
  return [
    createCommand('Preferences', openPreferences, { keywords: 'settings options confirm checkbox' }),
    ...otherChoices.map((choice) =>
      createCommand(choice.label, () => change(choice.change), { keywords: choice.keywords }),
    ),
  ];
}
