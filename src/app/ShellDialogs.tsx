import { Suspense } from 'react';
import type { ConsoleConfig } from '../config.ts';
import { Button } from '../ui/Button.tsx';
import { CrashBoundary } from './CrashBoundary.tsx';
import { CrashNotice } from './CrashNotice.tsx';
import type { ShellDialog } from './ShellDialog.ts';
import { shellCode } from './shellCode.ts';

const {
  palette: CommandPalette,
  workspaces: WorkspacesDialog,
  preferences: PreferencesDialog,
  requests: RequestsDrawer,
  shortcuts: ShortcutsDialog,
} = shellCode;

type Props = {
  open: ShellDialog | null;
  config: ConsoleConfig;
  onOpen: (dialog: ShellDialog) => void;
  onClose: () => void;
};

/** What the shell can open over any screen. */
export function ShellDialogs({ open, config, onOpen, onClose }: Props) {
  return (
    <CrashBoundary place={open} show={(error) => <DialogCrash error={error} onClose={onClose} />}>
      <Suspense fallback={null}>
        {open === 'palette' && <CommandPalette config={config} onOpen={onOpen} onClose={onClose} />}
        {open === 'workspaces' && <WorkspacesDialog onClose={onClose} />}
        {open === 'preferences' && <PreferencesDialog onClose={onClose} />}
        {open === 'requests' && <RequestsDrawer onClose={onClose} />}
        {open === 'shortcuts' && <ShortcutsDialog onClose={onClose} />}
      </Suspense>
    </CrashBoundary>
  );
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
