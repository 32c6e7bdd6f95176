/** The documented operations (`service.md` §4). */
export const operations = {
  deleteComputeInstance: '/workspaces/{workspaceSlug}/databases/{databaseName}/compute/{instanceId}',
  listSubscriptionHistory: '/workspaces/{workspaceSlug}/subscription/history',
  listRegions: '/workspaces/{workspaceSlug}/regions',
} as const;

/** A value that can't be in a path, so nothing is sent. The message is a sentence. */
export class PathValueError extends Error {
  override readonly name = 'PathValueError';
}

/** Encodes each value exactly once. Throws PathValueError if one is missing or can't be in a path. */
export function buildServicePath(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = new Map(Object.entries(values)).get(name) ?? '';
    const problem = findPathValueProblem(value);
    if (problem !== null)
      throw new PathValueError(`${labels[name] ?? name} ${problem}. No request was sent.`);
    return encodeURIComponent(value);
  });
}

const labels: Readonly<Record<string, string>> = {
  workspaceSlug: 'The workspace',
  databaseName: 'The database name',
  instanceId: 'The instance ID',
};

const maxLength = 512;

/** Stands for an access token in texts that are stored, logged or shown. */
export const redactedText = '[redacted]';

/** The problem of a path value as the end of a sentence, such as "is empty", or null. */
export function findPathValueProblem(value: string): string | null {
  if (value === '') return 'is empty';
  if (value.length > maxLength) return `is longer than ${maxLength} characters`;
  if (!value.isWellFormed()) return 'contains an invalid character';
  if (controlCharacter.test(value)) return 'contains a control character';
  // Decoding has replaced bytes, so the value could be that of a different instance.
  if (value.includes('\ufffd')) return "can't be read";
  if (value.includes(redactedText)) return 'contains the access token';
  if (dotSegment.test(value)) return "can't be “.” or “..”";
  return null;
}

/** U+0000 to U+001F and U+007F, because some servers cut a path at a NUL character. */
const controlCharacter = /[^\P{Cc}\x80-\x9f]/u;
/** URL parsers remove dot segments, which `encodeURIComponent` keeps. Some servers decode a path twice. */
const dotSegment = /^(?:\.|%2e){1,2}$/i;
