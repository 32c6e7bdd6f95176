import * as v from 'valibot';

const serviceUrlSchema = v.pipe(
  v.string(),
  v.regex(/^(\/(?!\/)|https?:\/\/[^/])/),
  v.check((url) => URL.canParse(url, getPageOrigin())),
  v.transform(withoutTrailingSlashes),
);
const instancesPathSchema = v.pipe(
  v.string(),
  v.check((path) => path.startsWith('/') && path.includes('{workspaceSlug}')),
);

const idleMinutesRule = 'must be a whole number from 1 to 480, or never';

/** Minutes of inactivity after which a session ends, or `never`. */
export const idleMinutesSchema = v.custom<number | 'never'>(
  (value) => value === 'never' || (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 480),
  idleMinutesRule,
);

/** The content of `/config.json`, which our server or a static host serves. */
const configSchema = v.object({
  /** Base URL of the service: a path on the console's origin (`/api`) or an http(s) URL. */
  serviceUrl: v.nullish(serviceUrlSchema, '/api'),
  /** ID of the service in the names of stored data. If null, `readConfig` derives an ID from `serviceUrl`. */
  serviceId: v.nullish(v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)), null),
  /** Path template of the list of instances, or null if the service can't list instances. */
  instancesPath: v.nullish(instancesPathSchema, null),
  /** Names of the databases whose instances are listed until the admin chooses other databases. */
  databases: v.nullish(v.array(v.string()), []),
  idleMinutes: v.nullish(idleMinutesSchema, 15),
  /** Workspace and token of the sandbox, or null for a real service. */
  sandbox: v.nullish(v.object({ workspaceSlug: v.string(), token: v.string() }), null),
});

type ParsedConfig = v.InferOutput<typeof configSchema>;

/** The configuration of the console. Our server must return this type, so TypeScript reports a forgotten setting. */
export type ConsoleConfig = Omit<ParsedConfig, 'databases' | 'serviceId'> & {
  databases: readonly string[];
  serviceId: string;
};

const fieldRules: Record<keyof ParsedConfig, string> = {
  serviceUrl: 'must be a path such as /api or an http(s) URL',
  serviceId: 'must be 1 to 64 letters, digits, - or _, or null',
  instancesPath: 'must be a path that starts with / and contains {workspaceSlug}, or null',
  databases: 'must be a list of database names',
  idleMinutes: idleMinutesRule,
  sandbox: 'must be null or contain workspaceSlug and token',
};

/**
 * Decodes the content of `/config.json`.
 * @throws Error with one sentence about the first problem
 */
export async function readConfig(raw: unknown): Promise<ConsoleConfig> {
  if (Array.isArray(raw)) throw createConfigError('it', 'must be a JSON object');
  const result = v.safeParse(configSchema, raw);
  if (result.success) {
    const { serviceId, ...rest } = result.output;
    return {
      ...rest,
      serviceId: serviceId ?? (await computeServiceId(new URL(rest.serviceUrl, getPageOrigin()))),
    };
  }
  const field = result.issues[0].path?.[0].key;
  if (!isConfigField(field)) throw createConfigError('it', 'must be a JSON object');
  throw createConfigError(field, fieldRules[field]);
}

function getPageOrigin(): string {
  return globalThis.location?.origin ?? 'http://localhost';
}

/**
 * Returns the ID of a service: the first 16 hex digits of the SHA-256 of its base URL. The case of the host, the default
 * port and trailing slashes don't change the ID.
 */
export async function computeServiceId(baseUrl: URL): Promise<string> {
  const normalizedUrl = withoutTrailingSlashes(baseUrl.origin + baseUrl.pathname);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(normalizedUrl));
  return Array.from(new Uint8Array(digest, 0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Removes all slashes at the end, in linear time. */
export function withoutTrailingSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}

function isConfigField(name: unknown): name is keyof ParsedConfig {
  return typeof name === 'string' && name in fieldRules;
}

function createConfigError(field: string, problem: string): Error {
  return new Error(`The configuration (config.json) is wrong: ${field} ${problem}.`);
}
