import { operations as documented, pathValueProblem } from '../api/servicePath.ts';

export type OperationMatch =
  | { kind: 'operation'; method: 'GET' | 'DELETE'; template: string }
  | { kind: 'wrong-method'; allow: string }
  | { kind: 'unknown' }
  | { kind: 'refused'; why: string };

/**
 * Builds the one judge of what may be passed on: the three operations of section 4 and the configured listing.
 * The judge takes a method and a raw path below base_url (query cut off) and never rewrites either: literal parts
 * are compared as sent, path parameters are judged by `segmentProblem`.
 * @param instancesPath path template of the listing, null where there is none
 */
export function createOperationMatcher(instancesPath: string | null) {
  const operations: { method: 'GET' | 'DELETE'; path: string }[] = Object.values(documented);
  if (instancesPath !== null) operations.push({ method: 'GET', path: instancesPath });

  return function match(method: string, rawPath: string): OperationMatch {
    if (!rawPath.startsWith('/') || rawPath === '/') return { kind: 'unknown' };
    const segments = segmentsOf(rawPath);
    const why = segments.map(segmentProblem).find((problem) => problem !== null);
    if (why !== undefined) return { kind: 'refused', why };
    const fitting = operations.filter(({ path }) => fits(segmentsOf(path), segments));
    const found = fitting.find((operation) => operation.method === method);
    if (found !== undefined) return { kind: 'operation', method: found.method, template: found.path };
    if (fitting.length === 0) return { kind: 'unknown' };
    return { kind: 'wrong-method', allow: [...new Set(fitting.map((other) => other.method))].join(', ') };
  };
}

function segmentsOf(path: string): string[] {
  return path.slice(1).split('/');
}

function fits(template: readonly string[], segments: readonly string[]): boolean {
  const isSame = (part: string, at: number) => part.startsWith('{') || part === segments[at];
  return template.length === segments.length && template.every(isSame);
}

/**
 * Why one segment of a raw request path may not be passed on, as the end of a sentence; null where it may.
 * It is judged as it was sent and decoded as often as anything behind this server might decode it: `..%2f`,
 * `%252e%252e` and `%c0%ae` are dot segments to somebody. `;` is refused raw: some servers read `..;` as `..`.
 */
export function segmentProblem(raw: string): string | null {
  if (raw === '') return 'is empty';
  if (!plainSegment.test(raw)) return 'holds a character that must be percent-encoded';
  const value = decodeOnce(raw);
  if (value === null) return 'is not valid UTF-8';
  return pathValueProblem(value) ?? encodedProblem(value);
}

const plainSegment = /^(?:[A-Za-z0-9\-._~!$&'()*+,=:@]|%[0-9A-Fa-f]{2})+$/;

function decodeOnce(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** What a value turns into where it is decoded again, and again. */
function encodedProblem(value: string): string | null {
  if (value.split(/[/\\]/).some((piece) => piece === '.' || piece === '..')) return 'holds a dot segment';
  if (overlong.test(value)) return 'is not valid UTF-8';
  const next = decodeOnce(value);
  if (next === null || next === value) return null;
  return pathValueProblem(next) ?? encodedProblem(next);
}

/** Bytes, still encoded, that stand for a character in more bytes than it needs. */
const overlong = /%(?:c[01]|e0%[89]|f0%8)/i;

/**
 * Why a text cannot be the path template of the listing, as the end of a sentence that starts with the name of the
 * variable; null where it can. The service document defines no such operation, so the operator names its path.
 */
export function listingTemplateProblem(template: string): string | null {
  if (!template.startsWith('/')) return 'must be a path that starts with /';
  const segments = segmentsOf(template);
  const stranger = segments.find((segment) => /[{}]/.test(segment) && !parameters.includes(segment));
  if (stranger !== undefined) return `may hold ${parameters.join(' and ')} only, each as a whole segment`;
  if (!segments.includes('{workspaceSlug}')) return 'must contain {workspaceSlug}';
  for (const segment of segments) {
    const problem = parameters.includes(segment) ? null : segmentProblem(segment);
    if (problem !== null) return `has a segment that ${problem}`;
  }
  return null;
}

const parameters = ['{workspaceSlug}', '{databaseName}'];
