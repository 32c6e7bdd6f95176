import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { addAbortSignal, Readable } from 'node:stream';
import { Pool } from 'undici';
import { createSandbox, type Sandbox } from '../sandbox/app.ts';
import type { Settings } from './settings.ts';

/** A whole answer for the browser. */
export type Answer = { status: number; headers: Record<string, string>; body: Uint8Array<ArrayBuffer> };

/** A call with the raw path below base_url, which is passed on byte for byte. */
export type ServiceCall = { method: 'GET' | 'DELETE'; path: string; headers: Record<string, string> };

export type ServiceHead = { statusCode: number; headers: Record<string, string | string[] | undefined> };

/**
 * Where the calls go: the sandbox in this process, or a real service. Throws where no complete head came back; the body
 * never ends cleanly where it was cut. The signal ends both.
 */
export type Service = (call: ServiceCall, signal: AbortSignal) => Promise<ServiceHead & { body: Readable }>;

/**
 * A real service, called with the raw path behind the path of base_url: `fetch` and `new URL` would normalise it.
 * Redirects are not followed, and the caller watches the time.
 * @param serviceUrl base_url (section 1), without a slash at its end
 */
function remoteService(serviceUrl: string): Service {
  const { origin, pathname } = new URL(serviceUrl);
  const basePath = pathname.replace(/\/+$/, '');
  const untimed = { headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 60_000 } };
  const reads = new Pool(origin, { ...untimed, connections: 256 });
  // No keep-alive: a connection that the service just closed would leave a delete in doubt for nothing.
  const deletes = new Pool(origin, { ...untimed, pipelining: 0 });
  return async ({ method, path, headers }, signal) => {
    const pool = method === 'GET' ? reads : deletes;
    const request = () => pool.request({ method, path: basePath + path, headers, signal });
    const response = await request().catch((error: unknown) => {
      // Most likely a kept-alive connection that the service just dropped; a read may be asked once more.
      const hasDropped = /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(codeOf(error));
      if (method === 'GET' && hasDropped && !signal.aborted) return request();
      throw error;
    });
    response.body.on('error', ignore);
    return response;
  };
}

/** The service that the settings ask for. */
export function serviceOf({ service }: Settings): Service {
  return service.kind === 'proxy' ? remoteService(service.url) : sandboxService(createSandbox(service));
}

/** The sandbox as a service: a Hono app that is called in this process. */
export function sandboxService(sandbox: Pick<Sandbox, 'fetch'>): Service {
  return async ({ method, path, headers }, signal) => {
    const request = new Request(`http://sandbox.invalid${path}`, { method, headers, signal });
    const aborted = once(signal, 'abort').then(() => Promise.reject(signal.reason));
    const response = await Promise.race([sandbox.fetch(request), aborted]);
    // The sandbox does not watch the signal once it has answered.
    const body = addAbortSignal(signal, Readable.from(response.body ?? [])).on('error', ignore);
    return { statusCode: response.status, headers: Object.fromEntries(response.headers), body };
  };
}

function ignore(): void {}

/**
 * The only headers that go to the service: authorization (section 5), accept, idempotency-key and the request id.
 * Gives a sentence instead, without echoing any value, where one of them could be read in two ways.
 */
export function forwardedHeaders(
  { headersDistinct }: Pick<IncomingMessage, 'headersDistinct'>,
  requestId: string,
): Record<string, string> | string {
  const { authorization = [], 'idempotency-key': keys = [], accept = [] } = headersDistinct;
  if (authorization.length > 1 || !authorization.every((value) => words.test(value)))
    return 'The Authorization header is malformed.';
  if (keys.length > 1 || !keys.every((value) => /^[\x21-\x7e]{1,128}$/.test(value)))
    return 'The Idempotency-Key header must be one value of at most 128 visible characters.';
  const accepted = accept.join(', ');
  return {
    accept: /^[\x20-\x7e]{1,256}$/.test(accepted) ? accepted : 'application/json',
    'x-request-id': requestId,
    ...(authorization[0] !== undefined && { authorization: authorization[0] }),
    ...(keys[0] !== undefined && { 'idempotency-key': keys[0] }),
  };
}

const words = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;

/** The code of an error of the system or of undici; empty where it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** An answer with an error of the shape of section 7, in the server's own words. */
export function errorAnswer(statusCode: number, message: string, headers: Answer['headers'] = {}): Answer {
  return jsonAnswer({ message, statusCode }, statusCode, headers);
}

/** An answer with a JSON body. */
export function jsonAnswer(value: unknown, status = 200, headers: Answer['headers'] = {}): Answer {
  const body = Buffer.from(JSON.stringify(value));
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}

/** The response that gives an answer, with the length of what there is of it. */
export function toResponse({ status, headers, body }: Answer): Response {
  if (status === 204 || status === 205 || status === 304) return new Response(null, { status, headers });
  return new Response(body, { status, headers: { ...headers, 'content-length': `${body.length}` } });
}
