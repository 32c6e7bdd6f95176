import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { createIdempotencyCache } from './idempotencyCache.ts';
import { createOperationMatcher } from './operations.ts';
import type { ConsoleEnv } from './requestLog.ts';
import {
  type Answer,
  codeOf,
  errorAnswer,
  forwardedHeaders,
  type Service,
  type ServiceCall,
  type ServiceHead,
  toResponse,
} from './service.ts';
import type { Limits } from './settings.ts';

/**
 * Builds what answers a request below /api: the operations of section 4 are passed on to a service, deletes once per
 * Idempotency-Key, and the rest is refused.
 * @param instancesPath path template of the listing, null where there is none
 */
export function createServiceProxy(service: Service, instancesPath: string | null, limits: Limits) {
  const match = createOperationMatcher(instancesPath);
  const answerOnce = createIdempotencyCache(limits);

  async function answerTo({ incoming, outgoing, entry }: ConsoleEnv['Bindings']): Promise<Answer | null> {
    const target = (incoming.url ?? '').slice('/api'.length);
    const [path = ''] = target.split('?', 1);
    entry.route = '/api/*';
    const found = match(incoming.method ?? '', path);
    if (found.kind === 'unknown') return errorAnswer(404, 'There is no such operation.');
    if (found.kind === 'refused') return errorAnswer(400, `The path has a part that ${found.why}.${unsent}`);
    if (found.kind === 'wrong-method')
      return errorAnswer(405, `This path takes ${found.allow}.`, { Allow: found.allow });
    entry.route = `/api${found.template}`;
    entry.provenPath = `/api${path}`;
    if (path !== target) return errorAnswer(400, `The operations take no query.${unsent}`);
    if (hasBody(incoming)) return errorAnswer(413, `The operations take no body.${unsent}`);
    const headers = forwardedHeaders(incoming, entry.requestId);
    if (typeof headers === 'string') return errorAnswer(400, headers + unsent);
    const call = { method: found.method, path, headers };
    if (found.method === 'GET') return passReadOn(service, call, outgoing, limits.readMs);

    const { authorization, 'idempotency-key': key } = headers;
    if (authorization === undefined) return errorAnswer(401, `A token is needed.${unsent}`);
    if (key === undefined) return errorAnswer(400, `A deletion needs an Idempotency-Key.${unsent}`);
    const intent = { key, authorization, target: path };
    const answer = await answerOnce(intent, () => sendDelete(service, call, limits));
    if (answer === 'mismatch')
      return errorAnswer(422, `This Idempotency-Key belongs to another deletion.${unsent}`);
    if (answer !== 'full') return answer;
    return errorAnswer(429, `Too many deletions are under way.${unsent}`, { 'Retry-After': '5' });
  }

  return async function handle({ env }: Context<ConsoleEnv>): Promise<Response> {
    const answer = await answerTo(env);
    return answer === null ? RESPONSE_ALREADY_SENT : toResponse(answer);
  };
}

const unsent = ' Nothing was sent.';

/**
 * Passes one read on and streams its response back, which gives null. Ends the call when the browser leaves. A response
 * that is cut, or in which both sides stay silent for `readMs`, is cut for the browser as well: it never looks complete.
 */
async function passReadOn(service: Service, call: ServiceCall, outgoing: ServerResponse, readMs: number) {
  const stop = new AbortController();
  const deadline = setTimeout(() => stop.abort(), readMs);
  outgoing.once('close', () => outgoing.writableFinished || stop.abort());
  try {
    const response = await service(call, stop.signal);
    const screened = screenResponse(response);
    if (!screened.pass) {
      response.body.destroy();
      return screened.answer;
    }
    outgoing.writeHead(response.statusCode, screened.headers);
    response.body.on('data', () => deadline.refresh());
    outgoing.on('drain', () => deadline.refresh());
    await pipeWhole(response.body, outgoing);
  } catch (error) {
    if (!outgoing.headersSent && !outgoing.destroyed)
      return failureOf(error, stop.signal.aborted ? readMs : null);
    // The status has to leave before the connection is cut: it is all the browser learns.
    outgoing.flushHeaders();
    outgoing.destroy();
  } finally {
    clearTimeout(deadline);
  }
  return null;
}

/** Rejects where the body is cut, and leaves the head to the caller. `stream.pipeline` takes half as long again a read. */
function pipeWhole(body: Readable, outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    body.once('end', resolve).once('error', reject).once('close', reject);
    body.pipe(outgoing);
  });
}

/**
 * Sends one delete (section 4.1) and waits for its whole answer, whoever still listens. Never rejects: a failure is
 * an answer {message, statusCode} too. A body that is cut or too large proves nothing about a 2xx, which becomes 502;
 * a status from 400 up stands on its own, but 404 and 410: they say that the instance is gone, and only a JSON object
 * makes them the service's own word.
 */
async function sendDelete(service: Service, call: ServiceCall, limits: Limits): Promise<Answer> {
  const stop = new AbortController();
  const deadline = setTimeout(() => stop.abort(), limits.deleteMs);
  try {
    const response = await service(call, stop.signal);
    const { statusCode: status } = response;
    const screened = screenResponse(response);
    if (!screened.pass) {
      response.body.destroy();
      return screened.answer;
    }
    const body = await readAll(response.body, limits.deleteAnswerBytes);
    if (typeof body === 'string') {
      if (body === 'cut' && stop.signal.aborted)
        return errorAnswer(504, `The service answered ${status}, then fell silent.`);
      const given = status < 400 || saysGone(status) ? 502 : status;
      return errorAnswer(given, `The service answered ${status}, but its answer was ${body}.`);
    }
    const answer = { status, headers: screened.headers, body };
    if (!saysGone(status) || holdsJsonObject(answer, limits.deleteAnswerBytes)) return answer;
    return errorAnswer(502, `The service answered ${status} without a JSON object, which proves nothing.`);
  } catch (error) {
    return failureOf(error, stop.signal.aborted ? limits.deleteMs : null);
  } finally {
    clearTimeout(deadline);
  }
}

async function readAll(body: Readable, maxBytes: number): Promise<Answer['body'] | 'cut' | 'too large'> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of body) {
      bytes += part.length;
      if (bytes > maxBytes) return 'too large';
      parts.push(Buffer.from(part));
    }
    return Buffer.concat(parts);
  } catch {
    return 'cut';
  }
}

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

const saysGone = (status: number) => status === 404 || status === 410;

/**
 * Whether a whole answer is labelled and readable as a JSON object: only then a 404 is the service's own word, and
 * not that of something in between (section 7). A compressed body may grow to `maxBytes`.
 */
function holdsJsonObject({ headers, body }: Omit<Answer, 'status'>, maxBytes: number): boolean {
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
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/**
 * What the browser is told where a service gave no complete head: 504 after a deadline of `waitedMs`, else 502. The code
 * of the system tells whether the request can have been sent at all; nothing else of the error leaves the server.
 */
function failureOf(error: unknown, waitedMs: number | null): Answer {
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

/** Whether a request announces a body; none of the operations takes one (section 4). */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}
