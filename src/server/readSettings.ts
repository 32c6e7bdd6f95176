import { pathValueProblem } from '../api/servicePath.ts';
import { listingTemplateProblem } from './listingTemplateProblem.ts';

/** What the operator decided, resolved once at start. */
export type Settings = {
  host: string;
  port: number;
  service:
    | { kind: 'sandbox'; instances: number; records: number; latencyMs: number }
    | { kind: 'proxy'; url: string };
  /** Path template of the listing of instances, relative to base_url; null where the service lists none. */
  instancesPath: string | null;
  databases: readonly string[];
  /** Minutes without a sign of life after which the browser ends a session. */
  idleMinutes: number;
};

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the environment variables of the README. An empty one counts as unset, except SERVICE_URL: there it would
 * silently put a console on the sandbox that was meant for a real service.
 * @throws Error with one sentence that names the variable, without echoing what may be a secret
 */
export function readSettings(env: Environment): Settings {
  const service = readService(env);
  const onSandbox = service.kind === 'sandbox';
  return {
    host: readHost(env),
    port: readInteger(env, 'PORT', 4173, 65_535),
    service,
    instancesPath: readInstancesPath(env) ?? (onSandbox ? sandboxListing : null),
    databases: readDatabases(env) ?? (onSandbox ? sandboxDatabases : []),
    idleMinutes: 15,
  };
}

const sandboxListing = '/workspaces/{workspaceSlug}/databases/{databaseName}/compute';
const sandboxDatabases = ['orders', 'analytics', 'identity'];

function readService(env: Environment): Settings['service'] {
  const sizes = {
    instances: readInteger(env, 'SANDBOX_INSTANCES', 24, 100_000),
    records: readInteger(env, 'SANDBOX_RECORDS', 12, 100_000),
    latencyMs: readInteger(env, 'SANDBOX_LATENCY_MS', 0, 60_000),
  };
  const text = env.SERVICE_URL;
  return text === undefined ? { kind: 'sandbox', ...sizes } : { kind: 'proxy', url: readServiceUrl(text) };
}

function readServiceUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:\/\//i.test(text))
    throw wrong('SERVICE_URL', 'must be an http(s) URL such as https://service.example/v1');
  if (url.username !== '' || url.password !== '')
    throw wrong('SERVICE_URL', 'must not hold a user name or password');
  if (/[?#]/.test(text)) throw wrong('SERVICE_URL', 'must not hold a query (?) or a fragment (#)');
  return url.href.replace(/\/+$/, '');
}

function readHost(env: Environment): string {
  const host = given(env, 'HOST') ?? '127.0.0.1';
  if (!/^[\w.:-]+$/.test(host)) throw wrong('HOST', 'must be a host name or an IP address without a port');
  return host;
}

function readInteger(env: Environment, name: string, fallback: number, max: number): number {
  const text = given(env, name);
  if (text === undefined) return fallback;
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= max)) throw wrong(name, `must be a whole number from 0 to ${max}, but is ${quoted(text)}`);
  return value;
}

function readInstancesPath(env: Environment): string | null {
  const template = given(env, 'INSTANCES_PATH');
  if (template === undefined) return null;
  const problem = listingTemplateProblem(template);
  if (problem !== null) throw wrong('INSTANCES_PATH', problem);
  return template;
}

function readDatabases(env: Environment): readonly string[] | null {
  const text = given(env, 'DATABASES');
  if (text === undefined) return null;
  const names = text.split(',').map((name) => name.trim());
  for (const name of names) {
    const problem = pathValueProblem(name);
    if (problem !== null) throw wrong('DATABASES', `holds a name that ${problem}`);
  }
  return [...new Set(names)];
}

function given(env: Environment, name: string): string | undefined {
  return env[name] === '' ? undefined : env[name];
}

/** Escaped: whatever stands in the environment, the sentence stays one line. */
function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}

function wrong(name: string, what: string): Error {
  return new Error(`${name} ${what}.`);
}
