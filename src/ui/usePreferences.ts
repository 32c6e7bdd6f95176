import { createContext } from 'react';
import { useRequired } from './context.ts';
import type { Zone } from './time.ts';

export type Preferences = {
  theme: 'system' | 'light' | 'dark';
  zone: Zone;
  density: 'comfortable' | 'compact';
  /** False if keys such as `g` and `?` do nothing. Speech input may type them by accident. */
  singleKeys: boolean;
};

export type PreferenceChange = (change: Partial<Preferences>) => void;

export const defaultPreferences: Preferences = {
  theme: 'system',
  zone: 'UTC',
  density: 'comfortable',
  singleKeys: true,
};

export const PreferencesContext = createContext<{
  preferences: Preferences;
  change: PreferenceChange;
} | null>(null);

/** Returns the preferences of this browser and a function to change them. */
export function usePreferences() {
  return useRequired(PreferencesContext, 'PreferencesContext');
}

/** Returns the time zone of every date on screen. */
export function useZone(): Zone {
  return usePreferences().preferences.zone;
}
