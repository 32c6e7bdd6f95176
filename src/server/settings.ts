import * as v from 'valibot';
import { pathValueProblem } from '../api/servicePath.ts';
import { listingTemplateProblem } from './operations.ts';

/** What this server waits for and holds at most. Times in ms, sizes in bytes. */
export const limits = {
  /** A read: until its headers, then between two signs of life of its body. */
  readMs: 15_000,
  /** A delete, from dispatch to the last byte of its answer, and the largest answer that is kept. */
  deleteMs: 60_000,
  deleteAnswerBytes: 1_000_000,
  /** How long an answer to a delete is kept, from the moment it settled; how many, and how many bytes. */
  keepDeleteMs: 600_000,
  keptDeletes: 10_000,
  keptDeleteBytes: 64_000_000,
  /** How many deletes may be on their way to the service, in all and for one token. */
  deletesUnderWay: 256,
  deletesPerToken: 16,
  /** A request line with its headers; a whole request; a connection without a sign of life; an idle kept-alive one. */
  headersMs: 10_000,
  requestMs: 15_000,
  silentMs: 90_000,
  keepAliveMs: 75_000,
  /** While the server closes: how long a connection may take to finish sending its request. */
  graceMs: 1_000,
  /** Room for the longest token (8192) beside three path values of 512 characters, each encoded. */
  headerBytes: 32_768,
  connections: 4_096,
};

export type Limits = typeof limits;

/** What the operator decided, resolved once at start. */
export type Settings = ReturnType<typeof readSettings>;

/**
 * Reads the environment variables of the README. An empty one counts as unset, except SERVICE_URL: there it would
 * silently put a console on the sandbox that was meant for a real service.
 * @throws Error with one sentence that names the variable, without echoing what may be a secret
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>) {
  const given = Object.entries(env).filter(([name, text]) => text !== '' || name === 'SERVICE_URL');
  const read = v.safeParse(schema, Object.fromEntries(given));
  if (!read.success) {
    const [issue] = read.issues;
    throw new Error(`${String(issue.path?.[0].key)} ${issue.message}.`);
  }
  const { HOST, PORT, SERVICE_URL, INSTANCES_PATH, DATABASES } = read.output;
  const onSandbox = SERVICE_URL === undefined;
  const sandbox = {
    kind: 'sandbox' as const,
    instances: read.output.SANDBOX_INSTANCES,
    records: read.output.SANDBOX_RECORDS,
    latencyMs: read.output.SANDBOX_LATENCY_MS,
  };
  return {
    host: HOST,
    port: PORT,
    service: onSandbox ? sandbox : { kind: 'proxy' as const, url: SERVICE_URL },
    /** Path template of the listing of instances, relative to base_url; null where the service lists none. */
    instancesPath: INSTANCES_PATH ?? (onSandbox ? sandboxListing : null),
    databases: DATABASES ?? (onSandbox ? ['orders', 'analytics', 'identity'] : []),
    /** Minutes without a sign of life after which the browser ends a session. */
    idleMinutes: 15,
  };
}

/** What `/config.json` tells the browser. The token is the sandbox's public one; a real service has none here. */
export function browserConfig({ service, instancesPath, databases, idleMinutes }: Settings) {
  const sandbox = service.kind === 'sandbox' ? { workspaceSlug: 'acme', token: 'sandbox-token' } : null;
  return { serviceUrl: '/api', instancesPath, databases, idleMinutes, sandbox };
}

/** How to sign in to the sandbox, said at the start. */
export const sandboxHint = 'Sandbox: sign in with workspace acme and access token sandbox-token';
const sandboxListing = '/workspaces/{workspaceSlug}/databases/{databaseName}/compute';

const schema = v.object({
  HOST: v.optional(v.pipe(v.string(), judgedBy(hostProblem)), '127.0.0.1'),
  PORT: wholeNumber(4173, 65_535),
  SERVICE_URL: v.optional(
    v.pipe(
      v.string(),
      judgedBy(serviceUrlProblem),
      v.transform((text) => new URL(text).href.replace(/\/+$/, '')),
    ),
  ),
  INSTANCES_PATH: v.optional(v.pipe(v.string(), judgedBy(listingTemplateProblem))),
  DATABASES: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => [...new Set(text.split(',').map((name) => name.trim()))]),
      judgedBy(databasesProblem),
    ),
  ),
  SANDBOX_INSTANCES: wholeNumber(24, 100_000),
  SANDBOX_RECORDS: wholeNumber(12, 100_000),
  SANDBOX_LATENCY_MS: wholeNumber(0, 60_000),
});

function judgedBy<T>(problemOf: (value: T) => string | null) {
  return v.rawCheck<T>(({ dataset, addIssue }) => {
    const problem = dataset.typed ? problemOf(dataset.value) : null;
    if (problem !== null) addIssue({ message: problem });
  });
}

function wholeNumber(fallback: number, max: number) {
  const problemOf = (text: string) =>
    /^\d{1,6}$/.test(text) && Number(text) <= max
      ? null
      : `must be a whole number from 0 to ${max}, but is ${quoted(text)}`;
  return v.optional(v.pipe(v.string(), judgedBy(problemOf), v.transform(Number)), `${fallback}`);
}

function hostProblem(text: string): string | null {
  return /^[\w.:-]+$/.test(text) ? null : 'must be a host name or an IP address without a port';
}

function serviceUrlProblem(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:\/\//i.test(text))
    return 'must be an http(s) URL such as https://service.example/v1';
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or password';
  return /[?#]/.test(text) ? 'must not hold a query (?) or a fragment (#)' : null;
}

function databasesProblem(names: string[]): string | null {
  const problem = names.map(pathValueProblem).find((why) => why !== null);
  return problem === undefined ? null : `holds a name that ${problem}`;
}

/** Escaped: whatever stands in the environment, the sentence stays one line. */
function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
