import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { MiddlewareHandler } from 'hono';
import { buildServicePath, operations, PathValueError } from '../../rules/pathValues.ts';
import type { EpochMs } from '../../rules/time.ts';
import type { HonoEnv } from '../requestLog.ts';
import type { ForwardRead } from '../service/forwardRead.ts';
import type { Access } from '../sessions/access.ts';
import type { PendingReads } from '../sessions/pendingReads.ts';
import type { Sessions } from '../sessions/sessions.ts';

export type ApiEnv = HonoEnv & {
  Variables: {
    /** What the request may do. Only below `/api/workspaces/:workspace`. */
    access: Access;
    /** Null unless the path is one that passes through to the service. */
    read: MatchedRead | null;
  };
};

type Options = {
  sessions: Sessions;
  pendingReads: PendingReads;
  forwardRead: ForwardRead;
  now: () => EpochMs;
};

/** Answers with the response of the service. A request that the sign-in has begun is joined, once. */
export function createReadHandler({
  sessions,
  pendingReads,
  forwardRead,
  now,
}: Options): MiddlewareHandler<ApiEnv> {
  return async (context, next) => {
    const read = context.get('read');
    if (read === null) return next();
    const { outgoing, entry } = context.env;
    const access = await sessions.authorize(context.env, read.workspace);
    const pending = await pendingReads.take(access.sessionId, read.path);
    if (pending !== null) return pending;
    const { token, tokens } = access;
    const call = { path: read.path, token, tokens, requestId: entry.requestId, requestedAt: now() };
    const status = await forwardRead(call, outgoing);
    if (status === 401) await sessions.removeToken(access);
    return RESPONSE_ALREADY_SENT;
  };
}

export type MatchedRead = { template: string; workspace: string; path: string };

/** Takes a raw path below `/api`, to decode each value once. Null for an unknown path, a sentence for a value that can't be in one. */
export function createReadMatcher(instancesPath: string | null) {
  const templates: string[] = [operations.listRegions, operations.listSubscriptionHistory];
  if (instancesPath !== null) templates.push(instancesPath);

  return function matchRead(rawPath: string): MatchedRead | string | null {
    const segments = rawPath.split('/');
    const template = templates.find((each) => matches(each.split('/'), segments));
    if (template === undefined) return null;
    const values: Record<string, string> = {};
    try {
      for (const [index, part] of template.split('/').entries())
        if (part.startsWith('{')) values[part.slice(1, -1)] = decodeURIComponent(segments[index] ?? '');
      const path = buildServicePath(template, values);
      return { template, workspace: values.workspaceSlug ?? '', path };
    } catch (error) {
      return error instanceof PathValueError ? error.message : 'The path is not valid UTF-8.';
    }
  };
}

function matches(template: readonly string[], segments: readonly string[]): boolean {
  const isMatch = (part: string, index: number) => part.startsWith('{') || part === segments[index];
  return template.length === segments.length && template.every(isMatch);
}
