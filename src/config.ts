/** The runtime configuration, as `/config.json` gives it to the browser. */
export type ConsoleConfig = {
  /** base_url of the service: a path of the own origin (`/api`) or an http(s) URL. */
  serviceUrl: string;
  /** Path template of the listing of instances; null where the service lists none. */
  instancesPath: string | null;
  /** Database names offered to every admin at first. */
  databases: readonly string[];
  /** Minutes without a sign of life after which the session ends. */
  idleMinutes: number;
  /** What to sign in with on the embedded sandbox; null on a real service. */
  sandbox: { workspaceSlug: string; token: string } | null;
};

/**
 * Reads `/config.json`. Every field is checked by hand, so that an operator's slip becomes a sentence that names it.
 * @throws Error with that sentence, where a field is wrong
 */
export function readConfig(raw: unknown): ConsoleConfig {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    throw wrong('it', 'must be a JSON object');
  const fields = new Map<string, unknown>(Object.entries(raw));
  const serviceUrl = fields.get('serviceUrl') ?? '/api';
  if (typeof serviceUrl !== 'string' || !/^(\/(?!\/)|https?:\/\/[^/])/.test(serviceUrl))
    throw wrong('serviceUrl', 'must be a path such as /api or an http(s) URL');
  const instancesPath = fields.get('instancesPath') ?? null;
  if (instancesPath !== null && !isListingTemplate(instancesPath))
    throw wrong('instancesPath', 'must be a path that starts with / and contains {workspaceSlug}, or null');
  const databases = fields.get('databases') ?? [];
  if (!isStrings(databases)) throw wrong('databases', 'must be a list of database names');
  const idleMinutes = fields.get('idleMinutes') ?? 15;
  if (typeof idleMinutes !== 'number' || !(idleMinutes > 0))
    throw wrong('idleMinutes', 'must be a number above 0');
  return {
    serviceUrl: serviceUrl.replace(/\/+$/, ''),
    instancesPath,
    databases,
    idleMinutes,
    sandbox: readSandbox(fields.get('sandbox') ?? null),
  };
}

function readSandbox(raw: unknown): ConsoleConfig['sandbox'] {
  if (raw === null) return null;
  if (typeof raw === 'object' && 'workspaceSlug' in raw && 'token' in raw) {
    const { workspaceSlug, token } = raw;
    if (typeof workspaceSlug === 'string' && typeof token === 'string') return { workspaceSlug, token };
  }
  throw wrong('sandbox', 'must be null or hold workspaceSlug and token');
}

function isListingTemplate(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('/') && value.includes('{workspaceSlug}');
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function wrong(field: string, what: string): Error {
  return new Error(`The configuration (config.json) is wrong: ${field} ${what}.`);
}
