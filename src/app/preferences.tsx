import { type ReactNode, useLayoutEffect, useMemo } from 'react';
import * as v from 'valibot';
import { useStore } from 'zustand';
import { openPersisted, type Persisted } from '../ui/storage.ts';
import {
  defaultPreferences,
  type Preferences,
  PreferencesContext,
  preferencesSchema,
} from '../ui/usePreferences.ts';

/** `public/early.js` also reads this item, before the first paint. */
const storageKey = 'workspace-console.preferences';

export function openPreferences(): Persisted<Preferences> {
  return openPersisted(storageKey, v.fallback(preferencesSchema, defaultPreferences));
}

type Props = { store: Persisted<Preferences>; children: ReactNode };

/** Provides the preferences and applies theme and density to the page. */
export function PreferencesProvider({ store, children }: Props) {
  const preferences = useStore(store);
  const value = useMemo(
    () => ({
      preferences,
      change: (change: Partial<Preferences>) => store.update((before) => ({ ...before, ...change })),
    }),
    [preferences, store],
  );
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = preferences.theme;
    document.documentElement.dataset.density = preferences.density;
  }, [preferences]);
  return <PreferencesContext value={value}>{children}</PreferencesContext>;
}
