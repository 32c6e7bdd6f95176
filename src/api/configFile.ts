import { type ConsoleConfig, readConfig } from '../config.ts';

/** Reads the configuration from `/config.json`, which our server or a static host serves. */
export async function fetchConfig(): Promise<ConsoleConfig> {
  const response = await fetch('/config.json', { credentials: 'same-origin', redirect: 'manual' });
  return readConfig(await response.json());
}
