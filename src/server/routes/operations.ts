import {
  operations as documentedOperations,
  findPathValueProblem,
  maxPathValueLength,
} from '../../rules/servicePath.ts';

type OperationMatch =
  | { kind: 'operation'; method: 'GET' | 'DELETE'; template: string; values: string[] }
  | { kind: 'wrong-method'; allow: string }
  | { kind: 'unknown' }
  | { kind: 'invalid'; problem: string };

/** The matcher takes a raw path without a query, and returns the decoded path values in their order. */
export function createRequestMatcher(instancesPath: string | null) {
  const operations: { method: 'GET' | 'DELETE'; path: string }[] = Object.values(documentedOperations);
  if (instancesPath !== null) operations.push({ method: 'GET', path: instancesPath });
  const maxSegments = Math.max(...operations.map(({ path }) => splitSegments(path).length));

  return function match(method: string, rawPath: string): OperationMatch {
    const segments = splitSegments(rawPath);
    // With the limit of each segment, this limits the whole path before any part of it is decoded.
    if (segments.length > maxSegments) return { kind: 'unknown' };
    const problem = segments.map(findSegmentProblem).find((each) => each !== null);
    if (problem !== undefined) return { kind: 'invalid', problem };
    const operationsOfPath = operations.filter(({ path }) => matchesTemplate(splitSegments(path), segments));
    const [firstOperation] = operationsOfPath;
    if (firstOperation === undefined) return { kind: 'unknown' };
    const foundOperation = operationsOfPath.find((operation) => operation.method === method);
    if (foundOperation === undefined) return { kind: 'wrong-method', allow: firstOperation.method };
    const template = splitSegments(foundOperation.path);
    const values = segments.filter((_, index) => template[index]?.startsWith('{'));
    return {
      kind: 'operation',
      method: foundOperation.method,
      template: foundOperation.path,
      values: values.map(decodeURIComponent),
    };
  };
}

function splitSegments(path: string): string[] {
  return path.slice(1).split('/');
}

function matchesTemplate(template: readonly string[], segments: readonly string[]): boolean {
  const isMatch = (expected: string, index: number) =>
    expected.startsWith('{') || expected === segments[index];
  return template.length === segments.length && template.every(isMatch);
}

/** As the end of a sentence, or null. Some servers read `..%2f`, `%252e%252e`, `%c0%ae` and `..;` as `..`. */
function findSegmentProblem(raw: string): string | null {
  if (raw === '') return 'is empty';
  if (raw.length > maxRawLength) return `is longer than ${maxPathValueLength} characters`;
  if (!segmentPattern.test(raw)) return 'contains a character that must be percent-encoded';
  try {
    const texts = listDecodings(decodeURIComponent(raw));
    const problem = texts.map(findDecodedProblem).find((each) => each !== null);
    if (problem !== undefined) return problem;
    return texts.length > maxDecodings ? 'is percent-encoded too many times' : null;
  } catch {
    return 'is not valid UTF-8';
  }
}

const segmentPattern = /^(?:[A-Za-z0-9\-._~!$&'()*+,=:@]|%[0-9A-Fa-f]{2})+$/;

/** A UTF-16 code unit is at most three bytes of UTF-8, which are nine characters in a path. */
const maxRawLength = 9 * maxPathValueLength;

/**
 * A decoded value and what it becomes when decoded again and again, because some servers do so. More decodings than
 * `maxDecodings` are left out, because `%252525…` would otherwise take quadratic time. No path with so many matches.
 */
export function listDecodings(value: string): string[] {
  const texts = [value];
  for (const text of texts) {
    if (texts.length > maxDecodings) break;
    // Decode like a tolerant server, which keeps a single % and replaces wrong bytes.
    const decodedText = text.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) =>
      Buffer.from(bytes.replaceAll('%', ''), 'hex').toString(),
    );
    if (decodedText !== text) texts.push(decodedText);
  }
  return texts;
}

const maxDecodings = 8;

function findDecodedProblem(text: string): string | null {
  const problem = findPathValueProblem(text);
  if (problem !== null) return problem;
  if (text.split(/[/\\]/).some((piece) => piece === '.' || piece === '..')) return 'contains a dot segment';
  return overlongCharacter.test(text) ? 'is not valid UTF-8' : null;
}

/** Matches a character that is encoded in more bytes than UTF-8 allows. */
const overlongCharacter = /%(?:c[01]|e0%[89]|f0%8)/i;

/** The problem of INSTANCES_PATH as the end of a sentence, or null. */
export function findListTemplateProblem(template: string): string | null {
  if (!template.startsWith('/')) return 'must be a path that starts with /';
  const segments = splitSegments(template);
  for (const segment of segments) {
    const problem = listPlaceholders.includes(segment) ? null : findSegmentProblem(segment);
    if (problem !== null)
      return `may contain ${listPlaceholders.join(', ')} and fixed parts, but a part ${problem}`;
  }
  return segments.includes('{workspaceSlug}') ? null : 'must contain {workspaceSlug}';
}

const listPlaceholders = ['{workspaceSlug}', '{databaseName}'];
