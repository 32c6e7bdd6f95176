import type { ShellDialog } from './ShellDialog.ts';

/** Code of what the shell opens, fetched once: on its first use, or earlier when its button is pointed at. */
export const shellCode = {
  palette: () => import('./CommandPalette.tsx'),
  workspaces: () => import('./WorkspacesDialog.tsx'),
  preferences: () => import('./PreferencesDialog.tsx'),
  requests: () => import('./RequestsDrawer.tsx'),
  shortcuts: () => import('./ShortcutsDialog.tsx'),
} satisfies Record<ShellDialog, () => Promise<unknown>>;
