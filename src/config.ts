import * as v from 'valibot';

const serviceUrl = v.pipe(
  v.string(),
  v.regex(/^(\/(?!\/)|https?:\/\/[^/])/),
  v.transform(withoutTrailingSlashes),
);
const instancesPath = v.pipe(
  v.string(),
  v.check((path) => path.startsWith('/') && path.includes('{workspaceSlug}')),
);

/** The runtime configuration, as `/config.json` gives it to the browser. */
const schema = v.object({
  /** base_url of the service: a path of the own origin (`/api`) or an http(s) URL. */
  serviceUrl: v.nullish(serviceUrl, '/api'),
  /** Names the service that stored data belongs to; null in a file that does not say, see `readConfig`. */
  serviceId: v.nullish(v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)), null),
  /** Path template of the listing of instances; null where the service lists none. */
  instancesPath: v.nullish(instancesPath, null),
  /** Database names offered to every admin at first. */
  databases: v.nullish(v.array(v.string()), []),
  /** Minutes without a sign of life after which the session ends. */
  idleMinutes: v.nullish(v.pipe(v.number(), v.gtValue(0)), 15),
  /** What to sign in with on the embedded sandbox; null on a real service. */
  sandbox: v.nullish(v.object({ workspaceSlug: v.string(), token: v.string() }), null),
});

type Read = v.InferOutput<typeof schema>;

export type ConsoleConfig = Omit<Read, 'databases' | 'serviceId'> & {
  databases: readonly string[];
  serviceId: string;
};

const sentences: Record<keyof Read, string> = {
  serviceUrl: 'must be a path such as /api or an http(s) URL',
  serviceId: 'must be 1 to 64 letters, digits, - or _, or null',
  instancesPath: 'must be a path that starts with / and contains {workspaceSlug}, or null',
  databases: 'must be a list of database names',
  idleMinutes: 'must be a number above 0',
  sandbox: 'must be null or hold workspaceSlug and token',
};

/**
 * Reads `/config.json`. A file without `serviceId` (a static host) gets the one of its `serviceUrl`.
 * @throws Error with one sentence that names the wrong field
 */
export async function readConfig(raw: unknown): Promise<ConsoleConfig> {
  if (Array.isArray(raw)) throw wrong('it', 'must be a JSON object');
  const result = v.safeParse(schema, raw);
  if (result.success) {
    const { serviceId, ...rest } = result.output;
    const baseUrl = new URL(rest.serviceUrl, globalThis.location?.origin ?? 'http://localhost');
    return { ...rest, serviceId: serviceId ?? (await serviceIdOf(baseUrl)) };
  }
  const field = result.issues[0].path?.[0].key;
  if (!isField(field)) throw wrong('it', 'must be a JSON object');
  throw wrong(field, sentences[field]);
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

function isField(name: unknown): name is keyof Read {
  return typeof name === 'string' && name in sentences;
}

function wrong(field: string, what: string): Error {
  return new Error(`The configuration (config.json) is wrong: ${field} ${what}.`);
}
