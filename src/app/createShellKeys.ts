import type { Screen } from '../paths.ts';

export type ShellKeyAction = { open: 'palette' | 'shortcuts' } | { go: Screen } | { focus: 'search' };

const sequenceMs = 1500;

const screens: Record<string, Screen> = { c: 'compute', s: 'subscription', r: 'regions' };

/**
 * Reads keys as shortcuts: Ctrl K or ⌘K, `?`, `/`, and `g` followed by `c`, `s` or `r` within 1.5 s.
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
    const screen = now() - began <= sequenceMs ? screens[key] : undefined;
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
