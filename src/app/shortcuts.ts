import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ConsoleConfig } from '../config.ts';
import { paths, type Screen, screens } from '../paths.ts';
import { useSession } from '../session/useSession.ts';
import { useModalSuspension } from '../ui/modalSuspension.ts';
import { usePreferences } from '../ui/usePreferences.ts';
import { routes, usePrefetch } from './routes.tsx';
import type { ShellDialog } from './Sidebar.tsx';

type Shortcut = { keys: readonly string[]; does: string };

/** Every shortcut, for the sheet that shows them: `createShellKeys` and the rows of Compute read them. */
export const shortcuts: { everywhere: readonly Shortcut[]; inTheList: readonly Shortcut[] } = {
  everywhere: [
    { keys: ['Ctrl K', '⌘K'], does: 'Find a page, an instance, a region or an action' },
    ...screens.map((screen) => ({
      keys: [`g ${routes[screen].key}`],
      does: `Go to ${routes[screen].label}`,
    })),
    { keys: ['/'], does: 'Search what the screen lists' },
    { keys: ['?'], does: 'Show this sheet' },
    { keys: ['Esc'], does: 'Close what is open' },
  ],
  inTheList: [
    { keys: ['↓', '↑'], does: 'Next row, previous row; with Shift they are selected' },
    { keys: ['Space'], does: 'Select the row' },
    { keys: ['Enter'], does: 'Show its details' },
    { keys: ['Delete'], does: 'Ask to delete it' },
  ],
};

type ShellKeyAction = { open: 'palette' | 'shortcuts' } | { go: Screen } | { focus: 'search' };

const sequenceMs = 1500;

/**
 * Reads keys as shortcuts: Ctrl K or ⌘K, `?`, `/`, and `g` followed by a screen's key within 1.5 s.
 * @returns for each key what it asks for, or null. Off while somebody types and while a dialog is open
 */
export function createShellKeys(now: () => number = Date.now) {
  let began = Number.NEGATIVE_INFINITY;

  return function read(event: KeyboardEvent, singleKeys: boolean): ShellKeyAction | null {
    if (event.defaultPrevented || event.repeat || event.isComposing || isDialogOpen()) return null;
    const key = event.key.toLowerCase();
    if (key === 'k' && event.ctrlKey !== event.metaKey && !event.altKey && !event.shiftKey)
      return { open: 'palette' };
    if (!singleKeys || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return null;
    const isSecond = now() - began <= sequenceMs;
    const screen = isSecond ? screens.find((one) => routes[one].key === key) : undefined;
    began = key === 'g' ? now() : Number.NEGATIVE_INFINITY;
    if (screen !== undefined) return { go: screen };
    if (event.key === '/') return { focus: 'search' };
    return event.key === '?' ? { open: 'shortcuts' } : null;
  };
}

function isDialogOpen(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog]') !== null;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  )
    return true;
  return target instanceof HTMLInputElement && !/^(button|checkbox|radio|submit|reset)$/.test(target.type);
}

/** Lets the shortcuts work on every screen, but not behind the gate. */
export function useShellKeys(config: ConsoleConfig, onOpen: (dialog: ShellDialog) => void): void {
  const navigate = useNavigate();
  const prefetch = usePrefetch(config);
  const covered = useModalSuspension();
  const { workspaceSlug } = useSession();
  const { singleKeys } = usePreferences().preferences;
  const [read] = useState(() => createShellKeys());

  const follow = useEffectEvent((event: KeyboardEvent) => {
    const action = covered ? null : read(event, singleKeys);
    if (action === null) return;
    event.preventDefault();
    if ('go' in action) {
      prefetch(action.go);
      navigate(paths.screen(action.go, workspaceSlug));
    } else if ('focus' in action) document.querySelector<HTMLElement>('main input[type=search]')?.focus();
    else onOpen(action.open);
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => follow(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
