import { createContext, use } from 'react';
import type { ConsoleConfig } from '../config.ts';

export const ConfigContext = createContext<ConsoleConfig | null>(null);

/** @throws Error outside App */
export function useConfig(): ConsoleConfig {
  const config = use(ConfigContext);
  if (config === null) throw new Error('useConfig was called outside App.');
  return config;
}
