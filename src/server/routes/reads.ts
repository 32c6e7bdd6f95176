import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { MiddlewareHandler } from 'hono';
import type { ForwardRead } from '../service/forwardRead.ts';
import { toResponse } from '../service/responses.ts';
import type { PendingReads } from '../sessions/pendingReads.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { ApiEnv } from './apiEnv.ts';

type Options = { sessions: Sessions; pendingReads: PendingReads; forwardRead: ForwardRead };

/** Answers with the response of the service. A request that the sign-in has begun is joined, once. */
export function createReadHandler({
  sessions,
  pendingReads,
  forwardRead,
}: Options): MiddlewareHandler<ApiEnv> {
  return async (context, next) => {
    const read = context.get('read');
    if (read === null) return next();
    const { outgoing, entry } = context.env;
    const access = await sessions.authorize(context.env, read.workspace);
    const pending = await pendingReads.take(access.sessionId, read.path);
    if (pending !== null) return toResponse(pending);
    const call = { path: read.path, token: access.token, requestId: entry.requestId };
    const status = await forwardRead(call, outgoing);
    if (status === 401) await sessions.removeToken(access);
    return RESPONSE_ALREADY_SENT;
  };
}
