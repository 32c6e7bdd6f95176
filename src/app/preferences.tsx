import { type ReactNode, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import * as v from 'valibot';
import { useStore } from 'zustand';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { type Preferences, PreferencesContext } from '../ui/usePreferences.ts';
import { ZoneContext } from '../ui/zone.tsx';
import { browserStorage, followOtherTabs } from './browserStorage.ts';

/** Also read by `public/early.js` before the first paint. */
const storageKey = 'workspace-console.preferences';

const choices = {
  theme: v.fallback(v.picklist(['system', 'light', 'dark']), 'system'),
  zone: v.fallback(v.picklist(['UTC', 'local']), 'UTC'),
  density: v.fallback(v.picklist(['comfortable', 'compact']), 'comfortable'),
  confirmBy: v.fallback(v.picklist(['typing', 'checkbox']), 'typing'),
  singleKeys: v.fallback(v.boolean(), true),
};
const defaults: Preferences = v.parse(v.object(choices), {});
const schema = v.fallback(v.object(choices), defaults);

/** Keeps the preferences in this browser. */
export function createPreferences() {
  return createStore<Preferences>()(
    persist(() => defaults, { name: storageKey, storage: browserStorage(schema) }),
  );
}

/** Gives everybody the preferences, in sync over the browser's tabs, and the page its theme and density. */
export function PreferencesProvider({ children }: { children: ReactNode }) {
  const [store] = useState(createPreferences);
  const preferences = useStore(store);
  const value = useMemo(() => ({ preferences, change: store.setState }), [preferences, store]);
  useEffect(() => followOtherTabs(storageKey, store.persist.rehydrate), [store]);
  const { theme, density } = preferences;
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme;
    document.documentElement.dataset.density = density;
  }, [theme, density]);
  return (
    <PreferencesContext value={value}>
      <ZoneContext value={preferences.zone}>{children}</ZoneContext>
    </PreferencesContext>
  );
}
