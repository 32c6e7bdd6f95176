import * as v from 'valibot';
import { type ConsoleConfig, configRules, deriveServiceId, withoutTrailingSlashes } from '../config.ts';
import { findPathValueProblem } from '../rules/servicePath.ts';
import { findListTemplateProblem } from './routes/operations.ts';

/** Time limits (ms). */
export const defaultTimeLimits = {
  readMs: 15_000, // time without data during a read
  deleteMs: 60_000, // from the start of a DELETE to the last byte of its response
  keepAliveMs: 660_000, // idle time of a connection; some load balancers keep connections for ten minutes
};

export type TimeLimits = typeof defaultTimeLimits;

/** Bytes of all headers of a request and of a response of the service. */
export const maxHeaderBytes = 65_536;

export type Settings = ReturnType<typeof readSettings>;

/** Empty counts as unset, except for `neverEmpty`. Throws Error with a sentence that contains no secret. */
export function readSettings(env: Environment, findProxy: (url: string) => string = () => '') {
  const setVariables = Object.entries(env).filter(([name, text]) => text !== '' || neverEmpty.has(name));
  const result = v.safeParse(environmentSchema, Object.fromEntries(setVariables));
  const [issue] = result.issues ?? [];
  if (!result.success) throw new Error(`${String(issue?.path?.[0].key)} ${issue?.message}.`);
  const { SERVICE_URL: url, ...values } = result.output;
  const isSandbox = url === undefined;
  const sandbox = {
    kind: 'sandbox' as const,
    instances: values.SANDBOX_INSTANCES,
    records: values.SANDBOX_RECORDS,
    latencyMs: values.SANDBOX_LATENCY_MS,
  };
  return {
    host: values.HOST,
    port: values.PORT,
    service: isSandbox ? sandbox : { kind: 'remote' as const, url, proxy: readProxy(url, env, findProxy) },
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
      maxBulk: values.MAX_BULK ?? null,
      reason: values.REASON,
    },
  };
}

/** An empty value of these would silently use the sandbox, or switch a protection off. */
const neverEmpty = new Set(['SERVICE_URL', 'READ_ONLY', 'PROTECTED']);

export async function getServiceId({ service }: Pick<Settings, 'service'>): Promise<string> {
  return service.kind === 'sandbox' ? 'sandbox' : deriveServiceId(new URL(service.url));
}

/** Contains the public token of the sandbox, but never a token of a real service. */
export async function createBrowserConfig(settings: Settings): Promise<ConsoleConfig> {
  const { host, port, service, auditKey, ...values } = settings;
  return {
    ...values,
    serviceUrl: '/api',
    serviceId: await getServiceId(settings),
    sandbox: service.kind === 'sandbox' ? { workspaceSlug: 'acme', token: 'sandbox-token' } : null,
  };
}

export const sandboxHint = 'Sandbox mode – workspace: acme, token: sandbox-token';
const sandboxListPath = '/workspaces/{workspaceSlug}/databases/{databaseName}/compute';

type Environment = Readonly<Record<string, string | undefined>>;

/** README.md explains each one. `configRules` has the rules of those that the browser gets. */
export const environmentSchema = v.object({
  HOST: v.optional(
    v.pipe(v.string(), v.regex(/^[\w.:-]+$/, 'must be a host name or an IP address without a port')),
    '127.0.0.1',
  ),
  PORT: createWholeNumberSchema(4173, 65_535),
  SERVICE_URL: v.optional(
    v.pipe(v.string(), checkWith(findServiceUrlProblem), v.transform(withoutTrailingSlashes)),
  ),
  INSTANCES_PATH: v.optional(v.pipe(v.string(), checkWith(findListTemplateProblem))),
  DATABASES: v.optional(v.pipe(v.string(), v.transform(splitList), checkWith(findDatabasesProblem))),
  IDLE_MINUTES: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => (text === 'never' ? text : Number(text))),
      configRules.idleMinutes,
    ),
    '15',
  ),
  AUDIT_KEY: v.optional(v.string()),
  ENVIRONMENT: v.optional(v.pipe(v.string(), v.trim(), configRules.environment)),
  ENVIRONMENT_COLOR: v.optional(configRules.environmentColor, 'gray'),
  NOTICE: v.optional(v.pipe(v.string(), v.trim(), configRules.notice)),
  READ_ONLY: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^(?!(?:|false|0|no|off)$)/i, 'must be true or a sentence. Unset it to allow deletes'),
      v.transform((text) => (/^true$/i.test(text) ? '' : text)),
      configRules.readOnlyReason,
    ),
  ),
  PROTECTED: v.optional(v.pipe(v.string(), v.transform(splitList), configRules.protected)),
  MAX_BULK: v.optional(v.pipe(v.string(), v.transform(Number), configRules.maxBulk)),
  REASON: v.optional(configRules.reason, 'optional'),
  SANDBOX_INSTANCES: createWholeNumberSchema(24, 100_000),
  SANDBOX_RECORDS: createWholeNumberSchema(12, 100_000),
  SANDBOX_LATENCY_MS: createWholeNumberSchema(0, 60_000),
});

function checkWith<T>(problemOf: (value: T) => string | null) {
  return v.rawCheck<T>(({ dataset, addIssue }) => {
    const message = dataset.typed ? problemOf(dataset.value) : null;
    if (message !== null) addIssue({ message });
  });
}

function createWholeNumberSchema(fallback: number, max: number) {
  const message = `must be a whole number from 0 to ${max}`;
  return v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,6}$/, message), v.transform(Number), v.maxValue(max, message)),
    `${fallback}`,
  );
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
