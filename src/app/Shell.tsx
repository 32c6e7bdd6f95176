import { useIsFetching } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useBulkRun } from '../instances/delete/useDeletions.ts';
import { useInstances } from '../instances/useInstances.ts';
import { formatTabTitle, useConfig } from '../session/config.ts';
import { OperatorNotice } from '../session/OperatorNotice.tsx';
import { useSession } from '../session/useSession.ts';
import { EnvironmentStripe } from '../ui/Environment.tsx';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { loadMenus } from '../ui/Menu.tsx';
import { addRecentWorkspace } from './recentWorkspaces.ts';
import { preloadScreens } from './routes.tsx';
import { mainClass, shellClass } from './ShellSkeleton.tsx';
import { Sidebar } from './Sidebar.tsx';

const CommandPalette = lazyComponent(async () => (await import('./CommandPalette.tsx')).CommandPalette);
const BulkRunDialog = lazyComponent(
  async () => (await import('../instances/bulk/BulkRunDialog.tsx')).BulkRunDialog,
);
const OpenWorkspaceDialog = lazyComponent(
  async () => (await import('./OpenWorkspaceDialog.tsx')).OpenWorkspaceDialog,
);

export function Shell({ children }: { children: ReactNode }) {
  const [dialog, setDialog] = useState<'palette' | 'workspace' | null>(null);
  const { workspace } = useSession();
  const { environment, environmentColor, notice, serviceId } = useConfig();
  useEffect(() => addRecentWorkspace(serviceId, workspace), [serviceId, workspace]);
  useEffect(() => onPaletteKey(() => setDialog('palette')), []);
  const closeDialog = () => setDialog(null);
  return (
    <div className={shellClass}>
      <title>{formatTabTitle(workspace, environment)}</title>
      <a
        href="#main"
        className="fixed top-2 left-2 z-40 rounded-md bg-raised px-3 py-2 shadow-float not-focus:sr-only"
      >
        Skip to content
      </a>
      <EnvironmentStripe color={environmentColor} />
      <LoadingBar />
      <Sidebar onSearch={() => setDialog('palette')} onOpenOther={() => setDialog('workspace')} />
      <main id="main" tabIndex={-1} className={mainClass}>
        <div className="mx-auto max-w-290">
          {notice !== null && (
            <div className="mb-3.5 empty:hidden">
              <OperatorNotice text={notice} />
            </div>
          )}
          {children}
        </div>
      </main>
      <Suspense fallback={null}>
        {dialog === 'palette' && <CommandPalette onClose={closeDialog} />}
        <BulkRun />
        {dialog === 'workspace' && <OpenWorkspaceDialog onClose={closeDialog} />}
      </Suspense>
    </div>
  );
}

function BulkRun() {
  return useBulkRun() !== null && <BulkRunWithRows />;
}

function BulkRunWithRows() {
  return <BulkRunDialog currentRows={useInstances().rowsByKey} />;
}

/** Time (ms) between the end of the first requests and the loading of the remaining code. */
const preloadDelayMs = 200;

/** Also loads the remaining code after the first rows. CSS delays the bar by 300 ms. */
function LoadingBar() {
  const isReading = useIsFetching() > 0;
  const hasPreloaded = useRef(false);
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
  const dialogs = [CommandPalette, OpenWorkspaceDialog, BulkRunDialog].map(({ preload }) => preload);
  // A failure is reported when the code is needed.
  for (const preload of [...dialogs, preloadScreens, loadMenus]) preload().catch(() => undefined);
}

const dialogSelector = '[role=alertdialog][data-open], [role=dialog][data-open]:not(.drawer)';

/** Calls `open` on Ctrl K or ⌘ K. On a keyboard layout without Latin letters, the K is found by its place. */
function onPaletteKey(open: () => void): () => void {
  function openOnKey(event: KeyboardEvent) {
    const isLatin = /^[a-z]$/i.test(event.key);
    const isK = isLatin ? event.key.toLowerCase() === 'k' : event.code === 'KeyK';
    if (!isK || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    if (document.querySelector(dialogSelector) === null) open();
  }
  window.addEventListener('keydown', openOnKey);
  return () => window.removeEventListener('keydown', openOnKey);
}
