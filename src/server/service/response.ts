import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import {
  type BodyReadProblem,
  isHtmlType,
  isJsonObject,
  parseResponseBody,
  type ResponseBody,
  readMediaType,
} from '../../rules/body.ts';
import { redactJson } from '../../rules/text.ts';
import type { ResponseHeaders, ServiceResponse } from './client.ts';

export type ReceivedResponse = Omit<ServiceResponse, 'body'> & {
  bytes: Uint8Array;
  problem: BodyReadProblem | null;
};

export function getHeader(headers: ResponseHeaders, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? value : null;
}

/** Never rejects. Stops after `maxBytes`, because an endless body would fill the memory. */
export async function readBody(
  { body, ...response }: ServiceResponse,
  maxBytes: number,
  signal: AbortSignal,
): Promise<ReceivedResponse> {
  // After 101, the body may be the bare connection.
  if (isNoContent(response.status) || response.status < 200) {
    body.destroy();
    return { ...response, bytes: new Uint8Array(), problem: null };
  }
  const chunks: Buffer[] = [];
  let byteCount = 0;
  let problem: BodyReadProblem | null = null;
  try {
    for await (const chunk of decompress(body, response.headers)) {
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
  return { ...response, bytes: Buffer.concat(chunks).subarray(0, maxBytes), problem };
}

/** Undoes gzip, deflate or br, although we ask for none. Most other bodies emit an error. */
function decompress(body: Readable, headers: ResponseHeaders): Readable {
  const coding = getHeader(headers, 'content-encoding')?.trim().toLowerCase() ?? '';
  // Some servers name the charset here.
  if (/^(?:identity|utf-?8)?$/.test(coding)) return body;
  return pipeline(body, coding === 'br' ? createBrotliDecompress() : createUnzip(), () => {});
}

export function decodeBody({ headers, bytes, problem }: ReceivedResponse, token: string): ResponseBody {
  const mediaType = readMediaType(getHeader(headers, 'content-type'));
  const body = parseResponseBody(mediaType, new TextDecoder().decode(bytes), problem);
  return body.kind === 'json' ? { ...body, value: redactJson(body.value, token) } : body;
}

/** Probably a 401 of a proxy or login page on the way, which says nothing about the token. */
export function isForeign401(
  { status, headers }: Pick<ServiceResponse, 'status' | 'headers'>,
  body: ResponseBody | null = null,
): boolean {
  if (status !== 401) return false;
  if (body?.kind === 'html' || isHtmlPage(headers)) return true;
  const isJson = readMediaType(getHeader(headers, 'content-type')).endsWith('json');
  return !isJson && !/^\s*(?:bearer\b|$)/i.test(getHeader(headers, 'www-authenticate') ?? '');
}

/** A documented error (`service.md` §7) that doesn't look like one of a gateway or framework. */
export function isDocumentedNotFound(body: ResponseBody, status: number, statusText: string): boolean {
  if (body.kind !== 'json' || body.label !== 'json' || !isJsonObject(body.value)) return false;
  const { message, statusCode } = body.value;
  if (statusCode !== status || typeof message !== 'string') return false;
  if (/\bDELETE\b|\/compute\/|\/workspaces\//.test(message) || routeWords.test(message)) return false;
  return !['', 'notfound', 'gone', readLetters(statusText)].includes(readLetters(message));
}

/** "HTTP error 404: Not Found" says no more than "Not Found". */
function readLetters(text: string): string {
  return text.toLowerCase().replace(/http|error|status|code|\P{L}/gu, '');
}

const routeWords =
  /(?<![\w-])(?:route|ruta|endpoint|operation|path|page|handler|api|ur[il]|host|upstream|backend|application|deployment)s?(?![\w-])/i;

export function isHtmlPage(headers: ResponseHeaders): boolean {
  return isHtmlType(readMediaType(getHeader(headers, 'content-type')));
}

export function isNoContent(status: number): boolean {
  return status === 204 || status === 205;
}
