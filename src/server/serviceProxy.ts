import type { IncomingMessage } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { forwardDelete, forwardRead } from './forwardCall.ts';
import { createIdempotencyCache } from './idempotencyCache.ts';
import { createOperationMatcher } from './operations.ts';
import { type ConsoleEnv, classifyOutcome, createAudit } from './requestLog.ts';
import { type BufferedResponse, createErrorResponse, toResponse } from './responses.ts';
import { buildHeaders, type Service } from './service.ts';
import { getServiceId, type Limits, type Settings } from './settings.ts';

/**
 * Creates the handler of all requests below /api. It forwards the documented operations and the configured list of
 * instances, and rejects all other requests. It sends one DELETE per Idempotency-Key.
 */
export function createServiceProxy(
  service: Service,
  settings: Pick<Settings, 'service' | 'instancesPath' | 'auditKey'>,
  limits: Limits,
) {
  const matchOperation = createOperationMatcher(settings.instancesPath);
  const serviceId = getServiceId(settings);
  const deleteOnce = createIdempotencyCache(limits);
  const newAudit = createAudit(settings.auditKey);

  async function respond(env: ConsoleEnv['Bindings']): Promise<BufferedResponse | null> {
    const { incoming, outgoing, entry } = env;
    const target = (incoming.url ?? '').slice('/api'.length);
    const [path = ''] = target.split('?', 1);
    entry.route = '/api/*';
    const audit = incoming.method === 'DELETE' ? newAudit(incoming) : null;
    entry.audit = audit;
    const operation = matchOperation(incoming.method ?? '', path);
    if (operation.kind === 'unknown') return createErrorResponse(404, `Unknown operation.${notSent}`);
    if (operation.kind === 'invalid')
      return createErrorResponse(400, `A part of the path ${operation.problem}.${notSent}`);
    if (operation.kind === 'wrong-method') {
      const { allow } = operation;
      return createErrorResponse(405, `This path supports only ${allow}.${notSent}`, { Allow: allow });
    }
    entry.route = `/api${operation.template}`;
    entry.rawPath = `/api${path}`;
    if (audit !== null)
      [audit.workspace = null, audit.database = null, audit.instance = null] = operation.values;
    if (path !== target) return createErrorResponse(400, `Query strings aren’t supported.${notSent}`);
    if (hasBody(incoming)) return createErrorResponse(413, `Request bodies aren’t supported.${notSent}`);
    const { 'console-service-id': pageServiceId } = incoming.headers;
    // Use 422, because Chrome repeats a request after a 421, and the console repeats a read after a 409.
    if (pageServiceId !== undefined && pageServiceId !== (await serviceId))
      return createErrorResponse(
        422,
        `This console now uses a different service. Reload the page.${notSent}`,
      );
    const headers = buildHeaders(incoming, entry.requestId);
    if (typeof headers === 'string') return createErrorResponse(400, headers + notSent);
    const { authorization, 'idempotency-key': key } = headers;
    if (authorization === undefined)
      return createErrorResponse(401, `An access token is required.${notSent}`);
    const call = { method: operation.method, path, headers };
    if (audit === null) return forwardRead(service, call, outgoing, limits.readMs);

    if (key === undefined)
      return createErrorResponse(400, `A deletion requires an Idempotency-Key.${notSent}`);
    const disconnectController = new AbortController();
    outgoing.once('close', () => disconnectController.abort());
    const deletion = deleteOnce(
      { key, authorization, target: path, disconnected: disconnectController.signal },
      (abandoned) => forwardDelete(service, call, limits, abandoned),
    );
    if (deletion === 'mismatch')
      return createErrorResponse(422, `This Idempotency-Key belongs to another deletion.${notSent}`);
    if (deletion === 'full')
      return createErrorResponse(429, `Too many deletions in progress.${notSent}`, { 'Retry-After': '5' });
    audit.answeredBy = deletion.isFromCache ? 'cache' : 'service';
    audit.outcome = 'unknown';
    const result = await deletion.result;
    audit.outcome = classifyOutcome(result);
    return result;
  }

  return async function handle({ env }: Context<ConsoleEnv>): Promise<Response> {
    const response = await respond(env);
    return response === null ? RESPONSE_ALREADY_SENT : toResponse(response);
  };
}

const notSent = ' No request was sent.';

export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}
