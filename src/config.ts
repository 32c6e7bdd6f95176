import * as v from 'valibot';

const serviceUrl = v.pipe(
  v.string(),
  v.regex(/^(\/(?!\/)|https?:\/\/[^/])/),
  v.check((url) => URL.canParse(url, pageOrigin())),
  v.transform(withoutTrailingSlashes),
);
const instancesPath = v.pipe(
  v.string(),
  v.check((path) => path.startsWith('/') && path.includes('{workspaceSlug}')),
);

const idleMinutesRule = 'must be a whole number from 1 to 480, or never';

/** Minutes of inactivity after which a session ends, or `never`. */
export const idleMinutes = v.custom<number | 'never'>(
  (value) => value === 'never' || (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 480),
  idleMinutesRule,
);

/** The content of `/config.json`, which our server or a static host serves. */
const schema = v.object({
  /** Base URL of the service: a path on the own origin (`/api`) or an http(s) URL. */
  serviceUrl: v.nullish(serviceUrl, '/api'),
  /** Names the service that stored data belongs to. If it is null, `readConfig` derives it from `serviceUrl`. */
  serviceId: v.nullish(v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)), null),
  /** Path template of the list of instances, or null if the service has none. */
  instancesPath: v.nullish(instancesPath, null),
  /** Database names offered to every admin at first. */
  databases: v.nullish(v.array(v.string()), []),
  idleMinutes: v.nullish(idleMinutes, 15),
  /** Sign-in data of the sandbox, or null for a real service. */
  sandbox: v.nullish(v.object({ workspaceSlug: v.string(), token: v.string() }), null),
});

type ParsedConfig = v.InferOutput<typeof schema>;

/** The configuration of the console. Our server builds this type, so a forgotten setting is a type error there. */
export type ConsoleConfig = Omit<ParsedConfig, 'databases' | 'serviceId'> & {
  databases: readonly string[];
  serviceId: string;
};

const sentences: Record<keyof ParsedConfig, string> = {
  serviceUrl: 'must be a path such as /api or an http(s) URL',
  serviceId: 'must be 1 to 64 letters, digits, - or _, or null',
  instancesPath: 'must be a path that starts with / and contains {workspaceSlug}, or null',
  databases: 'must be a list of database names',
  idleMinutes: idleMinutesRule,
  sandbox: 'must be null or contain workspaceSlug and token',
};

/**
 * Reads `/config.json`.
 * @throws Error with one sentence that names the wrong field
 */
export async function readConfig(raw: unknown): Promise<ConsoleConfig> {
  if (Array.isArray(raw)) throw invalid('it', 'must be a JSON object');
  const result = v.safeParse(schema, raw);
  if (result.success) {
    const { serviceId, ...rest } = result.output;
    return { ...rest, serviceId: serviceId ?? (await serviceIdOf(new URL(rest.serviceUrl, pageOrigin()))) };
  }
  const field = result.issues[0].path?.[0].key;
  if (!isField(field)) throw invalid('it', 'must be a JSON object');
  throw invalid(field, sentences[field]);
}

function pageOrigin(): string {
  return globalThis.location?.origin ?? 'http://localhost';
}

/**
 * Returns the ID of a service: the first 16 hex digits of the SHA-256 of its base URL, normalized as to the case of the host,
 * the default port and trailing slashes. Without Web Crypto (plain http, where signing in is impossible) it is the encoded URL.
 */
export async function serviceIdOf(baseUrl: URL): Promise<string> {
  const normalized = withoutTrailingSlashes(baseUrl.origin + baseUrl.pathname);
  if (globalThis.crypto?.subtle === undefined) return encodeURIComponent(normalized);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(normalized));
  return Array.from(new Uint8Array(digest, 0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Removes all slashes at the end, in linear time. */
export function withoutTrailingSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}

function isField(name: unknown): name is keyof ParsedConfig {
  return typeof name === 'string' && name in sentences;
}

function invalid(field: string, problem: string): Error {
  return new Error(`The configuration (config.json) is wrong: ${field} ${problem}.`);
}
