import { createHash } from 'node:crypto';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import { findReadOnlyRefusal, findRefusal, readReason, unusableReasonSentence } from '../policy.ts';
import { createAuditFactory, type HonoEnv, toAuditOutcome } from '../requestLog.ts';
import { type DeleteResult, forwardDelete, forwardRead } from '../service/forwardCall.ts';
import { type BufferedResponse, createErrorResponse, toResponse } from '../service/responses.ts';
import type { ServiceClient } from '../service/service.ts';
import { getServiceId, type Settings, type TimeLimits } from '../settings.ts';
import { createRequestMatcher } from './operations.ts';

/** Forwards known operations only, one DELETE per Idempotency-Key, and none that the policy refuses. */
export function createServiceProxy(service: ServiceClient, settings: Settings, limits: TimeLimits) {
  const matchOperation = createRequestMatcher(settings.instancesPath);
  const serviceId = getServiceId(settings);
  const deleteOnce = createDeleteOnce();
  const newAudit = createAuditFactory(settings.auditKey);

  async function respond(env: HonoEnv['Bindings']): Promise<BufferedResponse | null> {
    const { incoming, outgoing, entry } = env;
    const target = (incoming.url ?? '').slice('/api'.length);
    const [path = ''] = target.split('?', 1);
    entry.route = '/api/*';
    const audit = incoming.method === 'DELETE' ? newAudit(incoming) : null;
    entry.audit = audit;
    // Whatever its path, a read-only console forwards no DELETE.
    const readOnly = audit === null ? null : findReadOnlyRefusal(settings.policy);
    const operation = matchOperation(incoming.method ?? '', path);
    if (readOnly !== null && operation.kind !== 'operation') return reject(403, readOnly);
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
      const reason = readReason(String(incoming.headers['console-reason'] ?? ''));
      if (settings.policy.reason !== 'off') audit.reason = reason || null;
      const refusal = readOnly ?? findRefusal(settings.policy, operation.values, reason);
      if (refusal !== null) return reject(403, refusal);
      if (reason === null) return reject(400, unusableReasonSentence);
    }
    if (path !== target) return reject(400, "Query strings aren't supported.");
    const { authorization = '', 'console-service-id': pageServiceId } = incoming.headers;
    // Use 422, because Chrome repeats a request after a 421, and the console repeats a read after a 409.
    if (pageServiceId !== undefined && pageServiceId !== (await serviceId))
      return reject(422, 'This console now uses a different service. Reload the page.');
    // A proxy in front may ask for a different scheme, whose password the service must not see.
    if (!/^bearer [\x21-\x7e]+$/i.test(authorization)) return reject(401, 'An access token is required.');
    // Cookies and the reason of a delete stay here.
    const headers = { accept: 'application/json', authorization, 'x-request-id': entry.requestId };
    if (audit === null)
      return forwardRead(service, { method: 'GET', path, headers }, outgoing, limits.readMs);

    const key = String(incoming.headers['idempotency-key'] ?? '');
    if (!/^[\x21-\x7e]{1,128}$/.test(key))
      return reject(400, 'A deletion requires an Idempotency-Key of at most 128 visible characters.');
    const call = { method: 'DELETE', path, headers: { ...headers, 'idempotency-key': key } } as const;
    const deletion = deleteOnce(key, `${authorization} ${path}`, () => forwardDelete(service, call, limits));
    if (deletion === 'mismatch') return reject(422, 'This Idempotency-Key belongs to a different deletion.');
    audit.answeredBy = deletion.isFromCache ? 'cache' : 'service';
    audit.outcome = 'unknown';
    const result = await deletion.result;
    audit.outcome = toAuditOutcome(result);
    return result;
  }

  return async function handle({ env }: Context<HonoEnv>): Promise<Response> {
    const response = await respond(env);
    return response === null ? RESPONSE_ALREADY_SENT : toResponse(response);
  };
}

function reject(status: number, message: string, headers?: Record<string, string>): BufferedResponse {
  return createErrorResponse(status, `${message} No request was sent to the service.`, headers);
}

/** Browsers silently resend a DELETE if a reused connection drops. It gets the first result, for 10 min. */
function createDeleteOnce() {
  type Entry = { requestHash: string; result: Promise<DeleteResult> };
  const entries = new LRUCache<string, Entry>({ max: 10_000, maxSize: 64_000_000, ttl: 600_000 });

  /** `request` is the token and target, which must be the same in each request with this key. */
  return function deleteOnce(key: string, request: string, send: () => Promise<DeleteResult>) {
    const requestHash = createHash('sha256').update(request).digest('base64');
    const knownEntry = entries.get(key);
    if (knownEntry !== undefined)
      return knownEntry.requestHash === requestHash
        ? { isFromCache: true, result: knownEntry.result }
        : 'mismatch';
    const entry = { requestHash, result: send() };
    entries.set(key, entry, { size: 1 });
    entry.result.then(
      ({ body }) => entries.set(key, entry, { size: body.length + 1 }),
      () => entries.delete(key),
    );
    return { isFromCache: false, result: entry.result };
  };
}
