import type { IncomingMessage } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { forwardDelete, forwardRead } from './forwardCall.ts';
import { createIdempotencyCache } from './idempotencyCache.ts';
import { createOperationMatcher } from './operations.ts';
import { findRefusal, readReason } from './policy.ts';
import { type ConsoleEnv, classifyOutcome, createAudit } from './requestLog.ts';
import { type BufferedResponse, createErrorResponse, toResponse } from './responses.ts';
import { buildHeaders, type Service } from './service.ts';
import { getServiceId, type Limits, type Settings } from './settings.ts';

/**
 * Creates the handler of all requests below /api. It forwards the documented operations and the configured list of
 * instances, and rejects all other requests. It sends one DELETE per Idempotency-Key, and none that the policy refuses.
 */
export function createServiceProxy(service: Service, settings: Settings, limits: Limits) {
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
    // The console would take a 404 to a DELETE for a sign that the instance is gone.
    if (operation.kind === 'unknown') return reject(audit === null ? 404 : 400, 'Unknown operation.');
    if (operation.kind === 'invalid') return reject(400, `A part of the path ${operation.problem}.`);
    if (operation.kind === 'wrong-method') {
      const { allow } = operation;
      return reject(405, `This path supports only ${allow}.`, { Allow: allow });
    }
    entry.route = `/api${operation.template}`;
    entry.rawPath = `/api${path}`;
    if (audit !== null) {
      [audit.workspace = null, audit.database = null, audit.instance = null] = operation.values;
      const read = readReason(incoming);
      if ('reason' in read) audit.reason = read.reason;
      const refusal = findRefusal(settings.policy, operation.values, audit.reason);
      if (refusal !== null) return reject(403, refusal);
      if ('problem' in read) return reject(400, read.problem);
    }
    if (path !== target) return reject(400, "Query strings aren't supported.");
    if (hasBody(incoming)) return reject(413, "Request bodies aren't supported.");
    const { 'console-service-id': pageServiceId } = incoming.headers;
    // Use 422, because Chrome repeats a request after a 421, and the console repeats a read after a 409.
    if (pageServiceId !== undefined && pageServiceId !== (await serviceId))
      return reject(422, 'This console now uses a different service. Reload the page.');
    const headers = buildHeaders(incoming, entry.requestId);
    if (typeof headers === 'string') return reject(400, headers);
    const { authorization, 'idempotency-key': key } = headers;
    // A proxy in front of the console may ask for a different scheme, whose password the service must not see.
    if (authorization === undefined || !/^bearer /i.test(authorization))
      return reject(401, 'An access token is required.');
    const call = { method: operation.method, path, headers };
    if (audit === null) return forwardRead(service, call, outgoing, limits.readMs);

    if (key === undefined) return reject(400, 'A deletion requires an Idempotency-Key.');
    const deletion = deleteOnce({ key, authorization, target: path }, () =>
      forwardDelete(service, call, limits),
    );
    if (deletion === 'mismatch') return reject(422, 'This Idempotency-Key belongs to a different deletion.');
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

function reject(status: number, message: string, headers?: Record<string, string>): BufferedResponse {
  return createErrorResponse(status, `${message} No request was sent.`, headers);
}

export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}
