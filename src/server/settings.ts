import type { PrivateConfig, PublicConfig } from '../config.ts';
import type { Policy } from '../rules/policy.ts';
import { type DatabaseAddress, parseDatabaseUrl } from './databaseUrl.ts';
import { type Environment, readEnvironment } from './environment.ts';

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

/** Throws Error with a sentence that contains no secret. `findProxy` is that of proxy-from-env. */
export function readSettings(env: Environment, findProxy: (url: string) => string = () => ''): Settings {
  const { SERVICE_URL: url, ...values } = readEnvironment(env);
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

/** Without the scheme, because a service that moves to https stays the same. */
function deriveServiceAddress(url: string): string {
  const { host, pathname } = new URL(url);
  return host + pathname.replace(/\/+$/, '');
}

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
