import { useQuery, useQueryClient } from '@tanstack/react-query';
import { LoaderCircle, LogOut } from 'lucide-react';
import { useState } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { type CachedLog, deletionLogQuery, describeRunningDelete } from '../api/deletions.ts';
import { formatProgress, getItemLabel } from '../compute/outcomes.ts';
import { formatNumber } from '../format/text.ts';
import { paths, type Screen, screenLabels, screens } from '../paths.ts';
import { isResolved } from '../rules/deletion.ts';
import { endSession, useSession } from '../session/useSession.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { OptionalBoundary } from './CrashBoundary.tsx';
import { screenRoutes } from './routes.tsx';
import { navigationClass, screenItemClass, screenListClass, sidebarClass } from './ShellSkeleton.tsx';
import { WorkspaceMenu } from './WorkspaceMenu.tsx';

const SignOutDialog = lazyComponent(async () => (await import('./SignOutDialog.tsx')).SignOutDialog);

export function Sidebar() {
  return (
    <div className={sidebarClass}>
      <header className="min-w-0 max-md:flex max-md:flex-1 max-md:items-center md:grid md:gap-2 md:pb-2">
        <WorkspaceMenu />
      </header>
      <nav aria-label="Main" className={navigationClass}>
        <ul className={screenListClass}>
          {screens.map((screen) => (
            <li key={screen} className="relative">
              <ScreenLink screen={screen} />
              {screen === 'activity' && <UnresolvedBadge />}
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex items-center md:mt-auto md:flex-col md:items-stretch md:gap-0.5">
        <RunningDeletion />
        <SignOutButton />
      </div>
    </div>
  );
}

const toolClass =
  'flex min-h-8.5 shrink-0 items-center gap-2.5 rounded-control px-2.5 text-muted hover:bg-hover hover:text-text max-md:min-h-10 max-md:min-w-10 max-md:justify-center md:max-lg:justify-center';

/** Asks first if it would stop a delete. */
function SignOutButton() {
  const client = useQueryClient();
  const [warning, setWarning] = useState<string | null>(null);
  function signOut() {
    const running = describeRunningDelete(client);
    if (running === null) void endSession();
    else setWarning(running);
  }
  return (
    <>
      <button type="button" title="Sign out" onClick={signOut} className={toolClass}>
        <LogOut size={17} aria-hidden="true" className="shrink-0" />
        <span className="max-lg:sr-only">Sign out</span>
      </button>
      <OptionalBoundary>
        {warning !== null && <SignOutDialog warning={warning} onClose={() => setWarning(null)} />}
      </OptionalBoundary>
    </>
  );
}

/** A part of the log. A poll that doesn't change it renders nothing. */
function useLogPart<Part>(select: (log: CachedLog) => Part): Part | undefined {
  const { workspace } = useSession();
  return useQuery({ ...deletionLogQuery(workspace), select }).data;
}

/** The newest one, of any admin, who can stop it there. */
function RunningDeletion() {
  const { workspace } = useSession();
  const running = useLogPart(({ deletions }) => deletions.find(({ stage }) => stage !== 'ended'));
  if (running === undefined) return null;
  const [first] = running.items;
  const text =
    running.items.length === 1 && first ? `Deleting ${getItemLabel(first)}` : formatProgress(running);
  return (
    <Link
      to={paths.deletion(workspace, running.id)}
      title={text}
      className="flex min-h-8.5 min-w-0 items-center gap-2.5 rounded-control px-2.5 text-small text-accent hover:bg-hover max-md:max-w-28 md:max-lg:justify-center"
    >
      <LoaderCircle
        size={15}
        aria-hidden="true"
        className="shrink-0 animate-spin motion-reduce:animate-none"
      />
      <span className="truncate md:max-lg:sr-only">{text}</span>
    </Link>
  );
}

function ScreenLink({ screen }: { screen: Screen }) {
  const { workspace } = useSession();
  const { Icon } = screenRoutes[screen];
  const { label, short = label } = screenLabels[screen];
  return (
    <NavLink
      to={paths.screen(screen, workspace)}
      aria-label={label}
      title={label}
      className={`${screenItemClass} relative rounded-control aria-[current=page]:font-medium aria-[current=page]:text-text forced-colors:aria-[current=page]:underline max-md:focus-visible:-outline-offset-2 md:hover:bg-hover md:hover:text-text md:aria-[current=page]:bg-(--color-current)`}
    >
      <Icon size={17} aria-hidden="true" className="shrink-0 max-md:size-5" />
      <span className="max-lg:hidden">{label}</span>
      <span className="md:hidden">{short}</span>
    </NavLink>
  );
}

/** Leads to the newest one. */
function UnresolvedBadge() {
  const { workspace } = useSession();
  const unresolved = useLogPart(({ deletions }) =>
    deletions.flatMap(({ id, items }) => items.filter((item) => !isResolved(item)).map(() => id)),
  );
  const id = unresolved?.[0];
  if (id === undefined) return null;
  const count = formatNumber(unresolved?.length ?? 0);
  return (
    <Link
      to={paths.deletion(workspace, id)}
      aria-label={`${count} unresolved`}
      title={`${count} unresolved`}
      className="absolute rounded-chip bg-notice-soft px-1.5 text-small text-notice hover:underline max-md:top-1.5 max-md:left-[calc(50%+0.5rem)] md:max-lg:top-0 md:max-lg:right-0 lg:top-2 lg:right-2.5"
    >
      {count}
    </Link>
  );
}
