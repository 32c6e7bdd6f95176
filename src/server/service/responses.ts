import type { Readable } from 'node:stream';
import { partialListHeaders } from '../../rules/responseHeaders.ts';
import type { RawServiceResponse, ServiceCall, ServiceHeaders } from './service.ts';

/** In memory, so it can be sent more than once. */
export type BufferedResponse = {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
};

export function createErrorResponse(
  statusCode: number,
  message: string,
  headers: BufferedResponse['headers'] = {},
): BufferedResponse {
  return createJsonResponse({ message, statusCode }, statusCode, headers);
}

export function createJsonResponse(
  value: unknown,
  status = 200,
  headers: BufferedResponse['headers'] = {},
): BufferedResponse {
  const body = Buffer.from(JSON.stringify(value));
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}

export function toResponse({ status, headers, body }: BufferedResponse): Response {
  if (status === 204 || status === 205) return new Response(null, { status, headers });
  return new Response(body, { status, headers: { ...headers, 'content-length': `${body.length}` } });
}

/** Null passes the response on. A 204, 205 or empty "HTML" 202 loses only its body and content type. */
export async function findReplacement(
  { statusCode, headers, body }: RawServiceResponse,
  method: ServiceCall['method'],
): Promise<BufferedResponse | null> {
  const keptHeaders = pickHeaders(headers, ['retry-after', 'x-request-id']);
  if (statusCode < 200 || (statusCode >= 300 && statusCode < 400) || statusCode > 599) {
    body.destroy();
    const problem = statusCode >= 300 && statusCode < 400 ? 'a redirect' : 'an unexpected status';
    return createErrorResponse(502, `The service responded with ${problem} (${statusCode}).`, keptHeaders);
  }
  const isHtmlPage = htmlType.test(String(headers['content-type'] ?? ''));
  const isEmpty = statusCode === 202 && isHtmlPage && (await readResponseBody(body, 0)) instanceof Uint8Array;
  if (statusCode === 204 || statusCode === 205 || isEmpty) {
    body.destroy();
    return { status: statusCode, headers: keptHeaders, body: new Uint8Array() };
  }
  if (!isHtmlPage) return null;
  body.destroy();
  const message = `The service responded with ${statusCode} and an HTML page instead of JSON.`;
  return createErrorResponse(chooseErrorStatus(statusCode, method), message, keptHeaders);
}

const htmlType = /^\s*(?:text\/html|application\/xhtml\+xml)/i;

/** For a DELETE, a 404 or 410 becomes a 502, or the console would conclude that the instance is gone. */
export function chooseErrorStatus(status: number, method: ServiceCall['method']): number {
  const wouldProveGone = method === 'DELETE' && (status === 404 || status === 410);
  return status < 400 || wouldProveGone ? 502 : status;
}

/** Never `Set-Cookie`, `WWW-Authenticate`, repeated or hop-by-hop headers. */
export function pickHeaders(headers: ServiceHeaders, names = passedHeaderNames): Record<string, string> {
  const pickedHeaders: Record<string, string> = {};
  for (const name of names) {
    const value = headers[name];
    if (typeof value === 'string') pickedHeaders[name] = value;
  }
  return pickedHeaders;
}

const passedHeaderNames = [
  ...['content-type', 'content-encoding', 'content-length', 'date', 'retry-after', 'x-request-id'],
  ...partialListHeaders,
];

export async function readResponseBody(
  body: Readable,
  maxBytes: number,
): Promise<BufferedResponse['body'] | 'cut off' | 'too large'> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > maxBytes) return 'too large';
      chunks.push(Buffer.from(chunk));
    }
    return Buffer.concat(chunks);
  } catch {
    return 'cut off';
  }
}
