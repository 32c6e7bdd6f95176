import { useIsFetching } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { lazyCode, useLazyCode } from '../ui/lazyCode.ts';
import { ResultsRegion } from '../ui/results.tsx';
import { CrashBoundary, CrashNotice } from './ErrorBoundary.tsx';
import { useFocusAfterNavigation, useFocusRecovery } from './focus.ts';
import { routes } from './routes.tsx';
import type { ShellDialogsProps } from './ShellDialogs.tsx';
import { type ShellDialog, Sidebar } from './Sidebar.tsx';
import { useEarlyTyping, useShellKeys } from './shortcuts.ts';
import { WorkspaceAccess } from './WorkspaceAccess.tsx';

const shellDialogs = lazyCode(async () => (await import('./ShellDialogs.tsx')).ShellDialogs);

/** The frame of every screen: workspace, navigation, tools, results and dialogs. A dialog doesn't re-render the children. */
export function Shell({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<ShellDialog | null>(null);
  const { workspaceSlug, unverifiedSlug, verifiedWorkspaces } = useSession();
  const close = () => setOpen(null);
  return (
    <>
      <div className="min-h-dvh print:block max-xl:has-data-action-bar:[--action-bar:5.75rem] has-data-result:[--results:40dvh] md:has-data-drawer:[--drawer:25rem] [--bottom-bar:calc(3.5rem+env(safe-area-inset-bottom))] md:grid md:grid-cols-[var(--sidebar)_minmax(0,1fr)] md:[--bottom-bar:0px] md:[--sidebar:3.5rem] lg:[--sidebar:13.5rem]">
        <a
          href="#main"
          className="fixed top-2 left-2 z-30 rounded-md bg-raised px-3 py-2 shadow-float not-focus:sr-only"
        >
          Skip to content
        </a>
        <ReadingBar />
        <Sidebar onOpen={setOpen} />
        <main
          id="main"
          tabIndex={-1}
          className="min-w-0 px-4 pt-5 pb-[calc(var(--bottom-bar)+var(--action-bar,0px)+var(--results,0px)+1.5rem)] md:px-8 md:pt-7 print:p-0"
        >
          {unverifiedSlug === null ? (
            children
          ) : (
            <WorkspaceAccess
              key={unverifiedSlug}
              workspaceSlug={unverifiedSlug}
              onSwitch={() => setOpen('workspaces')}
            />
          )}
        </main>
        <ResultsRegion scope={workspaceSlug} readableScopes={verifiedWorkspaces} />
        <KeysAndFocus onOpen={setOpen} />
      </div>
      <CrashBoundary resetKey={open} show={(error) => <DialogCrash error={error} onClose={close} />}>
        {open !== null && <OpenDialog open={open} onOpen={setOpen} onClose={close} />}
      </CrashBoundary>
    </>
  );
}

type OpenDialogProps = Omit<ShellDialogsProps, 'search' | 'onSearch'>;

function OpenDialog(props: OpenDialogProps) {
  const { code: Dialogs, error } = useLazyCode(shellDialogs);
  const [search, setSearch] = useState('');
  useEarlyTyping(props.open === 'palette', setSearch, props.onClose);
  if (error !== null) return <DialogCrash error={error} onClose={props.onClose} />;
  if (Dialogs === null) return <DialogLoading search={search} />;
  return <Dialogs {...props} search={search} onSearch={setSearch} />;
}

/** Appears after 300 ms, so that a quick load doesn't flicker. */
function DialogLoading({ search }: { search: string }) {
  return (
    <div
      role="status"
      className="shown-late fixed inset-x-3 top-[10dvh] z-50 mx-auto grid max-w-[33rem] gap-2 rounded-lg border border-line bg-raised p-5 shadow-float"
    >
      {search !== '' && <bdi className="truncate text-lead">{search}</bdi>}
      <p className="text-muted">Loading…</p>
    </div>
  );
}

/** How long no data is loading before the code of the dialogs and the other screens is loaded (ms). */
const quietMs = 200;

/** A thin bar while data is loading. CSS shows it after 300 ms, so that quick reads don't flicker. */
function ReadingBar() {
  const isReading = useIsFetching() > 0;
  const isLoadedAhead = useRef(false);
  // This code must not delay the first screen. Another attempt after a failure would hide its notice for a moment.
  useEffect(() => {
    if (isReading || isLoadedAhead.current) return;
    const timer = setTimeout(() => {
      isLoadedAhead.current = true;
      loadLaterCode();
    }, quietMs);
    return () => clearTimeout(timer);
  }, [isReading]);
  return isReading && <div aria-hidden="true" data-reading className="reading-bar" />;
}

function loadLaterCode() {
  void shellDialogs.load();
  for (const { load } of Object.values(routes)) void load?.();
}

/** A separate component, so that URL changes don't re-render the shell. */
function KeysAndFocus({ onOpen }: Pick<OpenDialogProps, 'onOpen'>) {
  useShellKeys(onOpen);
  useFocusAfterNavigation();
  useFocusRecovery();
  return null;
}

function DialogCrash({ error, onClose }: { error: Error; onClose: () => void }) {
  return (
    <div className="fixed inset-x-3 top-3 z-40 mx-auto grid max-w-2xl gap-4 rounded-lg border border-line bg-raised p-5 shadow-float">
      <CrashNotice error={error} place="dialog" />
      <div className="flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  );
}
