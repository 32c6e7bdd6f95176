import type { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import {
  type BodyReadProblem,
  createDecoder,
  parseBody,
  type ResponseBody,
  readMediaType,
} from '../../rules/body.ts';
import { asksForNonBearer } from '../../rules/responseHeaders.ts';
import { redactJson } from '../../rules/token.ts';
import { getErrorCode, OutboundProxyError, type ServiceHeaders } from './client.ts';

export function getHeader(headers: ServiceHeaders, name: string): string | null {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

export type ReceivedBody = { bytes: Uint8Array; problem: BodyReadProblem | null };

/** Never rejects. Stops after `maxBytes`, because an endless body would fill the memory. */
export async function readBody(body: Readable, maxBytes: number, signal: AbortSignal): Promise<ReceivedBody> {
  const chunks: Buffer[] = [];
  let byteCount = 0;
  let problem: BodyReadProblem | null = null;
  try {
    for await (const chunk of body) {
      byteCount += chunk.length;
      chunks.push(Buffer.from(chunk));
      if (byteCount > maxBytes) {
        problem = 'too-large';
        break;
      }
    }
  } catch {
    problem = signal.aborted ? 'timeout' : 'cut-off';
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), problem };
}

/** By the `Content-Encoding` and the charset of its label. Never throws: what can't be decoded counts as cut off. */
export function decodeBody(
  status: number,
  headers: ServiceHeaders,
  { bytes, problem }: ReceivedBody,
): ResponseBody {
  const type = getHeader(headers, 'content-type');
  const parse = (content: Uint8Array, contentProblem: BodyReadProblem | null) =>
    parseBody(status, readMediaType(type), createDecoder(type).decode(content), contentProblem);
  const codings = (getHeader(headers, 'content-encoding') ?? '').toLowerCase().split(',');
  if (problem !== null) return parse(bytes, problem);
  try {
    return parse(
      codings.reduceRight((content, coding) => decompress(content, coding.trim()), bytes),
      null,
    );
  } catch (error) {
    const isTooLarge = getErrorCode(error) === 'ERR_BUFFER_TOO_LARGE';
    return { kind: 'incomplete', problem: isTooLarge ? 'too-large' : 'cut-off' };
  }
}

function decompress(bytes: Uint8Array, coding: string): Uint8Array {
  const options = { maxOutputLength: 1_000_000 };
  if (bytes.length === 0 || coding === '' || coding === 'identity') return bytes;
  if (coding === 'gzip' || coding === 'x-gzip') return gunzipSync(bytes, options);
  if (coding === 'br') return brotliDecompressSync(bytes, options);
  // Some servers send raw data without the header of zlib, whose first byte has 8 in its lower half: RFC 1950, 2.2.
  if (coding === 'deflate')
    return (bytes[0] ?? 0) % 16 === 8 ? inflateSync(bytes, options) : inflateRawSync(bytes, options);
  throw new Error('An unknown content coding.');
}

/** For texts that are stored or shown. */
export function redactBody(body: ResponseBody, token: string): ResponseBody {
  return body.kind === 'json' ? { ...body, value: redactJson(body.value, token) } : body;
}

/** False for a 401 of a proxy or login page on the way, which says nothing about the token. */
export function isFromService(headers: ServiceHeaders, body: ResponseBody | null = null): boolean {
  const type = readMediaType(getHeader(headers, 'content-type'));
  if (body?.kind === 'html' || isHtmlPage(headers)) return false;
  return type.endsWith('json') || !asksForNonBearer(getHeader(headers, 'www-authenticate'));
}

export function isHtmlPage(headers: ServiceHeaders): boolean {
  return /^(?:text\/html|application\/xhtml\+xml)$/.test(readMediaType(getHeader(headers, 'content-type')));
}

export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** Why no response arrived, as a sentence that names only what is known. */
export function describeFailure(error: unknown): string {
  if (error instanceof OutboundProxyError)
    return `The outbound proxy refused to connect to the service (${error.message}).`;
  const code = getErrorCode(error);
  if (code === 'HPE_HEADER_OVERFLOW') return 'The service responded with more than 64 KiB of headers.';
  if (code.startsWith('HPE_')) return 'The service sent a malformed response.';
  if (code === 'ECONNRESET' || code === 'EPIPE')
    return `The connection to the service closed without a response (${code}).`;
  return `The service could not be reached${code && ` (${code})`}.`;
}
