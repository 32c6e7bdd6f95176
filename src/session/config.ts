import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { fetchConfig } from '../api/configFile.ts';
import { type ConsoleConfig, defaultConfig } from '../config.ts';

/** The configuration of the page. `main.tsx` sets it before anything is rendered. */
export const configStore = createStore(() => defaultConfig);

export function useConfig(): ConsoleConfig {
  return useStore(configStore);
}

/** Reads the configuration again, because the operator may have changed it. After a failure, the old one stays. */
export async function refreshConfig(): Promise<void> {
  try {
    const config = await fetchConfig();
    const { serviceId, serviceUrl } = configStore.getState();
    // A different service has different tokens and different stored data, so it needs a reload.
    if (config.serviceId === serviceId && config.serviceUrl === serviceUrl)
      configStore.setState(config, true);
  } catch {
    // The next refresh reads it again, and every request to the service reports its own failure.
  }
}

/**
 * Reads the configuration again whenever the tab is shown.
 * @returns a function that ends it
 */
export function refreshConfigWhenShown(): () => void {
  const refresh = () => void (document.visibilityState === 'visible' && refreshConfig());
  document.addEventListener('visibilitychange', refresh);
  return () => document.removeEventListener('visibilitychange', refresh);
}

/** The title of the browser tab, such as "acme · Production". */
export function formatTabTitle(name: string, environment: string | null): string {
  return `${name} · ${environment ?? 'Workspace Console'}`;
}
