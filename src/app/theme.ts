import { useSyncExternalStore } from 'react';
import { writeItem } from '../ui/browserStorage.ts';

export const themeNames = { system: 'System', light: 'Light', dark: 'Dark' } as const;

export type Theme = keyof typeof themeNames;

/** `public/theme.js` also reads this item, before the first paint. */
const itemName = 'theme';

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
  writeItem(itemName, theme);
  document.documentElement.dataset.theme = theme;
}

/** Follows a change in a different tab. */
export function followTheme(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key?.endsWith(`.${itemName}`)) document.documentElement.dataset.theme = toTheme(newValue);
  });
}

function toTheme(text: string | null | undefined): Theme {
  return text === 'light' || text === 'dark' ? text : 'system';
}
