import * as v from 'valibot';

/** Length of a reason in UTF-16 units, before it is percent-encoded. */
export const maxReasonLength = 300;

const idleMessage = 'must be a whole number from 1 to 480, or never';
const readOnlyMessage = 'must be true or a sentence of at most 300 characters';
const serviceUrlMessage = 'must be a path such as /api or an http(s) URL';

/** In `/config.json` as in the environment variables of our server. */
export const configRules = {
  idleMinutes: v.union([v.literal('never'), wholeNumber(480, idleMessage)], idleMessage),
  environment: line(24, 'must be 1 to 24 characters on one line'),
  environmentColor: v.picklist(
    ['gray', 'blue', 'green', 'amber', 'red'],
    'must be gray, blue, green, amber or red',
  ),
  notice: line(300, 'must be 1 to 300 characters on one line'),
  readOnlyReason: v.union([v.literal(''), line(300, readOnlyMessage)], readOnlyMessage),
  protected: textList(/\S/, 'must be a list of patterns such as prod-*, none of them empty'),
  maxBulk: wholeNumber(Number.MAX_SAFE_INTEGER, 'must be a whole number of 1 or more'),
  reason: v.picklist(['off', 'optional', 'required'], 'must be off, optional or required'),
};

const policySchema = v.object(
  {
    /** An empty reason if there is none. Null if deleting is allowed. */
    readOnly: v.nullish(
      v.object({ reason: configRules.readOnlyReason }, 'must be null or contain a reason'),
      null,
    ),
    /** Patterns of database names, instance IDs and instance names. See `findProtection`. */
    protected: v.nullish(configRules.protected, []),
    /** Null for no limit. */
    maxBulk: v.nullish(configRules.maxBulk, null),
    reason: v.nullish(configRules.reason, 'optional'),
  },
  'must be an object',
);

/** Our server enforces it, and the console offers nothing that it would refuse. */
export type Policy = v.InferOutput<typeof policySchema>;

export const noPolicy: Policy = v.parse(policySchema, {});

const configSchema = v.object({
  /** A path on the console's origin or an http(s) URL. */
  serviceUrl: v.nullish(
    v.pipe(
      text(/^(\/(?!\/)|https?:\/\/[^/])/, serviceUrlMessage),
      v.check((url) => URL.canParse(url, getPageOrigin()), serviceUrlMessage),
      v.transform(withoutTrailingSlashes),
    ),
    '/api',
  ),
  /** Names stored data. If null, `parseConfig` derives an ID from `serviceUrl`. */
  serviceId: v.nullish(text(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, - or _, or null'), null),
  /** Path template of the list of instances, or null if the service can't list instances. */
  instancesPath: v.nullish(
    text(/^\/.*\{workspaceSlug\}/, 'must be a path that starts with / and contains {workspaceSlug}, or null'),
    null,
  ),
  /** Listed until the admin chooses other databases. */
  databases: v.nullish(textList(/^/, 'must be a list of database names'), []),
  idleMinutes: v.nullish(configRules.idleMinutes, 15),
  environment: v.nullish(configRules.environment, null),
  environmentColor: v.nullish(configRules.environmentColor, 'gray'),
  notice: v.nullish(configRules.notice, null),
  policy: v.nullish(policySchema, {}),
  /** Null for a real service. */
  sandbox: v.nullish(
    v.object(
      { workspaceSlug: v.string(), token: v.string() },
      'must be null or contain workspaceSlug and token',
    ),
    null,
  ),
});

/** Our server must return this type, so TypeScript reports a forgotten setting. */
export type ConsoleConfig = v.InferOutput<typeof configSchema> & { serviceId: string };

export const defaultConfig: ConsoleConfig = { ...v.parse(configSchema, {}), serviceId: '' };

/** Throws Error with one sentence about the first problem. */
export async function parseConfig(raw: unknown): Promise<ConsoleConfig> {
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
    serviceId: serviceId ?? (await deriveServiceId(new URL(config.serviceUrl, getPageOrigin()))),
  };
}

/** 16 hex digits of a SHA-256. Case of the host, default port and slashes at the end don't change it. */
export async function deriveServiceId(baseUrl: URL): Promise<string> {
  // Browsers have no `crypto.subtle` on a page without HTTPS, except on localhost.
  if (!globalThis.crypto?.subtle) throw createConfigError('serviceId must be set if the page has no HTTPS');
  const normalizedUrl = withoutTrailingSlashes(baseUrl.origin + baseUrl.pathname);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(normalizedUrl));
  return Array.from(new Uint8Array(digest, 0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** In linear time. */
export function withoutTrailingSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}

/** `*` matches any text, and case doesn't matter. Many asterisks don't make the search slow. */
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

/** Upper case last, because the lower case of Σ depends on its place. NFD separates accents. */
function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().normalize('NFD');
}

function text(pattern: RegExp, message: string) {
  return v.pipe(v.string(message), v.regex(pattern, message));
}

function line(maxLength: number, message: string) {
  return text(new RegExp(`^(?=.*\\S)\\P{Cc}{1,${maxLength}}$`, 'u'), message);
}

function textList(pattern: RegExp, message: string) {
  return v.pipe(v.array(text(pattern, message), message), v.readonly());
}

function wholeNumber(max: number, message: string) {
  return v.pipe(v.number(message), v.safeInteger(message), v.minValue(1, message), v.maxValue(max, message));
}

function getPageOrigin(): string {
  return globalThis.location?.origin ?? 'http://localhost';
}

function createConfigError(problem: string): Error {
  return new Error(`The configuration (config.json) is wrong: ${problem}.`);
}
