import * as v from 'valibot';
import { type PrivateConfig, type PublicConfig, publicFieldSchemas, recoverySchema } from '../config.ts';
import { findPathValueProblem } from '../rules/pathValues.ts';
import { policyFieldSchemas } from '../rules/policy.ts';
import { type DatabaseAddress, parseDatabaseUrl } from './database/database.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export type Settings = Omit<PublicConfig, 'sandbox'> &
  PrivateConfig & {
    host: string;
    port: number;
    service: SandboxSettings | RemoteSettings;
    /** Host and path of the service, to which the database belongs. */
    serviceAddress: string;
    database: DatabaseAddress;
    keepDays: number;
    /** In lower case. Null if no proxy in front names the signed-in person. */
    userHeader: string | null;
    /** Null for a random one. */
    auditKey: string | null;
    databases: string[];
  };

type SandboxSettings = { kind: 'sandbox'; instances: number; records: number; latencyMs: number };
type RemoteSettings = { kind: 'remote'; url: string; proxy: URL | null };

/** Throws Error with a sentence that contains no secret. `findProxy` is that of proxy-from-env. */
export function readSettings(env: Environment, findProxy: (url: string) => string = () => ''): Settings {
  const values = readEnvironment(env);
  const url = values.SERVICE_URL;
  const isSandbox = url === undefined;
  const sandbox: SandboxSettings = {
    kind: 'sandbox',
    instances: values.SANDBOX_INSTANCES,
    records: values.SANDBOX_RECORDS,
    latencyMs: values.SANDBOX_LATENCY_MS,
  };
  return {
    host: values.HOST,
    port: values.PORT,
    service: isSandbox ? sandbox : { kind: 'remote', url, proxy: readProxy(findProxy(url)) },
    serviceAddress: isSandbox ? 'sandbox' : deriveServiceAddress(url),
    database: parseDatabaseUrl(values.DATABASE_URL ?? (isSandbox ? ':memory:' : 'file:data/console.db')),
    keepDays: values.KEEP_DAYS,
    userHeader: values.USER_HEADER ?? null,
    auditKey: values.AUDIT_KEY ?? null,
    instancesPath: values.INSTANCES_PATH ?? (isSandbox ? sandboxListPath : null),
    databases: values.DATABASES ?? (isSandbox ? ['orders', 'analytics', 'identity'] : []),
    idleMinutes: values.IDLE_MINUTES,
    environment: values.ENVIRONMENT ?? (isSandbox ? 'Sandbox' : null),
    environmentColor: values.ENVIRONMENT_COLOR,
    notice: values.NOTICE ?? null,
    policy: {
      readOnly: values.READ_ONLY === undefined ? null : { reason: values.READ_ONLY },
      protected: values.PROTECTED ?? [],
      maxPerHour: values.MAX_PER_HOUR ?? null,
      reason: values.REASON,
    },
    recovery: values.RECOVERY ?? null,
  };
}

export const sandboxHint = 'Sandbox mode – workspace: acme, token: sandbox-token';
const sandboxListPath = '/workspaces/{workspaceSlug}/databases/{databaseName}/compute';

/** Without the scheme, because a service that moves to https stays the same. */
function deriveServiceAddress(url: string): string {
  const { host, pathname } = new URL(url);
  return host + pathname.replace(/\/+$/, '');
}

/** HTTP_PROXY, HTTPS_PROXY and NO_PROXY decide, in upper or lower case. Null for no proxy. */
function readProxy(text: string): URL | null {
  if (text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const credentials = `${url?.username}${url?.password}`;
  if (url !== null && /^https?:$/.test(url.protocol) && /^(?:[^%]|%[0-9a-f]{2})*$/i.test(credentials))
    return url;
  throw new Error(
    'HTTPS_PROXY, HTTP_PROXY or ALL_PROXY must be an http(s) URL such as http://proxy.example:3128.',
  );
}

/** Empty counts as unset, except for `neverEmpty`. Throws Error with a sentence that begins with the name of the variable. */
function readEnvironment(env: Environment): v.InferOutput<typeof environmentSchema> {
  if (env.MAX_BULK)
    throw new Error('MAX_BULK was replaced. Set MAX_PER_HOUR, which counts single deletes, too.');
  const values: Record<string, string> = {};
  for (const name of Object.keys(environmentSchema.entries)) {
    const text = env[name];
    if (text === undefined || (text === '' && !neverEmpty.has(name))) continue;
    // A file or a secret often ends with a line break, and copied text with a zero-width space.
    values[name] = name === 'PROTECTED' ? text.trim() : text.replace(invisibleEnds, '');
    // Docker and systemd keep quotes that a shell would remove.
    if (/^(["'`]).*\1$/s.test(values[name])) throw new Error(`${name} is quoted. Remove the quotes.`);
  }
  const result = v.safeParse(environmentSchema, values);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new Error(`${String(issue.path?.[0].key)} ${issue.message}.`);
}

const invisibleEnds = /^[\s\p{Default_Ignorable_Code_Point}]+|[\s\p{Default_Ignorable_Code_Point}]+$/gu;

/** An empty value of these would silently use the sandbox, or switch a protection off. */
const neverEmpty = new Set(['SERVICE_URL', 'READ_ONLY', 'PROTECTED']);

const text = v.optional(v.string());
const list = v.transform((value: string) => [...new Set(value.split(',').map((item) => item.trim()))]);
const placeholders = ['{workspaceSlug}', '{databaseName}'];

/** README.md explains each one. config.ts and rules/policy.ts have the rules of those that the browser gets. */
export const environmentSchema = v.object({
  HOST: v.optional(
    matching(/^[\w.:-]+$/, 'must be a host name or an IP address without a port'),
    '127.0.0.1',
  ),
  PORT: wholeNumber(0, 65_535, 4173),
  SERVICE_URL: v.optional(
    v.pipe(
      v.string(),
      v.minLength(1, 'is empty. Set an http(s) URL, or unset it to use the sandbox'),
      v.check(isHttpUrl, 'must be an http(s) URL such as https://service.example/v1'),
      v.check((url) => !/[?#]/.test(url), 'must not contain a query string or fragment'),
      v.check((url) => !/^[^/]*\/\/[^/]*@/.test(url), 'must not contain credentials'),
      v.transform((url) => url.replace(/\/+$/, '')),
    ),
  ),
  DATABASE_URL: text,
  KEEP_DAYS: wholeNumber(1, 36_500, 400),
  USER_HEADER: v.optional(
    v.pipe(
      v.string(),
      v.toLowerCase(),
      v.regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be the name of a request header such as X-Forwarded-Email'),
      v.regex(/^(?!(?:cookie|.*authorization)$)/, 'must not be a header that contains a secret'),
    ),
  ),
  INSTANCES_PATH: v.optional(
    v.pipe(
      v.string(),
      v.startsWith('/', 'must be a path that starts with /'),
      v.regex(
        /^(?!\/workspaces\/\{workspaceSlug\}\/(?:deletions|added-instances|databases)$)/,
        'is a path of the console itself',
      ),
      v.check(
        (path) => path.slice(1).split('/').every(isPathPart),
        `may contain ${placeholders.join(', ')} and fixed parts without a query or dot segments`,
      ),
      v.regex(/\/\{workspaceSlug\}(?:\/|$)/, 'must contain {workspaceSlug}'),
    ),
  ),
  DATABASES: v.optional(
    v.pipe(
      v.string(),
      list,
      v.everyItem(
        (name) => findPathValueProblem(name) === null,
        'contains a name that is empty, or that no path can contain',
      ),
    ),
  ),
  IDLE_MINUTES: v.optional(
    v.pipe(
      v.string(),
      v.transform((value) => (value === 'never' ? value : toNumber(value))),
      publicFieldSchemas.idleMinutes,
    ),
    '15',
  ),
  AUDIT_KEY: v.optional(matching(/^[^"'`]+$/, 'is blank or quoted. Set a random text without quotes')),
  ENVIRONMENT: v.optional(publicFieldSchemas.environment),
  ENVIRONMENT_COLOR: v.optional(publicFieldSchemas.environmentColor, 'gray'),
  NOTICE: v.optional(publicFieldSchemas.notice),
  READ_ONLY: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(?!(?:|false|0|no|off)$)/i, 'must be true or a sentence. Unset it to allow deletes'),
      v.transform((value) => (/^true$/i.test(value) ? '' : value)),
      policyFieldSchemas.readOnlyReason,
    ),
  ),
  PROTECTED: v.optional(
    v.pipe(
      v.string(),
      list,
      policyFieldSchemas.protected,
      v.everyItem(
        (pattern) => patternCharacters.test(pattern),
        'contains a character, perhaps an invisible one, that could be meant as syntax. A pattern has letters, digits and . _ - : @ + &, and * stands for any text. Separate patterns by commas, without quotes',
      ),
    ),
  ),
  MAX_PER_HOUR: v.optional(v.pipe(v.string(), v.transform(toNumber), policyFieldSchemas.maxPerHour)),
  REASON: v.optional(policyFieldSchemas.reason, 'optional'),
  RECOVERY: v.optional(recoverySchema),
  SANDBOX_INSTANCES: wholeNumber(0, 100_000, 24),
  SANDBOX_RECORDS: wholeNumber(0, 100_000, 12),
  SANDBOX_LATENCY_MS: wholeNumber(0, 60_000, 0),
});

const patternCharacters = /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}._:@+&*-])+$/u;

function matching(pattern: RegExp, message: string) {
  return v.pipe(v.string(), v.regex(pattern, message));
}

function wholeNumber(min: number, max: number, fallback: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  const schema = v.pipe(
    v.string(),
    v.transform(toNumber),
    v.minValue(min, message),
    v.maxValue(max, message),
  );
  return v.optional(schema, `${fallback}`);
}

/** `Number` alone would also accept `0x10` and `1e2`. */
function toNumber(value: string): number {
  return /^\d+$/.test(value) ? Number(value) : Number.NaN;
}

function isHttpUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

function isPathPart(part: string): boolean {
  if (placeholders.includes(part)) return true;
  return /^(?:[\w\-.~!$&'()*+,=:@]|%[0-9a-f]{2})+$/i.test(part) && findPathValueProblem(part) === null;
}
