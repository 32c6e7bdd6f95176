import { plainText } from './text.ts';

/** What came back for one request, whatever its status. */
export type ServiceResponse = {
  status: number;
  /** The reason phrase as plain text; it comes from the wire like everything else. */
  statusText: string;
  /** Media type in lower case, without parameters; empty where none came. */
  mediaType: string;
  text: string;
  /** Set where a status arrived but the body did not arrive whole. */
  bodyProblem: BodyProblem | null;
  requestId: string | null;
  retryAfterMs: number | null;
  /** When the response was made, by the clock of who made it; ms since the epoch, null where it does not say. */
  servedAt: number | null;
};

/** Why a body did not arrive whole although a status did. */
type BodyProblem = 'cut' | 'timeout' | 'too-large';

/**
 * Reads a body as UTF-8 text and stops at a size, so that an endless answer can't fill the memory.
 * @param maxBytes the most that is read, in bytes after decompression
 * @param clock is told of every piece, and tells whether a failed read failed because the time was up
 * @returns what was read; `problem` is null only where the whole body arrived
 */
export async function readBody(
  response: Response,
  maxBytes: number,
  clock: { heard: () => void; timedOut: () => boolean },
): Promise<{ text: string; bytes: number; problem: BodyProblem | null }> {
  if (response.body === null) return { text: '', bytes: 0, problem: null };
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { text: text + decoder.decode(), bytes, problem: null };
      clock.heard();
      bytes += value.byteLength;
      if (bytes > maxBytes) {
        reader.cancel().catch(() => undefined);
        return { text, bytes, problem: 'too-large' };
      }
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    return { text, bytes, problem: clock.timedOut() ? 'timeout' : 'cut' };
  }
}

const absurd = 30_000;
const longest = 24 * 60 * 60 * 1000;

/**
 * Reads a Retry-After header: seconds or an HTTP date.
 * @param now ms since the epoch
 * @returns ms to wait; 30 s for a value no one could mean (text, a past date, more than a day); null without a header
 */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null || header.trim() === '') return null;
  const text = header.trim();
  const wait = /^\d+$/.test(text)
    ? Number(text) * 1000
    : httpDate.test(text)
      ? Date.parse(text) - now
      : Number.NaN;
  if (wait === 0 && text === '0') return 0;
  return wait > 0 && wait <= longest ? wait : absurd;
}

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

const longestMessage = 500;

/**
 * What an error body says (section 7: `message`), as plain text: `message`, else `errors[]`, else `error`.
 * @returns at most 500 characters without control or bidi characters; null where it says nothing or is no JSON
 */
export function serviceMessage(text: string): string | null {
  const body = parse(text);
  if (typeof body !== 'object' || body === null) return null;
  const fields = new Map<string, unknown>(Object.entries(body));
  for (const found of [fields.get('message'), firstOf(fields.get('errors')), fields.get('error')]) {
    const said = sentence(found);
    if (said !== null) return said;
  }
  return null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function firstOf(value: unknown): unknown {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'object' && first !== null && 'message' in first ? first.message : first;
}

function sentence(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  return plainText(value, longestMessage) || null;
}

/** Whether an answer is a web page (captive portal, login page, error page of a proxy) rather than data. */
export function isHtml(answer: Pick<ServiceResponse, 'mediaType' | 'text'>): boolean {
  return pageTypes.has(answer.mediaType) || /^\s*<(?:!doctype|html)\b/i.test(answer.text.slice(0, 1000));
}

const pageTypes = new Set(['text/html', 'application/xhtml+xml']);

/** Whether a media type says that the body is JSON. */
export function isJsonType(mediaType: string): boolean {
  return mediaType === 'application/json' || mediaType === 'text/json' || mediaType.endsWith('+json');
}
