import * as v from 'valibot';

const serviceUrl = v.pipe(
  v.string(),
  v.regex(/^(\/(?!\/)|https?:\/\/[^/])/),
  v.transform((url) => url.replace(/\/+$/, '')),
);
const instancesPath = v.pipe(
  v.string(),
  v.check((path) => path.startsWith('/') && path.includes('{workspaceSlug}')),
);

/** The runtime configuration, as `/config.json` gives it to the browser. */
const schema = v.object({
  /** base_url of the service: a path of the own origin (`/api`) or an http(s) URL. */
  serviceUrl: v.nullish(serviceUrl, '/api'),
  /** Path template of the listing of instances; null where the service lists none. */
  instancesPath: v.nullish(instancesPath, null),
  /** Database names offered to every admin at first. */
  databases: v.nullish(v.array(v.string()), []),
  /** Minutes without a sign of life after which the session ends. */
  idleMinutes: v.nullish(v.pipe(v.number(), v.gtValue(0)), 15),
  /** What to sign in with on the embedded sandbox; null on a real service. */
  sandbox: v.nullish(v.object({ workspaceSlug: v.string(), token: v.string() }), null),
});

type Read = v.InferOutput<typeof schema>;

export type ConsoleConfig = Omit<Read, 'databases'> & { databases: readonly string[] };

const sentences: Record<keyof Read, string> = {
  serviceUrl: 'must be a path such as /api or an http(s) URL',
  instancesPath: 'must be a path that starts with / and contains {workspaceSlug}, or null',
  databases: 'must be a list of database names',
  idleMinutes: 'must be a number above 0',
  sandbox: 'must be null or hold workspaceSlug and token',
};

/**
 * Reads `/config.json`, so that an operator's slip becomes a sentence that names the field.
 * @throws Error with that sentence, where a field is wrong
 */
export function readConfig(raw: unknown): ConsoleConfig {
  if (Array.isArray(raw)) throw wrong('it', 'must be a JSON object');
  const result = v.safeParse(schema, raw);
  if (result.success) return result.output;
  const field = result.issues[0].path?.[0].key;
  if (!isField(field)) throw wrong('it', 'must be a JSON object');
  throw wrong(field, sentences[field]);
}

function isField(name: unknown): name is keyof Read {
  return typeof name === 'string' && name in sentences;
}

function wrong(field: string, what: string): Error {
  return new Error(`The configuration (config.json) is wrong: ${field} ${what}.`);
}
