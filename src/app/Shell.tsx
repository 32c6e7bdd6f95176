import { useIsFetching } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { createLazyCode, useLazyCode } from '../ui/lazyCode.ts';
import { ResultsRegion } from '../ui/results.tsx';
import { CrashBoundary, CrashNotice } from './ErrorBoundary.tsx';
import { useFocusAfterNavigation, useFocusRecovery } from './focus.ts';
import { routes } from './routes.tsx';
import type { ShellDialogsProps } from './ShellDialogs.tsx';
import { type ShellDialog, Sidebar } from './Sidebar.tsx';
import { useEarlyTyping, useShellKeys } from './shortcuts.ts';
import { WorkspaceAccess } from './WorkspaceAccess.tsx';

const dialogsCode = createLazyCode(async () => (await import('./ShellDialogs.tsx')).ShellDialogs);

/** Renders the frame of every screen: workspace, navigation, tools, results and dialogs. */
export function Shell({ children }: { children: ReactNode }) {
  const [dialog, setDialog] = useState<ShellDialog | null>(null);
  const { workspaceSlug, unverifiedSlug, verifiedWorkspaces } = useSession();
  const closeDialog = () => setDialog(null);
  return (
    <>
      <div className="min-h-dvh print:block max-xl:has-data-action-bar:[--action-bar:5.75rem] has-data-result:[--results:40dvh] md:has-data-drawer:[--drawer:25rem] [--bottom-bar:calc(3.5rem+env(safe-area-inset-bottom))] md:grid md:grid-cols-[var(--sidebar)_minmax(0,1fr)] md:[--bottom-bar:0px] md:[--sidebar:3.5rem] lg:[--sidebar:13.5rem]">
        <a
          href="#main"
          className="fixed top-2 left-2 z-30 rounded-md bg-raised px-3 py-2 shadow-float not-focus:sr-only"
        >
          Skip to content
        </a>
        <LoadingBar />
        <Sidebar onOpenDialog={setDialog} />
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
              onSwitch={() => setDialog('workspaces')}
            />
          )}
        </main>
        <ResultsRegion currentScope={workspaceSlug} readableScopes={verifiedWorkspaces} />
        <KeysAndFocus onOpenDialog={setDialog} />
      </div>
      <CrashBoundary
        resetKey={dialog}
        renderError={(error) => <DialogCrash error={error} onClose={closeDialog} />}
      >
        {dialog !== null && <LazyDialog dialog={dialog} onOpenDialog={setDialog} onClose={closeDialog} />}
      </CrashBoundary>
    </>
  );
}

type LazyDialogProps = Omit<ShellDialogsProps, 'search' | 'onSearch'>;

function LazyDialog(props: LazyDialogProps) {
  const { code: Dialogs, error } = useLazyCode(dialogsCode);
  const [search, setSearch] = useState('');
  useEarlyTyping(props.dialog === 'palette', setSearch, props.onClose);
  if (error !== null) return <DialogCrash error={error} onClose={props.onClose} />;
  if (Dialogs === null) return <LoadingDialog search={search} />;
  return <Dialogs {...props} search={search} onSearch={setSearch} />;
}

/** Appears after 300 ms, so that a quick load doesn't flicker. */
function LoadingDialog({ search }: { search: string }) {
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

/** Time (ms) between the end of the last request and the preloading of code. */
const preloadDelayMs = 200;

/** Shows a thin bar while data loads, and then preloads code. CSS delays the bar by 300 ms to avoid flicker. */
function LoadingBar() {
  const isReading = useIsFetching() > 0;
  const hasPreloaded = useRef(false);
  // Preload after the first requests, because the code must not delay the first screen. Preload once, because a second
  // attempt would briefly hide the message about code that failed to load.
  useEffect(() => {
    if (isReading || hasPreloaded.current) return;
    const timer = setTimeout(() => {
      hasPreloaded.current = true;
      preloadCode();
    }, preloadDelayMs);
    return () => clearTimeout(timer);
  }, [isReading]);
  return isReading && <div aria-hidden="true" data-loading-bar className="loading-bar" />;
}

function preloadCode() {
  void dialogsCode.load();
  for (const { load } of Object.values(routes)) void load?.();
}

/** A separate component, so that URL changes don't re-render the shell. */
function KeysAndFocus({ onOpenDialog }: Pick<LazyDialogProps, 'onOpenDialog'>) {
  useShellKeys(onOpenDialog);
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
