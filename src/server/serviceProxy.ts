import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { createIdempotencyCache } from './idempotencyCache.ts';
import { createOperationMatcher } from './operations.ts';
import type { ConsoleEnv } from './requestLog.ts';
import type { Answer, Service, ServiceCall } from './service.ts';
import {
  errorAnswer,
  failureOf,
  forwardedHeaders,
  holdsJsonObject,
  refuse,
  saysGone,
  screenResponse,
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

  return async function handle({
    env: { incoming, outgoing, entry },
  }: Context<ConsoleEnv>): Promise<Response> {
    const target = (incoming.url ?? '').slice('/api'.length);
    const [path = ''] = target.split('?', 1);
    entry.route = '/api/*';
    const found = match(incoming.method ?? '', path);
    if (found.kind === 'unknown') return refuse(404, 'There is no such operation.');
    if (found.kind === 'refused') return refuse(400, `The path has a part that ${found.why}.${unsent}`);
    if (found.kind === 'wrong-method')
      return refuse(405, `This path takes ${found.allow}.`, { Allow: found.allow });
    entry.route = `/api${found.template}`;
    entry.provenPath = `/api${path}`;
    if (path !== target) return refuse(400, `The operations take no query.${unsent}`);
    if (hasBody(incoming)) return refuse(413, `The operations take no body.${unsent}`);
    const headers = forwardedHeaders(incoming, entry.requestId);
    if (typeof headers === 'string') return refuse(400, headers + unsent);
    const call = { method: found.method, path, headers };
    if (found.method === 'GET') return passReadOn(service, call, outgoing, limits.readMs);

    const { authorization, 'idempotency-key': key } = headers;
    if (authorization === undefined) return refuse(401, `A token is needed.${unsent}`);
    if (key === undefined) return refuse(400, `A deletion needs an Idempotency-Key.${unsent}`);
    const intent = { key, authorization, target: path };
    const answer = await answerOnce(intent, () => sendDelete(service, call, limits));
    if (answer === 'mismatch')
      return refuse(422, `This Idempotency-Key belongs to another deletion.${unsent}`);
    if (answer === 'full')
      return refuse(429, `Too many deletions are under way.${unsent}`, { 'Retry-After': '5' });
    return toResponse(answer);
  };
}

const unsent = ' Nothing was sent.';

/**
 * Passes one read on and streams its response back. Ends the call when the browser leaves. A response that is cut, or
 * in which both sides stay silent for `readMs`, is cut for the browser as well: it never looks complete.
 */
async function passReadOn(
  service: Service,
  call: ServiceCall,
  outgoing: ServerResponse,
  readMs: number,
): Promise<Response> {
  const stop = new AbortController();
  const deadline = setTimeout(() => stop.abort(), readMs);
  outgoing.once('close', () => stop.abort());
  try {
    const response = await service(call, stop.signal);
    const screened = screenResponse(response);
    if (!screened.pass) {
      response.body.destroy();
      return toResponse(screened.answer);
    }
    outgoing.writeHead(response.statusCode, screened.headers);
    // Before the body, which may be cut: the status is then all the browser learns.
    outgoing.flushHeaders();
    response.body.on('data', () => deadline.refresh());
    outgoing.on('drain', () => deadline.refresh());
    await pipeline(response.body, outgoing);
  } catch (error) {
    if (!outgoing.headersSent && !outgoing.destroyed)
      return toResponse(failureOf(error, stop.signal.aborted ? readMs : null));
  } finally {
    clearTimeout(deadline);
  }
  return RESPONSE_ALREADY_SENT;
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

/** Whether a request announces a body; none of the operations takes one (section 4). */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}
