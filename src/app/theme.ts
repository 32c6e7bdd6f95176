import { useSyncExternalStore } from 'react';
import { tryStorage } from '../storage.ts';

export const themeNames = { system: 'System', light: 'Light', dark: 'Dark' } as const;

export type Theme = keyof typeof themeNames;

/** `public/early.js` also reads this item, before the first paint. */
const storageKey = 'workspace-console.theme';

/** The page itself holds the theme, as an attribute of its root. */
export function useTheme(): Theme {
  return useSyncExternalStore(observeTheme, () => toTheme(document.documentElement.dataset.theme));
}

function observeTheme(onChange: () => void) {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

export function changeTheme(theme: Theme): void {
  tryStorage(() => localStorage.setItem(storageKey, theme));
  document.documentElement.dataset.theme = theme;
}

export function followTheme(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === storageKey) document.documentElement.dataset.theme = toTheme(newValue);
  });
}

function toTheme(text: string | null | undefined): Theme {
  return text === 'light' || text === 'dark' ? text : 'system';
}
