import { createContext } from 'react';
import * as v from 'valibot';
import { useRequired } from './context.ts';
import type { Zone } from './time.ts';

/** The values and the default of each preference. */
export const preferencesSchema = v.object({
  theme: v.fallback(v.picklist(['system', 'light', 'dark']), 'system'),
  zone: v.fallback(v.picklist(['UTC', 'local']), 'UTC'),
  density: v.fallback(v.picklist(['comfortable', 'compact']), 'comfortable'),
  // Turns shortcuts such as `g` and `?` on or off. Speech input can type single keys by accident.
  singleKeys: v.fallback(v.boolean(), true),
});

export type Preferences = v.InferOutput<typeof preferencesSchema>;

export type PreferenceChange = (change: Partial<Preferences>) => void;

export const defaultPreferences: Preferences = v.getFallbacks(preferencesSchema);

export const PreferencesContext = createContext<{
  preferences: Preferences;
  change: PreferenceChange;
} | null>(null);

export function usePreferences() {
  return useRequired(PreferencesContext, 'PreferencesContext');
}

export function useZone(): Zone {
  return usePreferences().preferences.zone;
}
