import type { ServerResponse } from 'node:http';
import { partialListHeaders } from '../../rules/responseHeaders.ts';
import type { RawServiceResponse, ServiceHeaders } from './client.ts';
import { isFromService, isHtmlPage } from './serviceResponse.ts';

/** A whole response of our server, in memory. */
export type BufferedResponse = {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
};

/** What our server says about the service has no `code`, because it isn't a refusal. */
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
  if (hasNoBody(status)) return new Response(null, { status, headers });
  return new Response(body, { status, headers: { ...headers, 'content-length': `${body.length}` } });
}

export function writeResponse(outgoing: ServerResponse, { status, headers, body }: BufferedResponse): void {
  if (hasNoBody(status)) outgoing.writeHead(status, headers).end();
  else outgoing.writeHead(status, { ...headers, 'content-length': `${body.length}` }).end(body);
}

/** Their content is ignored, whatever it is. */
export function hasNoBody(status: number): boolean {
  return status === 204 || status === 205;
}

/** What the browser gets instead of a response to a read that it would misunderstand, or null. */
export function findReadProblem({
  status,
  headers,
}: Pick<RawServiceResponse, 'status' | 'headers'>): { status: number; message: string } | null {
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

/** Never `Set-Cookie`, `WWW-Authenticate`, repeated or hop-by-hop headers. */
export function pickHeaders(headers: ServiceHeaders, names: readonly string[]): Record<string, string> {
  const pickedHeaders: Record<string, string> = {};
  for (const name of names) {
    const value = headers[name];
    if (typeof value === 'string') pickedHeaders[name] = value;
  }
  return pickedHeaders;
}

/** What the browser gets of the headers of a read. */
export function readPassedHeaders(headers: ServiceHeaders): Record<string, string> {
  return pickHeaders(headers, passedHeaderNames);
}

const passedHeaderNames = [
  ...['content-type', 'content-encoding', 'content-length', 'date', 'age', 'retry-after', 'x-request-id'],
  ...partialListHeaders,
];
