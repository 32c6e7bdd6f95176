import type { IncomingMessage } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { forwardDelete, forwardRead } from './forwardCall.ts';
import { createIdempotencyCache } from './idempotencyCache.ts';
import { createOperationMatcher } from './operations.ts';
import { type ConsoleEnv, createAudit, outcomeClassOf } from './requestLog.ts';
import { type BufferedResponse, errorResponse, toResponse } from './responses.ts';
import { forwardedHeaders, type Service } from './service.ts';
import { type Limits, type Settings, settingsServiceId } from './settings.ts';

/**
 * Creates the handler of every request below /api. Forwards the operations of section 4 and the configured listing to the
 * service, each DELETE once per Idempotency-Key, and rejects everything else.
 */
export function createServiceProxy(
  service: Service,
  settings: Pick<Settings, 'service' | 'instancesPath' | 'auditKey'>,
  limits: Limits,
) {
  const match = createOperationMatcher(settings.instancesPath);
  const serviceId = settingsServiceId(settings);
  const deleteOnce = createIdempotencyCache(limits);
  const auditOf = createAudit(settings.auditKey);

  async function respond(env: ConsoleEnv['Bindings']): Promise<BufferedResponse | null> {
    const { incoming, outgoing, entry } = env;
    const target = (incoming.url ?? '').slice('/api'.length);
    const [path = ''] = target.split('?', 1);
    entry.route = '/api/*';
    const audit = incoming.method === 'DELETE' ? auditOf(incoming) : null;
    entry.audit = audit;
    const found = match(incoming.method ?? '', path);
    if (found.kind === 'unknown') return errorResponse(404, `Unknown operation.${unsent}`);
    if (found.kind === 'refused') return errorResponse(400, `A part of the path ${found.why}.${unsent}`);
    if (found.kind === 'wrong-method')
      return errorResponse(405, `This path supports only ${found.allow}.${unsent}`, { Allow: found.allow });
    entry.route = `/api${found.template}`;
    entry.provenPath = `/api${path}`;
    if (audit !== null) [audit.workspace = null, audit.database = null, audit.instance = null] = found.values;
    if (path !== target) return errorResponse(400, `Query strings aren’t supported.${unsent}`);
    if (hasBody(incoming)) return errorResponse(413, `Request bodies aren’t supported.${unsent}`);
    const { 'console-service-id': pageServiceId } = incoming.headers;
    // Not 421: Chrome sends such a request again. Not 409: the console repeats such a read.
    if (pageServiceId !== undefined && pageServiceId !== (await serviceId))
      return errorResponse(422, `This console now uses a different service. Reload the page.${unsent}`);
    const headers = forwardedHeaders(incoming, entry.requestId);
    if (typeof headers === 'string') return errorResponse(400, headers + unsent);
    const { authorization, 'idempotency-key': key } = headers;
    if (authorization === undefined) return errorResponse(401, `An access token is required.${unsent}`);
    const call = { method: found.method, path, headers };
    if (audit === null) return forwardRead(service, call, outgoing, limits.readMs);

    if (key === undefined) return errorResponse(400, `A deletion requires an Idempotency-Key.${unsent}`);
    const disconnected = new AbortController();
    outgoing.once('close', () => disconnected.abort());
    const deletion = deleteOnce(
      { key, authorization, target: path, disconnected: disconnected.signal },
      (abandoned) => forwardDelete(service, call, limits, abandoned),
    );
    if (deletion === 'mismatch')
      return errorResponse(422, `This Idempotency-Key belongs to another deletion.${unsent}`);
    if (deletion === 'full')
      return errorResponse(429, `Too many deletions in progress.${unsent}`, { 'Retry-After': '5' });
    audit.answeredBy = deletion.fromCache ? 'cache' : 'service';
    audit.outcome = 'unknown';
    const result = await deletion.result;
    audit.outcome = outcomeClassOf(result);
    return result;
  }

  return async function handle({ env }: Context<ConsoleEnv>): Promise<Response> {
    const response = await respond(env);
    return response === null ? RESPONSE_ALREADY_SENT : toResponse(response);
  };
}

const unsent = ' No request was sent.';

/** Returns whether a request announces a body. No operation has one (section 4). */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}
