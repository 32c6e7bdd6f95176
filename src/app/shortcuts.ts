import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { tinykeys } from 'tinykeys';
import { paths, screens } from '../paths.ts';
import { useSession } from '../session/useSession.ts';
import { modalSelector, useModalSuspension } from '../ui/context.ts';
import { usePreferences } from '../ui/usePreferences.ts';
import { routes, usePrefetch } from './routes.tsx';
import type { ShellDialog } from './Sidebar.tsx';

type Shortcut = { keys: readonly string[]; label: string };

/** The shortcuts as the dialog lists them. `useShellKeys` and the rows of Compute implement them. */
export const shortcuts: { everywhere: readonly Shortcut[]; inTheList: readonly Shortcut[] } = {
  everywhere: [
    { keys: ['Ctrl K', '⌘K'], label: 'Find a page, an instance, a region or an action' },
    ...screens.map((screen) => ({
      keys: [`g ${routes[screen].key}`],
      label: `Go to ${routes[screen].label}`,
    })),
    { keys: ['/'], label: 'Focus search' },
    { keys: ['?'], label: 'Show keyboard shortcuts' },
    { keys: ['Esc'], label: 'Close dialog' },
  ],
  inTheList: [
    { keys: ['↓', '↑'], label: 'Move between rows (Shift extends the selection)' },
    { keys: ['Space'], label: 'Select the row' },
    { keys: ['Enter'], label: 'Open details' },
    { keys: ['Delete'], label: 'Delete…' },
  ],
};

/** Time between the keys of a sequence (ms). */
const sequenceMs = 1_500;

/** Runs the shortcuts of the shell. They are off in dialogs, behind the sign-in form and, for single keys, while typing. */
export function useShellKeys(onOpen: (dialog: ShellDialog) => void): void {
  const navigate = useNavigate();
  const prefetch = usePrefetch();
  const isCovered = useModalSuspension();
  const { workspaceSlug } = useSession();
  const { singleKeys } = usePreferences().preferences;

  const run = useEffectEvent((event: KeyboardEvent, action: () => void) => {
    if (isCovered || event.defaultPrevented || event.repeat || event.isComposing || isDialogOpen()) return;
    const isSingleKey = !event.ctrlKey && !event.metaKey;
    if (isSingleKey && (!singleKeys || isTyping(event.target))) return;
    event.preventDefault();
    action();
  });
  const goTo = useEffectEvent((screen: (typeof screens)[number]) => {
    prefetch(screen);
    navigate(paths.screen(screen, workspaceSlug));
  });
  const open = useEffectEvent(onOpen);

  useEffect(() => {
    const bind = (action: () => void) => (event: KeyboardEvent) => run(event, action);
    const openPalette = bind(() => open('palette'));
    const openShortcuts = bind(() => open('shortcuts'));
    const focusSearch = bind(() => document.querySelector<HTMLElement>('main input[type=search]')?.focus());
    const goToScreen = screens.map((screen) => [`g ${routes[screen].key}`, bind(() => goTo(screen))]);
    // The keyboard layout decides which of these keys need Shift.
    const bindings = {
      'Control+k': openPalette,
      'Meta+k': openPalette,
      '/': focusSearch,
      'Shift+/': focusSearch,
      '?': openShortcuts,
      'Shift+?': openShortcuts,
      ...Object.fromEntries(goToScreen),
    };
    return tinykeys(window, bindings, { timeout: sequenceMs });
  }, []);
}

function isDialogOpen(): boolean {
  return document.querySelector(modalSelector) !== null;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches('textarea, select')) return true;
  return target instanceof HTMLInputElement && !/^(button|checkbox|radio|submit|reset)$/.test(target.type);
}
