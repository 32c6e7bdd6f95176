import type { ServerResponse } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import {
  type BodyReadProblem,
  createDecoder,
  parseResponseBody,
  type ResponseBody,
  readMediaType,
} from '../../rules/body.ts';
import { redactJson } from '../../rules/text.ts';
import { getErrorCode, OutboundProxyError, type ServiceHeaders, type ServiceResponse } from './client.ts';

export type ReceivedResponse = Omit<ServiceResponse, 'body'> & {
  bytes: Uint8Array;
  problem: BodyReadProblem | null;
};

export function getHeader(headers: ServiceHeaders, name: string): string | null {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

/** Never rejects. Stops after `maxBytes`, because an endless body would fill the memory. */
export async function readBody(
  { body, ...response }: ServiceResponse,
  maxBytes: number,
  signal: AbortSignal,
): Promise<ReceivedResponse> {
  // After 101, the body is the bare connection.
  if (hasNoBody(response.status) || response.status < 200) {
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

/** Undoes `Content-Encoding`, although we ask for none. A body in an unknown one emits an error. */
function decompress(body: Readable, headers: ServiceHeaders): Readable {
  const coding = getHeader(headers, 'content-encoding')?.trim().toLowerCase() ?? '';
  // Some servers name the charset here.
  if (/^(?:identity|utf-?8)?$/.test(coding)) return body;
  return pipeline(body, coding === 'br' ? createBrotliDecompress() : createUnzip(), () => {});
}

/** Without the token, because its texts are stored and shown. */
export function decodeBody(
  { status, headers, bytes, problem }: Omit<ReceivedResponse, 'statusText'>,
  token: string,
): ResponseBody {
  const type = getHeader(headers, 'content-type');
  const body = parseResponseBody(status, readMediaType(type), createDecoder(type).decode(bytes), problem);
  return body.kind === 'json' ? { ...body, value: redactJson(body.value, token) } : body;
}

/** False for a 401 of a proxy or login page on the way, which says nothing about the token. */
export function isFromService(headers: ServiceHeaders, body: ResponseBody | null = null): boolean {
  if (body?.kind === 'html' || isHtmlPage(headers)) return false;
  const isJson = readMediaType(getHeader(headers, 'content-type')).endsWith('json');
  return isJson || !hasNonBearerChallenge(getHeader(headers, 'www-authenticate'));
}

export function hasNonBearerChallenge(header: string | null): boolean {
  // Outside of quotes, a comma separates challenges and parameters. Only a challenge starts with a scheme.
  const parts = (header ?? '').replace(/"[^"]*"/g, '').split(',');
  return parts.some((part) => part.trim() !== '' && !/^\s*(?:bearer(?:\s|$)|[^\s=]+\s*=)/i.test(part));
}

function isHtmlPage(headers: ServiceHeaders): boolean {
  return /^(?:text\/html|application\/xhtml\+xml)$/.test(readMediaType(getHeader(headers, 'content-type')));
}

export function hasNoBody(status: number): boolean {
  return status === 204 || status === 205;
}

/** What the browser gets instead of a response to a read that it would misunderstand, or null. */
export function findReadProblem({
  status,
  headers,
}: Pick<ServiceResponse, 'status' | 'headers'>): { status: number; message: string } | null {
  const problem = (errorStatus: number, cause: string) => ({
    status: errorStatus,
    message: `The service responded with ${cause}.`,
  });
  if (status < 200 || status > 599) return problem(502, `an unexpected status (${status})`);
  if (status >= 300 && status <= 399) return problem(502, `a redirect (${status})`);
  if (hasNoBody(status)) return null;
  // A 401 of anything else would sign the admin out.
  const isForeign401 = status === 401 && !isFromService(headers);
  const errorStatus = status < 400 || isForeign401 ? 502 : status;
  if (isHtmlPage(headers)) return problem(errorStatus, `${status} and an HTML page instead of JSON`);
  return isForeign401 ? problem(502, '401, but asked for a password instead of a token') : null;
}

/** What our server says about the service has no `code`, because it isn't a refusal. */
export function sendError(
  outgoing: ServerResponse,
  statusCode: number,
  message: string,
  headers: Record<string, string> = {},
): number {
  const body = Buffer.from(JSON.stringify({ message, statusCode }));
  const ownHeaders = { 'content-type': 'application/json', 'content-length': body.length };
  outgoing.writeHead(statusCode, { ...ownHeaders, ...headers }).end(body);
  return statusCode;
}

/** Never `Set-Cookie`, `WWW-Authenticate`, repeated or hop-by-hop headers. */
export function pickHeaders(headers: ServiceHeaders, names: readonly string[]): Record<string, string> {
  const picked = names.map((name) => [name, headers[name]]);
  return Object.fromEntries(picked.filter(([, value]) => typeof value === 'string'));
}

export const forwardedHeaderNames = [
  ...['content-type', 'content-encoding', 'content-length', 'date', 'age', 'retry-after', 'x-request-id'],
  // By these, a service says that a list is only a part.
  ...['link', 'x-total-count'],
];

/** Why no response arrived, as a sentence that names only what is known. */
export function describeConnectionFailure(error: unknown, isConnected = false): string {
  if (error instanceof OutboundProxyError)
    return `The outbound proxy refused to connect to the service (${error.message}).`;
  const code = getErrorCode(error);
  if (code === 'HPE_HEADER_OVERFLOW') return 'The service responded with more than 64 KiB of headers.';
  if (code.startsWith('HPE_')) return 'The service sent a malformed response.';
  if (code === 'ECONNRESET' || code === 'EPIPE')
    return `The connection to the service closed without a response (${code}).`;
  const failure = isConnected ? 'The connection to the service failed' : 'The service could not be reached';
  return `${failure}${code && ` (${code})`}.`;
}
