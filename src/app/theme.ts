import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { tryStorage } from '../storage.ts';

export const themeNames = { system: 'System', light: 'Light', dark: 'Dark' } as const;

export type Theme = keyof typeof themeNames;

/** `public/early.js` also reads this item, before the first paint. */
const storageKey = 'workspace-console.theme';

const themeStore = createStore<Theme>(readTheme);

export function useTheme(): Theme {
  return useStore(themeStore);
}

/** Applies a theme to the page and stores it. */
export function changeTheme(theme: Theme): void {
  tryStorage(() => localStorage.setItem(storageKey, theme));
  applyTheme(theme);
}

/** Applies a theme that a different tab has chosen. */
export function followTheme(): void {
  window.addEventListener('storage', ({ key }) => key === storageKey && applyTheme(readTheme()));
}

function readTheme(): Theme {
  const stored = tryStorage(() => localStorage.getItem(storageKey));
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  themeStore.setState(theme, true);
}
