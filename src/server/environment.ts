import * as v from 'valibot';
import { publicFieldSchemas, recoverySchema } from '../config.ts';
import { findPathValueProblem } from '../rules/pathValues.ts';
import { policyFieldSchemas } from '../rules/policy.ts';
import { findPatternProblem } from './policySettings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Empty counts as unset, except for `neverEmpty`. Throws Error with a sentence that begins with the name of the variable. */
export function readEnvironment(env: Environment): v.InferOutput<typeof environmentSchema> {
  if (env.MAX_BULK)
    throw new Error('MAX_BULK was replaced. Set MAX_PER_HOUR, which counts single deletes, too.');
  const values: Record<string, string> = {};
  for (const name of Object.keys(environmentSchema.entries)) {
    const text = env[name] ?? '';
    if (text === '' && (env[name] === undefined || !neverEmpty.has(name))) continue;
    // A file or a secret often ends with a line break, and copied text with a zero-width space.
    const value = name === 'PROTECTED' ? text.trim() : text.replace(invisibleEnds, '');
    // Docker and systemd keep quotes that a shell would remove.
    if (/^(["'`]).*\1$/s.test(value)) throw new Error(`${name} is quoted. Remove the quotes.`);
    values[name] = value;
  }
  const result = v.safeParse(environmentSchema, values);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new Error(`${String(issue.path?.[0].key)} ${issue.message}.`);
}

const invisibleEnds = /^[\s\p{Default_Ignorable_Code_Point}]+|[\s\p{Default_Ignorable_Code_Point}]+$/gu;

/** An empty value of these would silently use the sandbox, or switch a protection off. */
const neverEmpty = new Set(['SERVICE_URL', 'READ_ONLY', 'PROTECTED']);

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
