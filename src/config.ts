import * as v from 'valibot';

/** What the operator allows. Our server enforces it, and the console offers nothing that it would refuse. */
export type Policy = {
  /** Why nothing can be deleted (an empty string if the operator gave no reason), or null if deleting is allowed. */
  readOnly: { reason: string } | null;
  /** Patterns of database names, instance IDs and instance names that nobody can delete. See `findProtection`. */
  protected: readonly string[];
  /** The largest number of instances in one bulk delete, or null for no limit. */
  maxBulk: number | null;
  /** Whether the delete dialogs ask for a reason. */
  reason: 'off' | 'optional' | 'required';
};

export const noPolicy: Policy = { readOnly: null, protected: [], maxBulk: null, reason: 'optional' };

/** Length of a reason in UTF-16 units, before it is percent-encoded. */
export const maxReasonLength = 300;

export const environmentColors = ['gray', 'blue', 'green', 'amber', 'red'] as const;
export type EnvironmentColor = (typeof environmentColors)[number];

/** The rules of the values that an operator can set, in `/config.json` as in the environment variables of our server. */
export const configRules = {
  idleMinutes: rule<number | 'never'>(
    'must be a whole number from 1 to 480, or never',
    (value) => value === 'never' || (isCount(value) && value <= 480),
  ),
  environment: rule<string>('must be 1 to 24 characters on one line', (value) => isLine(value, 24)),
  environmentColor: rule<EnvironmentColor>(
    'must be gray, blue, green, amber or red',
    (value) => typeof value === 'string' && environmentColors.some((color) => color === value),
  ),
  notice: rule<string>('must be 1 to 300 characters on one line', (value) => isLine(value, 300)),
  readOnlyReason: rule<string>(
    'must be true or a sentence of at most 300 characters',
    (value) => value === '' || isLine(value, 300),
  ),
  protected: rule<readonly string[]>(
    'must be a list of patterns such as prod-*, none of them empty',
    (value) => isTextList(value) && value.every((pattern) => pattern.trim() !== ''),
  ),
  maxBulk: rule<number>('must be a whole number of 1 or more', isCount),
  reason: rule<Policy['reason']>(
    'must be off, optional or required',
    (value) => value === 'off' || value === 'optional' || value === 'required',
  ),
};

/** The content of `/config.json`, which our server or a static host serves. */
const configSchema = v.object({
  /** Base URL of the service: a path on the console's origin (`/api`) or an http(s) URL. */
  serviceUrl: v.nullish(
    v.pipe(
      rule<string>('must be a path such as /api or an http(s) URL', isServiceUrl),
      v.transform(withoutTrailingSlashes),
    ),
    '/api',
  ),
  /** ID of the service in the names of stored data. If null, `readConfig` derives an ID from `serviceUrl`. */
  serviceId: v.nullish(
    rule<string>(
      'must be 1 to 64 letters, digits, - or _, or null',
      (value) => typeof value === 'string' && /^[\w-]{1,64}$/.test(value),
    ),
    null,
  ),
  /** Path template of the list of instances, or null if the service can't list instances. */
  instancesPath: v.nullish(
    rule<string>(
      'must be a path that starts with / and contains {workspaceSlug}, or null',
      (value) => typeof value === 'string' && value.startsWith('/') && value.includes('{workspaceSlug}'),
    ),
    null,
  ),
  /** Names of the databases whose instances are listed until the admin chooses other databases. */
  databases: v.nullish(rule<readonly string[]>('must be a list of database names', isTextList), []),
  /** Minutes of inactivity after which a session ends, or `never`. */
  idleMinutes: v.nullish(configRules.idleMinutes, 15),
  environment: v.nullish(configRules.environment, null),
  environmentColor: v.nullish(configRules.environmentColor, 'gray'),
  notice: v.nullish(configRules.notice, null),
  policy: v.nullish(
    v.object(
      {
        readOnly: v.nullish(
          v.object({ reason: configRules.readOnlyReason }, 'must be null or contain a reason'),
          null,
        ),
        protected: v.nullish(configRules.protected, noPolicy.protected),
        maxBulk: v.nullish(configRules.maxBulk, null),
        reason: v.nullish(configRules.reason, noPolicy.reason),
      },
      'must be an object',
    ),
    noPolicy,
  ),
  /** Workspace and token of the sandbox, or null for a real service. */
  sandbox: v.nullish(
    rule<{ workspaceSlug: string; token: string }>(
      'must be null or contain workspaceSlug and token',
      v.is.bind(null, v.object({ workspaceSlug: v.string(), token: v.string() })),
    ),
    null,
  ),
});

/** The configuration of the console. Our server must return this type, so TypeScript reports a forgotten setting. */
export type ConsoleConfig = Omit<v.InferOutput<typeof configSchema>, 'serviceId' | 'policy'> & {
  serviceId: string;
  policy: Policy;
};

/**
 * Decodes the content of `/config.json`.
 * @throws Error with one sentence about the first problem
 */
export async function readConfig(raw: unknown): Promise<ConsoleConfig> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    throw createConfigError('it must be a JSON object');
  const result = v.safeParse(configSchema, raw);
  if (!result.success) {
    const [{ path, message }] = result.issues;
    throw createConfigError(`${path?.map(({ key }) => key).join('.')} ${message}`);
  }
  const { serviceId, ...config } = result.output;
  return {
    ...config,
    serviceId: serviceId ?? (await computeServiceId(new URL(config.serviceUrl, getPageOrigin()))),
  };
}

/**
 * The ID of a service: the first 16 hex digits of the SHA-256 of its base URL. The case of the host, the default port and
 * slashes at the end don't change it.
 */
export async function computeServiceId(baseUrl: URL): Promise<string> {
  // Browsers have no `crypto.subtle` on a page without HTTPS, except on localhost.
  if (!globalThis.crypto?.subtle) throw createConfigError('serviceId must be set if the page has no HTTPS');
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

/**
 * The first pattern that matches one of the values, or null. `*` matches any text, and case doesn't matter. Each part of a
 * pattern is searched once, so many asterisks don't make it slow.
 */
export function findProtection(
  patterns: readonly string[],
  values: readonly (string | null)[],
): string | null {
  const foldedValues = values.flatMap((value) => (value === null ? [] : [foldCase(value)]));
  return patterns.find((pattern) => foldedValues.some((value) => matches(pattern, value))) ?? null;
}

function matches(pattern: string, value: string): boolean {
  const [prefix = '', ...rest] = foldCase(pattern).split('*');
  const suffix = rest.pop();
  if (suffix === undefined) return value === prefix;
  if (!value.startsWith(prefix) || !value.endsWith(suffix)) return false;
  let end = prefix.length;
  for (const part of rest) {
    const start = value.indexOf(part, end);
    if (start === -1) return false;
    end = start + part.length;
  }
  return end <= value.length - suffix.length;
}

/** Upper case last, because the lower case of Σ depends on its place. Accents are separate characters afterwards. */
function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().normalize('NFD');
}

function rule<T>(message: string, isValid: (value: unknown) => boolean) {
  return v.custom<T>(isValid, message);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}

function isLine(value: unknown, maxLength: number): boolean {
  return (
    typeof value === 'string' && value.trim() !== '' && value.length <= maxLength && !/\p{Cc}/u.test(value)
  );
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isServiceUrl(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    /^(\/(?!\/)|https?:\/\/[^/])/.test(value) &&
    URL.canParse(value, getPageOrigin())
  );
}

function getPageOrigin(): string {
  return globalThis.location?.origin ?? 'http://localhost';
}

function createConfigError(problem: string): Error {
  return new Error(`The configuration (config.json) is wrong: ${problem}.`);
}
