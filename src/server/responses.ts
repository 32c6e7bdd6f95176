import type { Readable } from 'node:stream';
import type { ServiceCall, ServiceHeaders, ServiceResponse } from './service.ts';

/** A complete response in memory, so that it can be sent more than once. */
export type BufferedResponse = {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
};

/** Builds an error of the shape of section 7, with a sentence of this server. */
export function errorResponse(
  statusCode: number,
  message: string,
  headers: BufferedResponse['headers'] = {},
): BufferedResponse {
  return jsonResponse({ message, statusCode }, statusCode, headers);
}

export function jsonResponse(
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

/**
 * Returns the response that replaces the service's response, or null to pass it on unchanged. Replaces redirects, unexpected
 * statuses and web pages. A 204, a 205 and an empty 202 web page keep their status but lose their content type. The browser
 * judges everything else.
 */
export async function replacementFor(
  { statusCode, headers, body }: ServiceResponse,
  method: ServiceCall['method'],
): Promise<BufferedResponse | null> {
  const keptHeaders = passedHeaders(headers, ['retry-after', 'x-request-id']);
  if (statusCode < 200 || (statusCode >= 300 && statusCode < 400) || statusCode > 599) {
    body.destroy();
    const problem = redirects.has(statusCode) ? 'a redirect' : 'an unexpected status';
    return errorResponse(502, `The service responded with ${problem} (${statusCode}).`, keptHeaders);
  }
  const isWebPage = webPage.test(String(headers['content-type'] ?? ''));
  const isEmpty = statusCode === 202 && isWebPage && (await readAll(body, 0)) instanceof Uint8Array;
  if (statusCode === 204 || statusCode === 205 || isEmpty) {
    body.destroy();
    return { status: statusCode, headers: keptHeaders, body: new Uint8Array() };
  }
  if (!isWebPage) return null;
  body.destroy();
  const message = `The service responded with ${statusCode} and a web page instead of JSON.`;
  return errorResponse(replacedStatus(statusCode, method), message, keptHeaders);
}

const redirects = new Set([301, 302, 303, 307, 308]);
const webPage = /^\s*(?:text\/html|application\/xhtml\+xml)/i;

/**
 * Returns the status for an unusable response. A 2xx, or a 404 or 410 to a DELETE, would count as proof that the instance is
 * gone, so it becomes 502.
 */
export function replacedStatus(status: number, method: ServiceCall['method']): number {
  const saysGone = method === 'DELETE' && (status === 404 || status === 410);
  return status < 400 || saysGone ? 502 : status;
}

/** Picks the headers that the browser may see. Skips repeated headers, cookies and hop-by-hop headers. */
export function passedHeaders(headers: ServiceHeaders, names = passedNames): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const name of names) {
    const value = headers[name];
    if (typeof value === 'string') passed[name] = value;
  }
  if (!/^[\w.:-]{1,128}$/.test(passed['x-request-id'] ?? '')) delete passed['x-request-id'];
  return passed;
}

const passedNames = ['content-type', 'content-encoding', 'retry-after', 'content-length', 'x-request-id'];

export async function readAll(
  body: Readable,
  maxBytes: number,
): Promise<BufferedResponse['body'] | 'cut' | 'too large'> {
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
    return 'cut';
  }
}
