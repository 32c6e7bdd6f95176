import { lazyPart } from '../ui/lazyPart.tsx';

/** Code of what the shell opens, fetched once: on its first use, or earlier when its button is pointed at. */
export const shellCode = {
  palette: lazyPart(async () => (await import('./CommandPalette.tsx')).CommandPalette),
  workspaces: lazyPart(async () => (await import('./WorkspacesDialog.tsx')).WorkspacesDialog),
  preferences: lazyPart(async () => (await import('./PreferencesDialog.tsx')).PreferencesDialog),
  requests: lazyPart(async () => (await import('./RequestsDrawer.tsx')).RequestsDrawer),
  shortcuts: lazyPart(async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog),
};
