import * as v from 'valibot';
import { type PrivateConfig, type PublicConfig, publicFieldSchemas, recoverySchema } from '../config.ts';
import { findPathValueProblem } from '../rules/pathValues.ts';
import { type Policy, policyFieldSchemas } from '../rules/policy.ts';
import { type DatabaseAddress, parseDatabaseUrl } from './databaseUrl.ts';
import { findPatternProblem } from './policySettings.ts';

export type Settings = {
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
  /** Path template, or null if the service can't list instances. */
  instancesPath: string | null;
  databases: string[];
  policy: Policy;
  /** What can be done after a delete, or null. */
  recovery: string | null;
} & Omit<PublicConfig, 'sandbox'>;

type SandboxSettings = { kind: 'sandbox'; instances: number; records: number; latencyMs: number };
type RemoteSettings = { kind: 'remote'; url: string; proxy: URL | null };

/** Empty counts as unset, except for `neverEmpty`. Throws Error with a sentence that contains no secret. */
export function readSettings(env: Environment, findProxy: (url: string) => string = () => ''): Settings {
  if (env.MAX_BULK)
    throw new Error('MAX_BULK was replaced. Set MAX_PER_HOUR, which counts single deletes, too.');
  const setVariables = Object.entries(env).filter(([name, text]) => text !== '' || neverEmpty.has(name));
  // A file or a secret often ends with a line break, and copied text with a zero-width space.
  const trimmedVariables = setVariables.map(
    ([name, text = '']) =>
      [name, name === 'PROTECTED' ? text.trim() : text.replace(invisibleEnds, '')] as const,
  );
  // Docker and systemd keep quotes that a shell would remove.
  const quoted = trimmedVariables.find(
    ([name = '', text = '']) => name in environmentSchema.entries && /^(["'`]).*\1$/s.test(text),
  );
  if (quoted !== undefined) throw new Error(`${quoted[0]} is quoted. Remove the quotes.`);
  const result = v.safeParse(environmentSchema, Object.fromEntries(trimmedVariables));
  const [issue] = result.issues ?? [];
  if (!result.success) throw new Error(`${String(issue?.path?.[0].key)} ${issue?.message}.`);
  const { SERVICE_URL: url, ...values } = result.output;
  const isSandbox = url === undefined;
  return {
    host: values.HOST,
    port: values.PORT,
    service: isSandbox
      ? {
          kind: 'sandbox',
          instances: values.SANDBOX_INSTANCES,
          records: values.SANDBOX_RECORDS,
          latencyMs: values.SANDBOX_LATENCY_MS,
        }
      : { kind: 'remote', url, proxy: readProxy(url, env, findProxy) },
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

const invisibleEnds = /^[\s\p{Default_Ignorable_Code_Point}]+|[\s\p{Default_Ignorable_Code_Point}]+$/gu;

/** Without the scheme, because a service that moves to https stays the same. */
function deriveServiceAddress(url: string): string {
  const { host, pathname } = new URL(url);
  return host + pathname.replace(/\/+$/, '');
}

/** An empty value of these would silently use the sandbox, or switch a protection off. */
const neverEmpty = new Set(['SERVICE_URL', 'READ_ONLY', 'PROTECTED']);

/** Contains the public token of the sandbox, but never a token of a real service. */
export function createPublicConfig(settings: Settings): PublicConfig {
  const { idleMinutes, environment, environmentColor, notice, service } = settings;
  const sandbox = service.kind === 'sandbox' ? { workspaceSlug: 'acme', token: 'sandbox-token' } : null;
  return { idleMinutes, environment, environmentColor, notice, sandbox };
}

export function createPrivateConfig({ policy, recovery, instancesPath }: Settings): PrivateConfig {
  return { policy, recovery, instancesPath };
}

export const sandboxHint = 'Sandbox mode – workspace: acme, token: sandbox-token';
const sandboxListPath = '/workspaces/{workspaceSlug}/databases/{databaseName}/compute';

type Environment = Readonly<Record<string, string | undefined>>;

/** README.md explains each one. config.ts and rules/policy.ts have the rules of those that the browser gets. */
export const environmentSchema = v.object({
  HOST: v.optional(
    v.pipe(v.string(), v.regex(/^[\w.:-]+$/, 'must be a host name or an IP address without a port')),
    '127.0.0.1',
  ),
  PORT: wholeNumber(0, 65_535, 4173),
  SERVICE_URL: v.optional(
    v.pipe(
      v.string(),
      checkWith(findServiceUrlProblem),
      v.transform((url) => url.replace(/\/+$/, '')),
    ),
  ),
  DATABASE_URL: v.optional(v.string()),
  KEEP_DAYS: wholeNumber(1, 36_500, 400),
  USER_HEADER: v.optional(
    v.pipe(
      v.string(),
      v.toLowerCase(),
      v.regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be the name of a request header such as X-Forwarded-Email'),
      v.regex(/^(?!(?:cookie|.*authorization)$)/, 'must not be a header that contains a secret'),
    ),
  ),
  INSTANCES_PATH: v.optional(v.pipe(v.string(), checkWith(findTemplateProblem))),
  DATABASES: v.optional(v.pipe(v.string(), v.transform(splitList), checkWith(findDatabasesProblem))),
  IDLE_MINUTES: v.optional(
    v.pipe(v.string(), v.transform(toNumber('never')), publicFieldSchemas.idleMinutes),
    '15',
  ),
  AUDIT_KEY: v.optional(
    v.pipe(v.string(), v.regex(/^[^"'`]+$/, 'is blank or quoted. Set a random text without quotes')),
  ),
  ENVIRONMENT: v.optional(v.pipe(v.string(), publicFieldSchemas.environment)),
  ENVIRONMENT_COLOR: v.optional(publicFieldSchemas.environmentColor, 'gray'),
  NOTICE: v.optional(v.pipe(v.string(), publicFieldSchemas.notice)),
  READ_ONLY: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(?!(?:|false|0|no|off)$)/i, 'must be true or a sentence. Unset it to allow deletes'),
      v.transform((text) => (/^true$/i.test(text) ? '' : text)),
      policyFieldSchemas.readOnlyReason,
    ),
  ),
  PROTECTED: v.optional(
    v.pipe(v.string(), checkWith(findPatternProblem), v.transform(splitList), policyFieldSchemas.protected),
  ),
  MAX_PER_HOUR: v.optional(v.pipe(v.string(), v.transform(toNumber()), policyFieldSchemas.maxPerHour)),
  REASON: v.optional(policyFieldSchemas.reason, 'optional'),
  RECOVERY: v.optional(v.pipe(v.string(), recoverySchema)),
  SANDBOX_INSTANCES: wholeNumber(0, 100_000, 24),
  SANDBOX_RECORDS: wholeNumber(0, 100_000, 12),
  SANDBOX_LATENCY_MS: wholeNumber(0, 60_000, 0),
});

function checkWith<T>(problemOf: (value: T) => string | null) {
  return v.rawCheck<T>(({ dataset, addIssue }) => {
    const message = dataset.typed ? problemOf(dataset.value) : null;
    if (message !== null) addIssue({ message });
  });
}

function wholeNumber(min: number, max: number, fallback: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,6}$/, message),
      v.transform(Number),
      v.minValue(min, message),
      v.maxValue(max, message),
    ),
    `${fallback}`,
  );
}

/** `Number` alone would also accept `0x10` and `1e2`. */
function toNumber<Word extends string = never>(word?: Word) {
  return (text: string): number | Word => {
    if (word !== undefined && text === word) return word;
    return /^\d+$/.test(text) ? Number(text) : Number.NaN;
  };
}

function findServiceUrlProblem(text: string): string | null {
  if (text === '') return 'is empty. Set an http(s) URL, or unset it to use the sandbox';
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:\/\//i.test(text))
    return 'must be an http(s) URL such as https://service.example/v1';
  if (url.username !== '' || url.password !== '') return 'must not contain credentials';
  return /[?#]/.test(text) ? 'must not contain a query string or fragment' : null;
}

/** HTTP_PROXY, HTTPS_PROXY and NO_PROXY decide, in upper or lower case. Null for no proxy. */
function readProxy(serviceUrl: string, env: Environment, findProxy: (url: string) => string): URL | null {
  const text = findProxy(serviceUrl);
  if (text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const credentials = `${url?.username}${url?.password}`;
  if (url !== null && /^https?:$/.test(url.protocol) && /^(?:[^%]|%[0-9a-f]{2})*$/i.test(credentials))
    return url;
  const scheme = new URL(serviceUrl).protocol.slice(0, -1);
  const names = [`${scheme}_proxy`, `${scheme}_proxy`.toUpperCase(), 'all_proxy', 'ALL_PROXY'];
  throw new Error(
    `${names.find((name) => env[name])} must be an http(s) URL such as http://proxy.example:3128.`,
  );
}

function splitList(text: string): string[] {
  return [...new Set(text.split(',').map((item) => item.trim()))];
}

function findDatabasesProblem(names: string[]): string | null {
  const problem = names.map(findPathValueProblem).find((each) => each !== null);
  return problem === undefined ? null : `contains an invalid name: a name ${problem}`;
}

function findTemplateProblem(template: string): string | null {
  if (!template.startsWith('/')) return 'must be a path that starts with /';
  if (ownPaths.includes(template)) return 'is a path of the console itself';
  const parts = template.slice(1).split('/');
  if (!parts.every((part) => placeholders.includes(part) || isFixedPart(part)))
    return `may contain ${placeholders.join(', ')} and fixed parts without a query or dot segments`;
  return parts.includes('{workspaceSlug}') ? null : 'must contain {workspaceSlug}';
}

const ownPaths = ['deletions', 'added-instances', 'databases'].map(
  (name) => `/workspaces/{workspaceSlug}/${name}`,
);
const placeholders = ['{workspaceSlug}', '{databaseName}'];

function isFixedPart(part: string): boolean {
  return /^(?:[\w\-.~!$&'()*+,=:@]|%[0-9a-f]{2})+$/i.test(part) && findPathValueProblem(part) === null;
}
