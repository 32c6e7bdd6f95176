import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { fetchConfig } from '../api/configFile.ts';
import { type ConsoleConfig, defaultConfig } from '../config.ts';

/** The configuration of the page. `main.tsx` sets it before anything is rendered. */
export const configStore = createStore(() => defaultConfig);

export function useConfig(): ConsoleConfig {
  return useStore(configStore);
}

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

export function refreshConfigWhenShown(): () => void {
  const refresh = () => void (document.visibilityState === 'visible' && refreshConfig());
  document.addEventListener('visibilitychange', refresh);
  return () => document.removeEventListener('visibilitychange', refresh);
}

export function formatTabTitle(name: string, environment: string | null): string {
  return `${name} · ${environment ?? 'Workspace Console'}`;
}
