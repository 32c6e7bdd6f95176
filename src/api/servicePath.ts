import { ServiceError } from './errors.ts';

/**
 * The only list of the operations that the service document defines (sections 4.1–4.3): the browser asks for these, and
 * the own server passes on nothing else. Paths are templates relative to base_url. The listing of instances is not among
 * them: the operator configures it.
 */
export const operations = {
  deleteComputeInstance: {
    method: 'DELETE',
    path: '/workspaces/{workspaceSlug}/databases/{databaseName}/compute/{instanceId}',
  },
  listSubscriptionHistory: { method: 'GET', path: '/workspaces/{workspaceSlug}/subscription/history' },
  listRegions: { method: 'GET', path: '/workspaces/{workspaceSlug}/regions' },
} as const;

/**
 * Fills a path template with values, each encoded exactly once.
 * @param template a path relative to base_url with `{name}` holes, as in `operations`
 * @param values one value a hole
 * @throws ServiceError of kind `bad-path` where a value is missing or would address something else
 */
export function servicePath(template: string, values: Readonly<Record<string, string>>): string {
  const path = template.replace(hole, (_, name: string) =>
    encodeValue(name, Object.hasOwn(values, name) ? values[name] : undefined),
  );
  const read = URL.canParse(path, probeOrigin) ? new URL(path, probeOrigin) : null;
  if (read?.origin !== probeOrigin || read.pathname !== path)
    throw new ServiceError({
      kind: 'bad-path',
      message: 'These values would address something else; nothing was sent.',
    });
  return path;
}

const hole = /\{(\w+)\}/g;
const probeOrigin = 'http://service.invalid';
const labels: Record<string, string> = {
  workspaceSlug: 'The workspace',
  databaseName: 'The database name',
  instanceId: 'The instance ID',
};

function encodeValue(name: string, value: string | undefined): string {
  const label = labels[name] ?? `The value ${name}`;
  const problem = value === undefined ? 'is missing' : pathValueProblem(value);
  if (problem !== null || value === undefined)
    throw new ServiceError({ kind: 'bad-path', message: `${label} ${problem}; nothing was sent.` });
  return encodeURIComponent(value);
}

const maxLength = 512;

/**
 * Why a value may not stand in a path, as the end of a sentence that starts with its name; null where it may.
 * `encodeURIComponent` leaves `.` and `..` alone and the URL parser then climbs to the parent, in every spelling
 * (`%2e`, `.%2E`), so those values are refused before they are encoded. Stands on section 4 (path parameters).
 * Control characters are refused too: some servers end a path at a NUL.
 */
export function pathValueProblem(value: string): string | null {
  if (value === '') return 'is empty';
  if (value.length > maxLength) return `is longer than ${maxLength} characters`;
  if (!value.isWellFormed()) return 'holds half of a character (a lone surrogate)';
  if (controlCharacter.test(value)) return 'holds a control character';
  if (dotSegment.test(value)) return 'is a dot segment, which would address something else';
  return null;
}

/** U+0000 to U+001F and U+007F. */
const controlCharacter = /[^\P{Cc}\x80-\x9f]/u;
const dotSegment = /^(?:\.|%2e){1,2}$/i;

/**
 * Joins base_url and a path, and proves that a URL parser reads it exactly as it was meant.
 * @param serviceUrl base_url: a path of the own origin or an http(s) URL
 * @param path a path made by `servicePath`
 * @throws ServiceError of kind `bad-path` where the address that would be called differs from the one intended, or where
 *   base_url is none: a query, a fragment or credentials in it could not be kept
 */
export function serviceUrlOf(serviceUrl: string, path: string): { url: string; sameOrigin: boolean } {
  const page = globalThis.location?.origin ?? 'http://localhost';
  const base = readBase(serviceUrl, page);
  const basePath = base.pathname.replace(/\/+$/, '');
  const address = base.origin + basePath + path;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.origin !== base.origin || url.pathname !== basePath + path)
    throw new ServiceError({
      kind: 'bad-path',
      message: 'This address would reach something else; nothing was sent.',
    });
  return { url: address, sameOrigin: base.origin === page };
}

function readBase(serviceUrl: string, page: string): URL {
  const base = URL.canParse(serviceUrl, page) ? new URL(serviceUrl, page) : null;
  if (base && /^https?:$/.test(base.protocol) && base.href === base.origin + base.pathname) return base;
  throw new ServiceError({
    kind: 'bad-path',
    message: 'The configured address of the service is no plain http(s) address; nothing was sent.',
  });
}
