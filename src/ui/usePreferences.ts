import { createContext, use } from 'react';
import type { Zone } from './time.ts';

/** How one person likes the console, kept in their browser. */
export type Preferences = {
  theme: 'system' | 'light' | 'dark';
  zone: Zone;
  density: 'comfortable' | 'compact';
  /** How a deletion is confirmed: by typing the name, or by ticking a box that holds it. */
  confirmBy: 'typing' | 'checkbox';
  /** Whether single keys such as `g` and `?` do something; speech input may type them by accident. */
  singleKeys: boolean;
};

export type PreferenceChange = (change: Partial<Preferences>) => void;

export const defaultPreferences: Preferences = {
  theme: 'system',
  zone: 'UTC',
  density: 'comfortable',
  confirmBy: 'typing',
  singleKeys: true,
};

export const PreferencesContext = createContext<{ preferences: Preferences; change: PreferenceChange }>({
  preferences: defaultPreferences,
  change: () => undefined,
});

/** The preferences of whoever sits here, and the way to change them. */
export function usePreferences() {
  return use(PreferencesContext);
}
