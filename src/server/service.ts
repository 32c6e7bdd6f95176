import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { addAbortSignal, Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
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

/**
 * Judges the head of a service's response: the headers the browser may see, or what it is told instead. Cookies and
 * hop-by-hop headers never pass. A redirect or a web page never passes either, but a status from 400 up keeps its
 * number: it tells the browser that a delete was refused. 404 and 410 do not: a page of something in between is no word
 * about what is there.
 */
export function screenResponse({ statusCode, headers }: ServiceHead): Screened {
  if (statusCode < 200 || (statusCode >= 300 && statusCode < 400) || statusCode > 599)
    return { pass: false, answer: errorAnswer(502, `The service answered with a redirect (${statusCode}).`) };
  if (/^\s*(?:text\/html|application\/xhtml\+xml)/i.test(String(headers['content-type'] ?? ''))) {
    const status = statusCode < 400 || saysGone(statusCode) ? 502 : statusCode;
    const message = `The service answered ${statusCode} with a web page instead of JSON.`;
    return { pass: false, answer: errorAnswer(status, message) };
  }
  const passed: Record<string, string> = {};
  for (const name of ['content-type', 'content-encoding', 'retry-after', 'content-length', 'x-request-id']) {
    const value = headers[name];
    if (typeof value === 'string') passed[name] = value;
  }
  if (statusCode === 204 || statusCode === 205) delete passed['content-length'];
  if (!/^[\w.:-]{1,128}$/.test(passed['x-request-id'] ?? '')) delete passed['x-request-id'];
  return { pass: true, headers: passed };
}

type Screened = { pass: true; headers: Record<string, string> } | { pass: false; answer: Answer };

/** Statuses that would take an instance off the list. */
export function saysGone(status: number): boolean {
  return status === 404 || status === 410;
}

/**
 * Whether a whole answer is labelled and readable as a JSON object: only then a 404 is the service's own word, and
 * not that of something in between (section 7). A compressed body may grow to `maxBytes`.
 */
export function holdsJsonObject({ headers, body }: Omit<Answer, 'status'>, maxBytes: number): boolean {
  if (!/^\s*application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(headers['content-type'] ?? '')) return false;
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  try {
    const plain = decoders[encoding]?.(body, { maxOutputLength: maxBytes });
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plain));
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

const decoders: Record<string, (body: Uint8Array, options: { maxOutputLength: number }) => Uint8Array> = {
  identity: (body) => body,
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/**
 * What the browser is told where a service gave no complete head: 504 after a deadline of `waitedMs`, else 502. The code
 * of the system tells whether the request can have been sent at all; nothing else of the error leaves the server.
 */
export function failureOf(error: unknown, waitedMs: number | null): Answer {
  if (waitedMs !== null)
    return errorAnswer(504, `The service did not answer within ${waitedMs / 1000} seconds.`);
  const code = codeOf(error) || 'no answer';
  const sent = neverConnected.test(code)
    ? 'The request was probably not sent.'
    : 'It may have been received.';
  return errorAnswer(502, `The service could not be reached (${code}). ${sent}`);
}

const neverConnected =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|E(?:HOST|NET)UNREACH|CERT_.+|.*SELF_SIGNED_CERT.*|UNABLE_TO_VERIFY_LEAF_SIGNATURE|ERR_TLS_CERT_ALTNAME_INVALID)$/;

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** An answer with an error of the shape of section 7, in the server's own words. */
export function errorAnswer(statusCode: number, message: string): Answer {
  return jsonAnswer({ message, statusCode }, statusCode);
}

/** An answer with a JSON body. */
export function jsonAnswer(value: unknown, status = 200): Answer {
  const headers = { 'content-type': 'application/json' };
  return { status, headers, body: Buffer.from(JSON.stringify(value)) };
}

/** The response that gives an answer, with the length of what there is of it. */
export function toResponse({ status, headers, body }: Answer): Response {
  if (status === 204 || status === 205 || status === 304) return new Response(null, { status, headers });
  return new Response(body, { status, headers: { ...headers, 'content-length': `${body.length}` } });
}

/** The response to what is not passed on. */
export function refuse(status: number, message: string, more: Record<string, string> = {}): Response {
  const { headers, body } = errorAnswer(status, message);
  return toResponse({ status, headers: { ...headers, ...more }, body });
}
