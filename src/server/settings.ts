import * as v from 'valibot';
import { environmentColors, type PublicConfig, type SignedInConfig } from '../config.ts';
import { findPathValueProblem } from '../rules/pathValues.ts';
import { reasonRules } from '../rules/policy.ts';
import { type DatabaseAddress, parseDatabaseUrl } from './database/database.ts';

export type Settings = Omit<PublicConfig, 'sandbox'> &
  SignedInConfig & {
    host: string;
    port: number;
    service:
      | { kind: 'sandbox'; instances: number; records: number; latencyMs: number }
      | { kind: 'remote'; url: string; proxy: URL | null };
    /** Host and path of the service, which must be the database's, or `sandbox`. */
    serviceAddress: string;
    database: DatabaseAddress;
    keepDays: number;
    /** In lower case. Null if no proxy in front names the signed-in person. */
    userHeader: string | null;
    /** Null for a random key per start. */
    auditKey: string | null;
    databases: string[];
  };

export const sandboxCredentials = { workspaceSlug: 'acme', token: 'sandbox-token' };
export const sandboxHint = `Sandbox mode – workspace: ${sandboxCredentials.workspaceSlug}, token: ${sandboxCredentials.token}`;
const sandboxListPath = '/workspaces/{workspaceSlug}/databases/{databaseName}/compute';

/** @throws Error whose message begins with the name of a variable, and contains no secret */
export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
  findProxy: (url: string) => string = () => '',
): Settings {
  for (const [name, why] of Object.entries(forbidden))
    if (env[name]) throw new Error(`${name} ${why}. Unset it.`);
  function read<Value>(name: string, rule: v.GenericSchema<unknown, Value>): Value | null {
    const text = env[name];
    if (text === undefined || (text === '' && !neverEmpty.test(name))) return null;
    // A file or secret may end with a line break, and copied text with a zero-width space.
    const value = name === 'PROTECTED' ? text.trim() : text.replace(invisibleEnds, '');
    // `docker run --env-file` keeps quotes that a shell would remove.
    if (/^(["'`]).*\1$/s.test(value)) throw new Error(`${name} is quoted. Remove the quotes.`);
    const result = v.safeParse(rule, value);
    if (result.success) return result.output;
    throw new Error(`${name} ${result.issues[0].message}.`);
  }
  const url = read('SERVICE_URL', serviceUrl);
  const isSandbox = url === null;
  const sandbox = {
    kind: 'sandbox' as const,
    instances: read('SANDBOX_INSTANCES', wholeNumber(0, 100_000)) ?? 24,
    records: read('SANDBOX_RECORDS', wholeNumber(0, 100_000)) ?? 12,
    latencyMs: read('SANDBOX_LATENCY_MS', wholeNumber(0, 60_000)) ?? 0,
  };
  return {
    host:
      read('HOST', matching(/^[\w.:-]+$/, 'must be a host name or an IP address without a port')) ??
      '127.0.0.1',
    port: read('PORT', wholeNumber(0, 65_535)) ?? 4173,
    service: isSandbox ? sandbox : { kind: 'remote', url, proxy: readProxy(findProxy(url)) },
    // Without the scheme, because a service may move to https.
    serviceAddress: isSandbox ? 'sandbox' : new URL(url).href.replace(/^\w+:\/\/|\/$/g, ''),
    database: parseDatabaseUrl(
      read('DATABASE_URL', v.string()) ?? (isSandbox ? ':memory:' : 'file:data/console.db'),
    ),
    keepDays: read('KEEP_DAYS', wholeNumber(1, 36_500)) ?? 400,
    userHeader: read('USER_HEADER', headerName),
    auditKey: read(
      'AUDIT_KEY',
      matching(
        /^(?!(?:random|set|off|example|change.?me)$)[^"'`$<>]+$/i,
        'is blank, quoted or a placeholder. Set a random text',
      ),
    ),
    instancesPath: read('INSTANCES_PATH', instancesPath) ?? (isSandbox ? sandboxListPath : null),
    databases: read('DATABASES', databaseNames) ?? (isSandbox ? ['orders', 'analytics', 'identity'] : []),
    idleMinutes: read('IDLE_MINUTES', idleMinutes) ?? 15,
    environment: read('ENVIRONMENT', line(24)) ?? (isSandbox ? 'Sandbox' : null),
    environmentColor: read('ENVIRONMENT_COLOR', oneOf(environmentColors)) ?? 'gray',
    notice: read('NOTICE', line(300)),
    policy: {
      readOnly: read('READ_ONLY', readOnly),
      protected: read('PROTECTED', patterns) ?? [],
      maxPerHour: read('MAX_PER_HOUR', wholeNumber(1, Number.MAX_SAFE_INTEGER)),
      reason: read('REASON', oneOf(reasonRules)) ?? 'optional',
    },
    recovery: read('RECOVERY', line(200)),
  };
}

const forbidden = {
  MAX_BULK: 'was replaced by MAX_PER_HOUR, which counts single deletes, too',
  DEBUG: 'would write passwords to the log',
  NODE_DEBUG: 'would write tokens to the log',
  NODE_TLS_REJECT_UNAUTHORIZED: 'would let anybody answer for the service',
};

/** An empty value of these would silently use the sandbox or a different log, switch a protection off, or name nobody. */
const neverEmpty = /^(?:SERVICE_URL|DATABASE_URL|USER_HEADER|READ_ONLY|PROTECTED|MAX_PER_HOUR|REASON)$/;

const invisibleEnds = /^[\s\p{Default_Ignorable_Code_Point}]+|[\s\p{Default_Ignorable_Code_Point}]+$/gu;

const serviceUrl = v.pipe(
  v.string(),
  v.check(
    (url) => /^https?:\/\/[^/?#@]+(?:\/[^?#@]*)?$/i.test(url) && URL.canParse(url),
    'must be an http(s) URL such as https://service.example/v1, without credentials, query string or fragment. Unset it to use the sandbox',
  ),
  // A host in look-alike letters is printed in ASCII.
  v.transform((url) => new URL(url).href.replace(/\/+$/, '')),
);

const headerName = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.regex(
    /^(?!(?:cookie|.*(?:authorization|token))$)[\w!#$%&'*+.^`|~-]+$/,
    'must be the name of a request header such as X-Forwarded-Email, and not of one that contains a secret',
  ),
);

const instancesPath = v.pipe(
  v.string(),
  v.check((path) => {
    const [start, ...parts] = path.split('/');
    return start === '' && parts.includes('{workspaceSlug}') && parts.every(isPathPart);
  }, 'must be a path that starts with /, and has {workspaceSlug}, perhaps {databaseName}, and fixed parts without a query or dot segments'),
);

function isPathPart(part: string): boolean {
  if (part === '{workspaceSlug}' || part === '{databaseName}') return true;
  return /^[\w\-.~!$&'()*+,=:@]+$/.test(part) && findPathValueProblem(part) === null;
}

const list = v.pipe(
  v.string(),
  v.transform((text) => [...new Set(text.split(',').map((item) => item.trim()))]),
);

const databaseNames = v.pipe(
  list,
  v.everyItem(
    (name) => findPathValueProblem(name) === null && !/^off$|\p{Default_Ignorable_Code_Point}/iu.test(name),
    'contains a name that is empty, or off, or unfit for a path',
  ),
);

const idleMinutes = v.union(
  [v.literal('never'), wholeNumber(1, 480)],
  'must be a whole number from 1 to 480, or never',
);

const readOnly = v.pipe(
  matching(
    /^(?!(?:false|0|no|off)$)\P{Cc}{1,300}$/iu,
    'must be true or a sentence of at most 300 characters. Unset it to allow deletes',
  ),
  v.transform((value) => ({ reason: /^true$/i.test(value) ? '' : value })),
);

const patterns = v.pipe(
  list,
  v.everyItem(
    (pattern) =>
      /^(?!.*\.[*+])(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}._:@+&*-])+$/u.test(pattern),
    'must be patterns such as prod-*, separated by commas, each of letters, digits, . _ - : @ + & and * (not .*) for any text, without quotes or invisible characters',
  ),
  v.everyItem(
    (pattern) => !/(?=.*\p{sc=Latn}).*[\p{sc=Cyrl}\p{sc=Grek}]/u.test(pattern),
    'contains a pattern with letters of two scripts, which can look alike',
  ),
);

function line(maxLength: number) {
  const pattern = new RegExp(`^(?!off$)\\P{Cc}{1,${maxLength}}$`, 'iu');
  return matching(pattern, `must be 1 to ${maxLength} characters on one line, and not off`);
}

function oneOf<const Options extends readonly string[]>(options: Options) {
  return v.picklist(options, `must be ${options.slice(0, -1).join(', ')} or ${options.at(-1)}`);
}

function matching(pattern: RegExp, message: string) {
  return v.pipe(v.string(), v.regex(pattern, message));
}

/** `Number` alone would also accept `0x10` and `1e2`. */
function wholeNumber(min: number, max: number) {
  const isInside = (text: string) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;
  const message = `must be a whole number from ${min} to ${max}`;
  return v.pipe(v.string(), v.check(isInside, message), v.transform(Number));
}

function readProxy(text: string): URL | null {
  if (text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const credentials = `${url?.username}${url?.password}`;
  const isReadable =
    /^(?:[^%]|%[0-9a-f]{2})*$/i.test(credentials) && text.split('@').length === (credentials === '' ? 1 : 2);
  if (url !== null && /^https?:$/.test(url.protocol) && isReadable) return url;
  throw new Error(
    'HTTPS_PROXY, HTTP_PROXY or ALL_PROXY must be an http(s) URL such as http://proxy.example:3128.',
  );
}
