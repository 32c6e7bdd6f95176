import { readSettings } from '../../src/server/settings.ts';

/** The environment variables that the server reads. */
export function variableNames(): string[] {
  const names = new Set<string>();
  readSettings(new Proxy({}, { get: (_, name) => void names.add(String(name)) }));
  return [...names];
}
