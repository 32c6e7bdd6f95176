import { redactionPlaceholder } from './text.ts';

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
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = new Map(Object.entries(values)).get(name) ?? '';
    const problem = findPathValueProblem(value);
    if (problem !== null)
      throw new PathValueError(`${labels[name] ?? name} ${problem}. No request was sent.`);
    return encodeURIComponent(value);
  });
  if (!survivesParsing(path))
    throw new PathValueError("This name can't be used in a URL, so no request was sent.");
  return path;
}

const labels: Readonly<Record<string, string>> = {
  workspaceSlug: 'The workspace',
  databaseName: 'The database name',
  instanceId: 'The instance ID',
};

/** False if a URL parser would send the request to a different path: https://url.spec.whatwg.org/#path-state */
function survivesParsing(path: string): boolean {
  const base = 'http://service.invalid';
  return URL.canParse(path, base) && new URL(path, base).pathname === path;
}

const maxLength = 512;

/** The problem of a path value as the end of a sentence, such as "is empty", or null. In linear time. */
export function findPathValueProblem(value: string): string | null {
  if (value === '') return 'is empty';
  if (value.length > maxLength) return `is longer than ${maxLength} characters`;
  if (!value.isWellFormed()) return 'contains an invalid character';
  // Decoding has replaced bytes, so the value could be that of a different instance.
  if (value.includes('\ufffd')) return "can't be read";
  if (value.includes(redactionPlaceholder)) return 'contains the access token';
  const texts = listDecodings(value);
  const problem = texts.map(findDecodedProblem).find((each) => each !== null);
  // What further decodings would result in is unknown.
  return problem ?? (texts.length > maxDecodings ? 'is percent-encoded too many times' : null);
}

function findDecodedProblem(text: string): string | null {
  if (controlCharacter.test(text)) return 'contains a control character';
  if (text.split(/[/\\]/).some((piece) => dotSegment.test(piece.trim())))
    return 'contains “.” or “..” as a part of a path';
  return overlongCharacter.test(text) ? 'contains invalid UTF-8' : null;
}

/** U+0000 to U+001F and U+007F, because some servers cut a path at a NUL character. */
const controlCharacter = /[^\P{Cc}\x80-\x9f]/u;
/** URL parsers remove dot segments, which `encodeURIComponent` keeps. Some servers read `..;x` as `..`. */
const dotSegment = /^\.{1,2}(?:;.*)?$/s;
/** A character that is encoded in more bytes than UTF-8 allows. Some servers read `%c0%ae` as a dot. */
const overlongCharacter = /%(?:c[01]|e0%[89]|f0%8)/i;

/** What a server could understand by a value: decoded again, without spaces and slashes around it. */
export function listDecodedForms(value: string): string[] {
  return [...new Set(listDecodings(value).flatMap((text) => [text, trimSlashes(text)]))];
}

/** What tolerant servers make of a value. At most `maxDecodings` times, because `%252525…` would take quadratic time. */
function listDecodings(value: string): string[] {
  const texts = [value];
  for (const text of texts) {
    if (texts.length > maxDecodings) break;
    // They keep a single %, and replace wrong bytes.
    const decodedText = text.replace(/(?:%[0-9a-f]{2})+/gi, decodeBytes);
    if (decodedText !== text) texts.push(decodedText);
  }
  return texts;
}

const maxDecodings = 8;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function decodeBytes(encodedBytes: string): string {
  const bytes = encodedBytes.slice(1).split('%');
  return decoder.decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)));
}

/** Not with a regular expression, which would take quadratic time for many slashes inside. */
function trimSlashes(text: string): string {
  const isOuter = (character: string | undefined) => character !== undefined && /[\s/\\]/.test(character);
  let start = 0;
  let end = text.length;
  while (start < end && isOuter(text[start])) start += 1;
  while (end > start && isOuter(text[end - 1])) end -= 1;
  return text.slice(start, end);
}
