import { useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { Globe, History, LogOut, type LucideIcon, Server, TextAlignStart } from 'lucide-react';
import { lazy, type SyntheticEvent, useEffect, useState } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { describeSignOutRisk, recentLogQuery, unansweredFilter } from '../api/deletions.ts';
import { regionsQuery } from '../api/useRegions.ts';
import { subscriptionHistoryQuery } from '../api/useSubscriptionHistory.ts';
import { formatDeletion } from '../compute/outcomes.ts';
import { followedDeletions } from '../compute/resultToasts.ts';
import { formatNumber } from '../format/text.ts';
import { paths, type Screen, screenInfo, screens } from '../paths.ts';
import { type Deletion, getItemLabel, isUnresolved } from '../rules/deletion.ts';
import { endAllSessions, useSession } from '../session/pageData.ts';
import { LateBoundary } from '../ui/LateBoundary.tsx';
import { WorkspaceMenu } from './WorkspaceMenu.tsx';

const SignOutDialog = lazy(async () => ({ default: (await import('./SignOutDialog.tsx')).SignOutDialog }));

const screenIcons: Record<Screen, LucideIcon> = {
  compute: Server,
  subscription: History,
  regions: Globe,
  activity: TextAlignStart,
};

export function Sidebar() {
  return (
    <div className="sidebar">
      <header className="min-w-0 max-md:flex max-md:flex-1 md:grid md:pb-2">
        <WorkspaceMenu />
      </header>
      <nav aria-label="Main">
        <ul className="max-md:grid max-md:grid-cols-4 md:grid md:gap-0.5">
          {screens.map((screen) => (
            <li key={screen} className="relative">
              <ScreenLink screen={screen} />
              {screen === 'activity' && <UnresolvedBadge />}
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex items-center print:hidden md:mt-auto md:flex-col md:items-stretch md:gap-0.5">
        <RunningLink />
        <SignOutButton />
      </div>
    </div>
  );
}

function SignOutButton() {
  const client = useQueryClient();
  const [warning, setWarning] = useState<string | null>(null);
  function signOut() {
    const running = describeSignOutRisk(client);
    if (running === null) void endAllSessions();
    else setWarning(running);
  }
  return (
    <>
      <button
        type="button"
        title="Sign out"
        onClick={signOut}
        className="sidebar-entry shrink-0 max-md:size-10 rail:h-15"
      >
        <LogOut size={17} className="shrink-0 rail:size-5" />
        <span className="max-md:sr-only">Sign out</span>
      </button>
      <LateBoundary>
        {warning !== null && (
          <SignOutDialog warning={warning} onSignOut={endAllSessions} onClose={() => setWarning(null)} />
        )}
      </LateBoundary>
    </>
  );
}

function useDeletions(): readonly Deletion[] | undefined {
  const { workspace } = useSession();
  return useQuery(recentLogQuery(workspace)).data?.deletions;
}

function RunningLink() {
  const { workspace } = useSession();
  const deletions = useDeletions();
  useEffect(() => deletions && followedDeletions.toastEnds(workspace, deletions), [workspace, deletions]);
  const running = deletions?.find(({ stage }) => stage !== 'ended');
  const [lost] = useMutationState({
    filters: unansweredFilter,
    select: ({ state }) => (state.variables as { label: string }).label,
  });
  const text = lost ? `No result yet: ${lost}` : running && describeRunning(running);
  if (text === undefined) return null;
  return (
    <Link
      to={running && !lost ? paths.deletion(workspace, running.id) : paths.screen('compute', workspace)}
      title={text}
      className="flex min-h-8.5 min-w-0 items-center gap-2.5 rounded-control px-2.5 text-small text-accent hover:bg-hover max-md:max-w-34 max-md:px-1 rail:flex-col rail:gap-1 rail:p-1 rail:text-center"
    >
      <i className="spinner" />
      <span className="max-w-full max-md:truncate lg:truncate wrap-anywhere">{text}</span>
    </Link>
  );
}

function describeRunning(deletion: Deletion): string {
  const [first, second] = deletion.items;
  return first && !second ? `Deleting ${getItemLabel(first)}` : formatDeletion(deletion);
}

function ScreenLink({ screen }: { screen: Screen }) {
  const { workspace } = useSession();
  const Icon = screenIcons[screen];
  const { label, short = label } = screenInfo[screen];
  const client = useQueryClient();
  async function prefetch({ currentTarget }: SyntheticEvent) {
    if (currentTarget.ariaCurrent === 'page') return;
    if (screen === 'subscription') await client.prefetchQuery(subscriptionHistoryQuery(workspace));
    if (screen === 'regions') await client.prefetchQuery(regionsQuery(workspace));
    // A first read that failed is forgotten, so that the screen itself reads again.
    const queryKey = ['workspaces', workspace, screen];
    client.removeQueries({ queryKey, type: 'inactive', predicate: ({ state }) => state.data === undefined });
  }
  return (
    <NavLink
      to={paths.screen(screen, workspace)}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      aria-label={label}
      title={label}
      className="sidebar-entry"
    >
      <Icon size={17} className="shrink-0 max-lg:size-5" />
      <span className="max-lg:hidden">{label}</span>
      <span className="lg:hidden">{short}</span>
    </NavLink>
  );
}

function UnresolvedBadge() {
  const { workspace } = useSession();
  const deletions = useDeletions() ?? [];
  const unresolved = deletions.flatMap(({ id, items }) => items.filter(isUnresolved).map(() => id));
  const [id] = unresolved;
  if (id === undefined) return null;
  const count = formatNumber(unresolved.length);
  const label = `${count} unresolved`;
  return (
    <Link
      to={paths.deletion(workspace, id)}
      aria-label={label}
      title={label}
      className="absolute grid h-6 min-w-6 place-items-center text-small text-notice hover:underline max-lg:top-1 max-lg:left-[calc(50%+0.375rem)] lg:top-1.25 lg:right-1.5"
    >
      <span className="rounded-chip bg-notice-soft px-1.5 leading-4.5">{count}</span>
    </Link>
  );
}
