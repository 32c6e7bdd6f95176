import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { lazy } from 'react';
import { NavLink } from 'react-router-dom';
import { type CachedLog, deletionLogQuery } from '../api/deletions.ts';
import { formatNumber } from '../format/text.ts';
import { paths, type Screen, screenLabels, screens } from '../paths.ts';
import { isResolved } from '../rules/deletion.ts';
import { endSession, useSession } from '../session/useSession.ts';
import { LateBoundary } from '../ui/LateBoundary.tsx';
import { screenIcons } from './routes.tsx';
import { WorkspaceMenu } from './WorkspaceMenu.tsx';

const BulkIndicator = lazy(async () => ({
  default: (await import('../compute/BulkProgressDialog.tsx')).BulkIndicator,
}));

// Below 480 px of height, `tall` isn't true and no bar is fixed, because the bars would leave too little of the page.

const sidebarClass =
  'flex items-center border-line bg-page max-md:flex-wrap max-md:border-b max-md:px-2 max-md:pt-1 tall:max-md:sticky tall:max-md:top-0 tall:max-md:z-20 md:sticky md:top-0 md:h-dvh md:flex-col md:items-stretch md:overflow-y-auto md:border-r md:px-2 md:pt-2.5 md:pb-2 print:hidden';

const navigationClass =
  'max-md:order-1 max-md:w-full tall:max-md:fixed tall:max-md:inset-x-0 tall:max-md:bottom-0 tall:max-md:z-20 tall:max-md:border-t tall:max-md:border-line tall:max-md:bg-surface tall:max-md:pb-[env(safe-area-inset-bottom)]';

export function Sidebar() {
  return (
    <div className={sidebarClass}>
      <header className="min-w-0 max-md:flex max-md:flex-1 max-md:items-center md:grid md:gap-2 md:pb-2">
        <WorkspaceMenu />
      </header>
      <nav aria-label="Main" className={navigationClass}>
        <ul className="max-md:grid max-md:grid-cols-4 md:grid md:gap-0.5">
          {screens.map((screen) => (
            <li key={screen}>
              <ScreenLink screen={screen} />
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex items-center md:mt-auto md:flex-col md:items-stretch md:gap-0.5">
        <BulkProgress />
        <button type="button" title="Sign out" onClick={() => void endSession()} className={toolClass}>
          <LogOut size={17} aria-hidden="true" className="shrink-0" />
          <span className="max-lg:sr-only">Sign out</span>
        </button>
      </div>
    </div>
  );
}

const toolClass =
  'flex min-h-8.5 shrink-0 items-center gap-2.5 rounded-control px-2.5 text-muted hover:bg-hover hover:text-text max-md:min-h-10 max-md:min-w-10 max-md:justify-center md:max-lg:justify-center';

/** How many of something the log has. A poll without a change renders nothing. */
function useLogCount(select: (log: CachedLog) => number): number {
  const { workspace } = useSession();
  return useQuery({ ...deletionLogQuery(workspace), select }).data ?? 0;
}

/** Loads its code only in a workspace with a recent bulk delete. */
function BulkProgress() {
  const isNeeded = useLogCount(({ bulkDeletions }) => bulkDeletions.length) > 0;
  return <LateBoundary>{isNeeded && <BulkIndicator />}</LateBoundary>;
}

function ScreenLink({ screen }: { screen: Screen }) {
  const { workspace } = useSession();
  const Icon = screenIcons[screen];
  const { label, short = label } = screenLabels[screen];
  return (
    <NavLink
      to={paths.screen(screen, workspace)}
      // The badge isn't part of the name.
      aria-label={label}
      aria-describedby={screen === 'activity' ? unresolvedId : undefined}
      title={label}
      className={`flex items-center gap-2.5 text-muted max-md:min-h-15 max-md:flex-col max-md:justify-center max-md:gap-0.5 max-md:text-small md:min-h-8.5 md:px-2.5 md:max-lg:justify-center relative rounded-control aria-[current=page]:font-medium aria-[current=page]:text-text forced-colors:aria-[current=page]:underline max-md:focus-visible:-outline-offset-2 md:hover:bg-hover md:hover:text-text md:aria-[current=page]:bg-(--color-current)`}
    >
      <Icon size={17} aria-hidden="true" className="shrink-0 max-md:size-5" />
      <span className="max-lg:hidden">{label}</span>
      <span className="md:hidden">{short}</span>
      {screen === 'activity' && <UnresolvedBadge />}
    </NavLink>
  );
}

const unresolvedId = 'unresolved-deletions';

function UnresolvedBadge() {
  const count = useLogCount(({ deletions }) => deletions.filter((each) => !isResolved(each)).length);
  if (count === 0) return null;
  // CSS inserts the visible number, because visible text would have to be in the name of the link.
  return (
    <span
      data-count={formatNumber(count)}
      className="rounded-chip bg-notice-soft px-1.5 text-small text-notice before:content-[attr(data-count)] max-lg:absolute max-md:top-1.5 max-md:left-[calc(50%+0.5rem)] md:max-lg:top-0 md:max-lg:right-0 lg:ml-auto"
    >
      <span id={unresolvedId} className="sr-only">
        <span>{formatNumber(count)}</span>
        <span> unresolved</span>
      </span>
    </span>
  );
}
