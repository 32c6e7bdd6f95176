import { toShortLine } from './text.ts';

export type ResponseBody =
  | { kind: 'json'; value: unknown; label: JsonLabel }
  | { kind: 'html' }
  | { kind: 'text'; label: JsonLabel }
  | { kind: 'empty' }
  | { kind: 'incomplete'; problem: BodyReadProblem; label: JsonLabel };

/** `problem` is `application/problem+json`, which means an error. */
type JsonLabel = 'json' | 'problem' | 'none';

export type BodyReadProblem = 'cut-off' | 'timeout' | 'too-large';

/** `mediaType` is in lower case without parameters. `problem` is why the text is incomplete, or null. */
export function parseResponseBody(
  mediaType: string,
  text: string,
  problem: BodyReadProblem | null = null,
): ResponseBody {
  if (problem === null && text.trim() === '') return { kind: 'empty' };
  if (isHtmlType(mediaType) || startsWithHtml(text)) return { kind: 'html' };
  const label = findJsonLabel(mediaType);
  if (problem !== null) return { kind: 'incomplete', problem, label };
  try {
    return { kind: 'json', value: JSON.parse(text), label };
  } catch {
    return { kind: 'text', label };
  }
}

/** In lower case without parameters. Only the first, because `Headers` joins repeated ones with commas. */
export function readMediaType(contentType: string | null): string {
  return (contentType ?? '').split(/[;,]/, 1)[0]?.trim().toLowerCase() ?? '';
}

export function isHtmlType(mediaType: string): boolean {
  return /^(?:text\/html|application\/xhtml\+xml)$/.test(mediaType);
}

function startsWithHtml(text: string): boolean {
  const start = text.slice(0, 1000).replace(/<!--[\s\S]*?-->|<\?[^>]*>/g, '');
  return /^\s*<(?:!doctype\s+html|html|head|body)\b/i.test(start);
}

function findJsonLabel(mediaType: string): JsonLabel {
  if (mediaType === 'application/problem+json') return 'problem';
  return /^(?:application|text)\/json$|\+json$/.test(mediaType) ? 'json' : 'none';
}

export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const maxMessageLength = 500;

/** Error bodies have a `message` (`service.md` §7). Some gateways write `errors` or `error`. */
export function readErrorMessage(body: ResponseBody): string | null {
  if (body.kind !== 'json' || !isJsonObject(body.value)) return null;
  const { message, errors, error } = body.value;
  for (const value of [message, ...[errors].flat(), error]) {
    const text = typeof value === 'string' ? toShortLine(value, maxMessageLength) : '';
    if (text !== '') return text;
  }
  return null;
}
