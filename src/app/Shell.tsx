import { useIsFetching } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { ConsoleConfig } from '../config.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { lazyCode, useLazyCode } from '../ui/lazyCode.ts';
import { ResultsRegion } from '../ui/results.tsx';
import { CrashBoundary, CrashNotice } from './ErrorBoundary.tsx';
import { useFocusAfterNavigation, useFocusRecovery } from './focus.ts';
import { type ShellDialog, Sidebar } from './Sidebar.tsx';
import { useShellKeys } from './shortcuts.ts';

const shellDialogs = lazyCode(async () => (await import('./ShellDialogs.tsx')).ShellDialogs);

type Props = {
  config: ConsoleConfig;
  /** What goes on whatever screen is open, such as a deletion; it stands above the tools. */
  running?: ReactNode;
  children: ReactNode;
};

/** What stands around every screen: which workspace this is, where one can go, and the way out. */
export function Shell({ config, running = null, children }: Props) {
  const [open, setOpen] = useState<ShellDialog | null>(null);
  const { workspaceSlug, verifiedWorkspaces } = useSession();
  const close = () => setOpen(null);
  return (
    <>
      <div className="min-h-dvh print:block max-xl:has-data-action-bar:[--action-bar:92px] [--bottom-bar:calc(56px+env(safe-area-inset-bottom))] md:grid md:grid-cols-[216px_minmax(0,1fr)] md:[--bottom-bar:0px]">
        <a
          href="#main"
          className="fixed top-2 left-2 z-30 rounded-md bg-raised px-3 py-2 shadow-float not-focus:sr-only"
        >
          Skip to content
        </a>
        <ReadingBar />
        <Sidebar config={config} running={running} onOpen={setOpen} />
        <main
          id="main"
          tabIndex={-1}
          className="min-w-0 px-4 pt-5 pb-[calc(var(--bottom-bar)+var(--action-bar,0px)+24px)] md:px-8 md:pt-7"
        >
          {children}
        </main>
        <ResultsRegion scope={workspaceSlug} readableScopes={verifiedWorkspaces} />
        <KeysAndFocus config={config} onOpen={setOpen} />
      </div>
      <CrashBoundary resetKey={open} show={(error) => <DialogCrash error={error} onClose={close} />}>
        {open !== null && <OpenDialog open={open} config={config} onOpen={setOpen} onClose={close} />}
      </CrashBoundary>
    </>
  );
}

type OpenDialogProps = {
  open: ShellDialog;
  config: ConsoleConfig;
  onOpen: (dialog: ShellDialog) => void;
  onClose: () => void;
};

/** Whatever is open, once its code is there; where that does not come, the place says so. */
function OpenDialog(props: OpenDialogProps) {
  const { code: Dialogs, error } = useLazyCode(shellDialogs);
  if (error !== null) return <DialogCrash error={error} onClose={props.onClose} />;
  return Dialogs && <Dialogs {...props} />;
}

/** How long nothing has to be read before what is opened now and then is fetched, in ms. */
const restMs = 200;

/** A thin bar while something is read. It comes after 300 ms, so that what is quick never flickers. */
function ReadingBar() {
  const isReading = useIsFetching() > 0;
  // The dialogs' code waits until the first screen has been read and painted.
  useEffect(() => {
    const timer = isReading ? undefined : setTimeout(shellDialogs.load, restMs);
    return () => clearTimeout(timer);
  }, [isReading]);
  return isReading && <div aria-hidden="true" data-reading className="reading-bar" />;
}

/** They follow every change of the URL, which should not draw the shell anew: so they stand apart and draw nothing. */
function KeysAndFocus({ config, onOpen }: Pick<OpenDialogProps, 'config' | 'onOpen'>) {
  useShellKeys(config, onOpen);
  useFocusAfterNavigation();
  useFocusRecovery();
  return null;
}

/** Over the page, which stands as it was. */
function DialogCrash({ error, onClose }: { error: Error; onClose: () => void }) {
  return (
    <div className="fixed inset-x-3 top-3 z-40 mx-auto grid max-w-2xl gap-4 rounded-lg border border-line bg-raised p-5 shadow-float">
      <CrashNotice error={error} heading="h2" />
      <div className="flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  );
}
