import { type ReactNode, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { PreferencesContext } from '../ui/usePreferences.ts';
import { ZoneContext } from '../ui/useZone.ts';
import { createPreferences } from './createPreferences.ts';

/** Gives everybody the preferences, and the page its theme and density. */
export function PreferencesProvider({ children }: { children: ReactNode }) {
  const [store] = useState(createPreferences);
  const preferences = useSyncExternalStore(store.subscribe, store.get);
  const value = useMemo(() => ({ preferences, change: store.change }), [preferences, store]);
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
