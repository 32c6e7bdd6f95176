import type { ConsoleConfig } from '../config.ts';
import { CommandPalette } from './CommandPalette.tsx';
import { PreferencesDialog } from './PreferencesDialog.tsx';
import { RequestsDrawer } from './RequestLog.tsx';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';
import type { ShellDialog } from './Sidebar.tsx';
import { WorkspacesDialog } from './WorkspaceSwitcher.tsx';

type Props = {
  open: ShellDialog;
  config: ConsoleConfig;
  onOpen: (dialog: ShellDialog) => void;
  onClose: () => void;
};

/** What the shell can open over any screen: one chunk, fetched once the page has painted. */
export function ShellDialogs({ open, config, onOpen, onClose }: Props) {
  return (
    <>
      {open === 'palette' && <CommandPalette config={config} onOpen={onOpen} onClose={onClose} />}
      {open === 'workspaces' && <WorkspacesDialog onClose={onClose} />}
      {open === 'preferences' && <PreferencesDialog onClose={onClose} />}
      {open === 'requests' && <RequestsDrawer onClose={onClose} />}
      {open === 'shortcuts' && <ShortcutsDialog onClose={onClose} />}
    </>
  );
}
