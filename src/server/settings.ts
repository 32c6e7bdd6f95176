import * as v from 'valibot';
import { findPathValueProblem } from '../api/servicePath.ts';
import {
  type ConsoleConfig,
  computeServiceId,
  configRules,
  noPolicy,
  withoutTrailingSlashes,
} from '../config.ts';
import { findListingTemplateProblem } from './operations.ts';

/** Timeouts (ms), sizes (bytes) and counts that this server never exceeds. */
export const limits = {
  readMs: 15_000, // time without data during a read
  deleteMs: 60_000, // from the start of a DELETE to the last byte of its response
  deleteResponseBytes: 1_000_000,
  cachedResponseMs: 600_000, // how long the response to a DELETE is cached
  cachedResponses: 10_000,
  cachedResponseBytes: 64_000_000,
  concurrentDeletes: 256,
  concurrentDeletesPerToken: 16,
  requestsPerConnection: 8, // pipelined requests without a complete response
  headersMs: 10_000, // to send a request line and headers
  requestMs: 15_000, // to send a complete request
  silentMs: 90_000, // idle time of a connection with a running request
  keepAliveMs: 75_000,
  graceMs: 1_000, // time for clients to finish their requests while the server closes
  headerBytes: 32_768, // enough for the longest token (8192) and three encoded path values of 512 characters
  connections: 4_096,
};

export type Limits = typeof limits;

export type Settings = ReturnType<typeof readSettings>;

/**
 * Reads the environment variables, which README.md lists. An empty variable counts as unset. Only an empty SERVICE_URL is
 * an error, because the server would silently use the sandbox.
 * @throws Error with one sentence that names the variable and never repeats a secret
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>) {
  const setVariables = Object.entries(env).filter(([name, text]) => text !== '' || name === 'SERVICE_URL');
  const result = v.safeParse(variablesSchema, Object.fromEntries(setVariables));
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
    service: isSandbox ? sandbox : { kind: 'proxy' as const, url },
    instancesPath: values.INSTANCES_PATH ?? (isSandbox ? sandboxListing : null),
    databases: values.DATABASES ?? (isSandbox ? ['orders', 'analytics', 'identity'] : []),
    idleMinutes: values.IDLE_MINUTES,
    auditKey: values.AUDIT_KEY ?? null,
  };
}

export async function getServiceId({ service }: Pick<Settings, 'service'>): Promise<string> {
  return service.kind === 'sandbox' ? 'sandbox' : computeServiceId(new URL(service.url));
}

/** Returns the content of `/config.json`. It contains the public token of the sandbox, but never a token of a real service. */
export async function createBrowserConfig({ service, ...settings }: Settings): Promise<ConsoleConfig> {
  const { instancesPath, databases, idleMinutes } = settings;
  const isSandbox = service.kind === 'sandbox';
  return {
    serviceUrl: '/api',
    serviceId: await getServiceId({ service }),
    instancesPath,
    databases,
    idleMinutes,
    environment: isSandbox ? 'Sandbox' : null,
    environmentColor: 'gray',
    notice: null,
    policy: noPolicy,
    sandbox: isSandbox ? { workspaceSlug: 'acme', token: 'sandbox-token' } : null,
  };
}

export const sandboxHint = 'Sandbox mode – workspace: acme, token: sandbox-token';
const sandboxListing = '/workspaces/{workspaceSlug}/databases/{databaseName}/compute';

export const variablesSchema = v.object({
  HOST: v.optional(
    v.pipe(v.string(), v.regex(/^[\w.:-]+$/, 'must be a host name or an IP address without a port')),
    '127.0.0.1',
  ),
  PORT: createWholeNumberSchema(4173, 65_535),
  SERVICE_URL: v.optional(v.pipe(v.string(), checkWith(findServiceUrlProblem), v.transform(toBaseUrl))),
  INSTANCES_PATH: v.optional(v.pipe(v.string(), checkWith(findListingTemplateProblem))),
  DATABASES: v.optional(v.pipe(v.string(), v.transform(splitNames), checkWith(findDatabasesProblem))),
  IDLE_MINUTES: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => (/^\d{1,3}$/.test(text) ? Number(text) : text)),
      configRules.idleMinutes,
    ),
    '15',
  ),
  AUDIT_KEY: v.optional(v.string()),
  SANDBOX_INSTANCES: createWholeNumberSchema(24, 100_000),
  SANDBOX_RECORDS: createWholeNumberSchema(12, 100_000),
  SANDBOX_LATENCY_MS: createWholeNumberSchema(0, 60_000),
});

/** Creates a valibot check. Its message is the result of `problemOf`, and null means that the value is valid. */
function checkWith<T>(problemOf: (value: T) => string | null) {
  return v.rawCheck<T>(({ dataset, addIssue }) => {
    const message = dataset.typed ? problemOf(dataset.value) : null;
    if (message !== null) addIssue({ message });
  });
}

function createWholeNumberSchema(fallback: number, max: number) {
  const findProblem = (text: string) => {
    if (/^\d{1,6}$/.test(text) && Number(text) <= max) return null;
    // Quote the text as JSON, because JSON escapes line breaks and the message must be one line.
    const quotedText = JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
    return `must be a whole number from 0 to ${max}, but is ${quotedText}`;
  };
  return v.optional(v.pipe(v.string(), checkWith(findProblem), v.transform(Number)), `${fallback}`);
}

function findServiceUrlProblem(text: string): string | null {
  if (text === '') return 'is empty. Set an http(s) URL, or unset it to use the sandbox';
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:\/\//i.test(text))
    return 'must be an http(s) URL such as https://service.example/v1';
  if (url.username !== '' || url.password !== '') return 'must not contain credentials';
  return /[?#]/.test(text) ? 'must not contain a query string or fragment' : null;
}

function toBaseUrl(text: string): string {
  return withoutTrailingSlashes(new URL(text).href);
}

function splitNames(text: string): string[] {
  return [...new Set(text.split(',').map((name) => name.trim()))];
}

function findDatabasesProblem(names: string[]): string | null {
  const problem = names.map(findPathValueProblem).find((each) => each !== null);
  return problem === undefined ? null : `contains an invalid name: a name ${problem}`;
}
