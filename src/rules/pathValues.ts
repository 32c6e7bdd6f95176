import { redactionPlaceholder } from './text.ts';

/** The documented operations (`service.md` §4). */
export const operationPaths = {
  deleteComputeInstance: '/workspaces/{workspaceSlug}/databases/{databaseName}/compute/{instanceId}',
  listSubscriptionHistory: '/workspaces/{workspaceSlug}/subscription/history',
  listRegions: '/workspaces/{workspaceSlug}/regions',
} as const;

/** A value can't be in a path, so nothing is sent. The message is for the admin. */
export class PathValueError extends Error {
  override readonly name = 'PathValueError';
}

/** Encodes each value exactly once. Throws PathValueError if one is missing or can't be in a path. */
export function buildServicePath(template: string, values: Readonly<Record<string, string>>): string {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = new Map(Object.entries(values)).get(name) ?? '';
    const problem = describePathProblem(labels[name] ?? name, value);
    if (problem !== null) throw new PathValueError(`${problem} No request was sent.`);
    return encodeURIComponent(value);
  });
  // Otherwise, a URL parser could read a different path: https://url.spec.whatwg.org/#path-state
  const base = 'http://service.invalid';
  if (!URL.canParse(path, base) || new URL(path, base).pathname !== path)
    throw new PathValueError("This name can't be used in a URL, so no request was sent.");
  return path;
}

const labels: Readonly<Record<string, string>> = {
  workspaceSlug: 'The workspace',
  databaseName: 'The database name',
  instanceId: 'The instance ID',
};

const maxLength = 512;

/** The end of a sentence, such as "is empty", or null. */
export function findPathValueProblem(value: string): string | null {
  if (value === '') return 'is empty';
  if (value.length > maxLength) return `is longer than ${maxLength} characters`;
  if (!value.isWellFormed()) return 'contains an invalid character';
  // Decoding may have replaced bytes, so the value could be that of a different instance.
  if (value.includes('\ufffd')) return "can't be read";
  if (value.includes(redactionPlaceholder)) return 'contains the access token';
  // Servers disagree about these, so a DELETE could reach a different path.
  if (/\p{Cc}/u.test(value)) return 'contains a control character';
  if (/[%\\]/.test(value)) return 'contains “%” or “\\”';
  // Trimmed, because some servers trim.
  const pieces = value.split('/').map((piece) => piece.trim());
  const isRelative = pieces.some((piece) => piece === '' || piece === '.' || piece === '..');
  return isRelative ? 'has an empty part, “.” or “..” between slashes' : null;
}

export function describePathProblem(subject: string, value: string): string | null {
  const problem = findPathValueProblem(value);
  return problem && `${subject} ${problem}.`;
}
