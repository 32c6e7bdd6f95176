import { useEffect, useEffectEvent } from 'react';
import { tinykeys } from 'tinykeys';
import { type Screen, screens } from '../paths.ts';
import { modalSelector, useIsPageCovered } from '../ui/context.ts';
import { usePreferences } from '../ui/usePreferences.ts';
import { routes, useOpenScreen } from './routes.tsx';
import type { ShellDialog } from './Sidebar.tsx';

type Shortcut = { keys: readonly string[]; label: string };

export const shortcuts: { everywhere: readonly Shortcut[]; inTheList: readonly Shortcut[] } = {
  everywhere: [
    { keys: ['Ctrl K', '⌘K'], label: 'Find a page, an instance, a region or an action' },
    ...screens.map((screen) => ({
      keys: [`g ${routes[screen].shortcutKey}`],
      label: `Go to ${routes[screen].label}`,
    })),
    { keys: ['/'], label: 'Focus search' },
    { keys: ['?'], label: 'Show keyboard shortcuts' },
    { keys: ['Esc'], label: 'Close dialog' },
  ],
  inTheList: [
    { keys: ['↓', '↑'], label: 'Move between rows (Shift extends the selection)' },
    { keys: ['Home', 'End'], label: 'Go to the first or last row' },
    { keys: ['Space'], label: 'Select the row' },
    { keys: ['Enter'], label: 'Open details' },
    { keys: ['Delete'], label: 'Delete the selected instances, or the focused instance…' },
  ],
};

const maxMsBetweenKeys = 1_500;

/** Runs the shortcuts of the shell, except in dialogs and at the sign-in form. In fields, single keys type text. */
export function useShellKeys(onOpenDialog: (dialog: ShellDialog) => void): void {
  const openScreen = useOpenScreen();
  const isCovered = useIsPageCovered();
  const { singleKeys } = usePreferences().preferences;

  const runAction = useEffectEvent((event: KeyboardEvent, action: () => void) => {
    if (isCovered || event.defaultPrevented || event.repeat || event.isComposing || isDialogOpen()) return;
    const isSingleKey = !event.ctrlKey && !event.metaKey;
    if (isSingleKey && (!singleKeys || isTyping(event.target))) return;
    event.preventDefault();
    action();
  });
  const goToScreen = useEffectEvent((screen: Screen) => openScreen(screen));
  const openDialog = useEffectEvent(onOpenDialog);

  useEffect(() => {
    const bindAction = (action: () => void) => (event: KeyboardEvent) => runAction(event, action);
    const openPalette = bindAction(() => openDialog('palette'));
    const openShortcuts = bindAction(() => openDialog('shortcuts'));
    const focusSearch = bindAction(() =>
      document.querySelector<HTMLElement>('main input[type=search]')?.focus(),
    );
    const screenBindings = screens.map((screen) => [
      `g ${routes[screen].shortcutKey}`,
      bindAction(() => goToScreen(screen)),
    ]);
    // `/` and `?` are bound with and without Shift, because only some keyboard layouts need Shift.
    const bindings = {
      'Control+k': openPalette,
      'Meta+k': openPalette,
      '/': focusSearch,
      'Shift+/': focusSearch,
      '?': openShortcuts,
      'Shift+?': openShortcuts,
      ...Object.fromEntries(screenBindings),
    };
    return tinykeys(window, bindings, { timeout: maxMsBetweenKeys });
  }, []);
}

/** Collects keys that are pressed before the palette has the focus, because the code of the palette may be loading. */
export function useEarlyTyping(
  isPaletteOpen: boolean,
  changeText: (change: (text: string) => string) => void,
  onClose: () => void,
): void {
  const collectKey = useEffectEvent((event: KeyboardEvent) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === 'Escape') onClose();
    else if (key === 'Backspace') changeText((text) => text.slice(0, -1));
    else if (key.length === 1) changeText((text) => text + key);
    else if (key !== 'Enter' && key !== 'Delete') return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    if (!isPaletteOpen) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    window.addEventListener('keydown', (event) => collectKey(event), { signal, capture: true });
    window.addEventListener('focusin', () => listeners.abort(), { signal });
    return () => listeners.abort();
  }, [isPaletteOpen]);
}

function isDialogOpen(): boolean {
  return document.querySelector(modalSelector) !== null;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches('textarea, select')) return true;
  return target instanceof HTMLInputElement && !/^(button|checkbox|radio|submit|reset)$/.test(target.type);
}
