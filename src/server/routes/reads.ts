import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { buildServicePath, operationPaths } from '../../rules/pathValues.ts';
import type { ApiEnv } from '../requestLog.ts';
import type { ForwardRead } from '../service/forwardRead.ts';
import type { Sessions } from '../sessions/sessions.ts';

export function createReadRoutes(
  instancesPath: string | null,
  sessions: Sessions,
  forwardRead: ForwardRead,
): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>();
  const { listRegions, listSubscriptionHistory } = operationPaths;
  for (const template of [listRegions, listSubscriptionHistory, instancesPath ?? []].flat()) {
    const routePath = template
      .replace('{workspaceSlug}', ':workspace')
      .replace('{databaseName}', ':database');
    routes.get(routePath, async (context) => {
      const { env, req } = context;
      const workspaceSlug = req.param('workspace') ?? '';
      const access = await sessions.authorize(context, workspaceSlug);
      const path = buildServicePath(template, { workspaceSlug, databaseName: req.param('database') ?? '' });
      const { token, requestId, time: requestedAt } = access;
      const onTokenRejected = () => sessions.end(access);
      await forwardRead({ path, token, requestId, requestedAt, onTokenRejected }, env.outgoing);
      return RESPONSE_ALREADY_SENT;
    });
  }
  return routes;
}
