import { operations as documented, pathValueProblem } from '../api/servicePath.ts';

type OperationMatch =
  | { kind: 'operation'; method: 'GET' | 'DELETE'; template: string; values: string[] }
  | { kind: 'wrong-method'; allow: string }
  | { kind: 'unknown' }
  | { kind: 'refused'; why: string };

/**
 * Creates the only function that decides which requests are forwarded: those of section 4 and of the configured listing. It
 * takes a raw path without a query. A match has the decoded values in the order of the path.
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
    if (found === undefined) {
      if (fitting.length === 0) return { kind: 'unknown' };
      return { kind: 'wrong-method', allow: [...new Set(fitting.map((other) => other.method))].join(', ') };
    }
    const template = segmentsOf(found.path);
    const values = segments.filter((_, index) => template[index]?.startsWith('{'));
    return {
      kind: 'operation',
      method: found.method,
      template: found.path,
      values: values.map(decodeURIComponent),
    };
  };
}

function segmentsOf(path: string): string[] {
  return path.slice(1).split('/');
}

function fits(template: readonly string[], segments: readonly string[]): boolean {
  const isMatch = (expected: string, index: number) =>
    expected.startsWith('{') || expected === segments[index];
  return template.length === segments.length && template.every(isMatch);
}

/**
 * Returns why a segment of a raw request path can't be forwarded, as the end of a sentence, or null if it can. Checks every
 * form that a server behind this one could decode it to: `..%2f`, `%252e%252e` and `%c0%ae` are dot segments for some.
 * A raw `;` is rejected because some servers read `..;` as `..`.
 */
export function segmentProblem(raw: string): string | null {
  if (raw === '') return 'is empty';
  if (!plainSegment.test(raw)) return 'contains a character that must be percent-encoded';
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

/** Returns a problem that a decoded value has only after it is decoded again, or null. */
function encodedProblem(value: string): string | null {
  if (value.split(/[/\\]/).some((piece) => piece === '.' || piece === '..')) return 'contains a dot segment';
  if (overlong.test(value)) return 'is not valid UTF-8';
  const next = decodeOnce(value);
  if (next === null || next === value) return null;
  return pathValueProblem(next) ?? encodedProblem(next);
}

/** A character that is encoded in more bytes than it needs. */
const overlong = /%(?:c[01]|e0%[89]|f0%8)/i;

/** Returns why a text can't be the path template of the listing, as the end of a sentence. */
export function listingTemplateProblem(template: string): string | null {
  if (!template.startsWith('/')) return 'must be a path that starts with /';
  const segments = segmentsOf(template);
  const unknownPlaceholder = segments.find(
    (segment) => /[{}]/.test(segment) && !parameters.includes(segment),
  );
  if (unknownPlaceholder !== undefined)
    return `may contain only ${parameters.join(' and ')}, each as a whole segment`;
  if (!segments.includes('{workspaceSlug}')) return 'must contain {workspaceSlug}';
  for (const segment of segments) {
    const problem = parameters.includes(segment) ? null : segmentProblem(segment);
    if (problem !== null) return `contains an invalid part: a part ${problem}`;
  }
  return null;
}

const parameters = ['{workspaceSlug}', '{databaseName}'];
