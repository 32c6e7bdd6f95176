import { withoutTrailingSlashes } from '../config.ts';
import { redactedText } from './connection.ts';
import { ServiceError } from './errors.ts';

/** The documented operations. Our server forwards only these and the configured list of instances. */
export const operations = {
  deleteComputeInstance: {
    method: 'DELETE',
    path: '/workspaces/{workspaceSlug}/databases/{databaseName}/compute/{instanceId}',
  },
  listSubscriptionHistory: { method: 'GET', path: '/workspaces/{workspaceSlug}/subscription/history' },
  listRegions: { method: 'GET', path: '/workspaces/{workspaceSlug}/regions' },
} as const;

/** Encodes each value exactly once. Throws a `bad-path` ServiceError if one is missing or invalid. */
export function buildServicePath(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = new Map(Object.entries(values)).get(name) ?? '';
    const problem = findPathValueProblem(value);
    if (problem !== null)
      throw createBadPathError(`${labels[name] ?? name} ${problem}. No request was sent.`);
    return encodeURIComponent(value);
  });
}

const labels: Readonly<Record<string, string>> = {
  workspaceSlug: 'The workspace',
  databaseName: 'The database name',
  instanceId: 'The instance ID',
};

export const maxPathValueLength = 512;

/** The problem of a path value as the end of a sentence, such as "is empty", or null. */
export function findPathValueProblem(value: string): string | null {
  if (value === '') return 'is empty';
  if (value.length > maxPathValueLength) return `is longer than ${maxPathValueLength} characters`;
  if (!value.isWellFormed()) return 'contains an invalid character';
  if (controlCharacter.test(value)) return 'contains a control character';
  if (value.includes(redactedText)) return 'contains the access token';
  if (dotSegment.test(value)) return "can't be “.” or “..”";
  return null;
}

/** U+0000 to U+001F and U+007F, because some servers cut a path at a NUL character. */
const controlCharacter = /[^\P{Cc}\x80-\x9f]/u;
/** URL parsers remove dot segments, which `encodeURIComponent` keeps. Some servers decode a path twice. */
const dotSegment = /^(?:\.|%2e){1,2}$/i;

/** Throws a `bad-path` ServiceError if the base URL is invalid or a URL parser would change the path. */
export function buildServiceUrl(serviceUrl: string, path: string): { url: string; sameOrigin: boolean } {
  const pageOrigin = globalThis.location?.origin ?? 'http://localhost';
  const base = parseBaseUrl(serviceUrl, pageOrigin);
  const basePath = withoutTrailingSlashes(base.pathname);
  const url = base.origin + basePath + path;
  const parsedUrl = URL.canParse(url) ? new URL(url) : null;
  if (parsedUrl?.origin !== base.origin || parsedUrl.pathname !== basePath + path)
    throw createBadPathError("This name can't be used in a URL, so no request was sent.");
  return { url, sameOrigin: base.origin === pageOrigin };
}

function parseBaseUrl(serviceUrl: string, pageOrigin: string): URL {
  const base = URL.canParse(serviceUrl, pageOrigin) ? new URL(serviceUrl, pageOrigin) : null;
  if (base && /^https?:$/.test(base.protocol) && base.href === base.origin + base.pathname) return base;
  throw createBadPathError("The configured service URL isn't a plain http(s) URL. No request was sent.");
}

function createBadPathError(message: string): ServiceError {
  return new ServiceError({ kind: 'bad-path', message });
}
