import { QueryClientProvider, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v7';
import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { addedInstancesQuery, databasesQuery } from '../api/addedInstances.ts';
import { getDatabasesToList, instancesQuery } from '../api/computeInstances.ts';
import { deletionLogQuery } from '../api/deletions.ts';
import { ApiError } from '../api/errors.ts';
import { paths } from '../paths.ts';
import { OperatorNotice } from '../session/OperatorNotice.tsx';
import { configStore, findSession, sessionStore, useConfig } from '../session/pageData.ts';
import { SignedIn } from '../session/SignedIn.tsx';
import { useSession } from '../session/useSession.ts';
import { EnvironmentStripe, WorkspaceRibbon } from '../ui/Environment.tsx';
import { Notice } from '../ui/notices.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { createQueryClient } from './queryClient.ts';
import { prefetchOtherScreens, preloadScreens, Screens } from './routes.tsx';
import { mainClass, shellClass } from './ShellSkeleton.tsx';
import { Sidebar } from './Sidebar.tsx';

/** One per page. A sign-out clears it. */
const queryClient = createQueryClient();

/** Reads what Compute shows, so that its first render has the rows. After a failure, the screen says so. */
export async function prefetchComputeData(): Promise<void> {
  const { instancesPath } = configStore.getState();
  const { pathname } = window.location;
  const session = findSession(sessionStore.getState().sessions, pathname);
  if (paths.screenOf(pathname) !== 'compute' || session === null) return;
  const { workspace } = session;

  async function prefetchLists() {
    await queryClient.prefetchQuery(databasesQuery(workspace));
    const names = getDatabasesToList(
      instancesPath,
      queryClient.getQueryData(databasesQuery(workspace).queryKey) ?? [],
    );
    await Promise.all(
      names.map((name) => queryClient.prefetchQuery(instancesQuery(instancesPath ?? '', workspace, name))),
    );
  }
  await Promise.all([
    queryClient.prefetchQuery(deletionLogQuery(workspace)),
    queryClient.prefetchQuery(addedInstancesQuery(workspace)),
    prefetchLists(),
  ]);
}

export function Console() {
  return (
    <QueryClientProvider client={queryClient}>
      <SignedIn>
        <NuqsAdapter>
          <Shell />
        </NuqsAdapter>
      </SignedIn>
    </QueryClientProvider>
  );
}

function Shell() {
  const { workspace } = useSession();
  const { environment, environmentColor, notice } = useConfig();
  useSearchKeys();
  return (
    <div className={shellClass}>
      <a
        href="#main"
        className="fixed top-2 left-2 z-40 rounded-md bg-raised px-3 py-2 shadow-float not-focus:sr-only"
      >
        Skip to content
      </a>
      <EnvironmentStripe color={environmentColor} />
      <Sidebar />
      <main id="main" tabIndex={-1} className={mainClass}>
        <div className="mx-auto max-w-290">
          <WorkspaceRibbon slug={workspace} environment={environment} color={environmentColor} />
          <div className="mb-3.5 grid gap-2 empty:hidden">
            <StorageProblem />
            <OperatorNotice text={notice} />
          </div>
          <Screens />
        </div>
      </main>
      <Preload />
      <Toasts />
    </div>
  );
}

const preloadDelayMs = 200;

/** A component of its own, because it renders at every start and end of a request. */
function Preload() {
  usePreload();
  return null;
}

/** Loads the remaining code and the data of the other screens after the first rows. */
function usePreload(): void {
  // The log is polled.
  const isReading = useIsFetching({ predicate: ({ queryKey }) => queryKey[2] !== 'deletions' }) > 0;
  const { workspace } = useSession();
  const client = useQueryClient();
  const startedIn = useRef<string | null>(null);
  useEffect(() => {
    if (isReading || startedIn.current === workspace) return;
    const timer = setTimeout(() => {
      startedIn.current = workspace;
      void prefetchOtherScreens(client, workspace);
      // A failure is reported when the code is needed.
      void preloadScreens().catch(() => undefined);
    }, preloadDelayMs);
    return () => clearTimeout(timer);
  }, [isReading, workspace, client]);
}

/** While the server's database is away, every request fails alike. The poll of the log notices when it is back. */
function StorageProblem() {
  const { workspace } = useSession();
  const client = useQueryClient();
  const { error } = useQuery(deletionLogQuery(workspace));
  const isAway = isStorageError(error);
  useEffect(() => {
    if (!isAway) return;
    return () => void client.refetchQueries({ predicate: ({ state }) => isStorageError(state.error) });
  }, [isAway, client]);
  if (!isAway) return null;
  return (
    <Notice tone="danger" title={error?.message}>
      <span>This page comes back by itself.</span>
    </Notice>
  );
}

function isStorageError(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'storage';
}

const dialogSelector = '[role=alertdialog][data-open], [role=dialog][data-open]:not(.drawer)';

/** `/`, Ctrl K and ⌘ K go to the search of Compute from every screen. */
function useSearchKeys(): void {
  const { workspace } = useSession();
  const navigate = useNavigate();
  useEffect(() => {
    function openSearch(event: KeyboardEvent) {
      if (!isSearchKey(event)) return;
      event.preventDefault();
      if (document.querySelector(dialogSelector) !== null) return;
      if (paths.screenOf(window.location.pathname) !== 'compute')
        flushSync(() => void navigate(paths.screen('compute', workspace)));
      const search = document.getElementById('instance-search');
      search?.focus();
      if (search instanceof HTMLInputElement) search.select();
    }
    window.addEventListener('keydown', openSearch);
    return () => window.removeEventListener('keydown', openSearch);
  }, [navigate, workspace]);
}

/** On a keyboard layout without Latin letters, the K is found by its place. */
function isSearchKey({ key, code, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey) {
    const isK = /^[a-z]$/i.test(key) ? key.toLowerCase() === 'k' : code === 'KeyK';
    return isK && !altKey && !shiftKey;
  }
  const isTyping = target instanceof Element && target.closest('input, textarea, select') !== null;
  return key === '/' && !isTyping;
}
