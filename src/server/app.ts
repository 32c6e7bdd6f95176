import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import type { Database } from './database/database.ts';
import { createDeletions } from './deletions/deletions.ts';
import { RefusalError } from './refusal.ts';
import { createAuditWriter, type HonoEnv } from './requestLog.ts';
import { createDeletionRoutes } from './routes/deletions.ts';
import {
  createRouteGuard,
  createUnknownPathError,
  limitUrlLength,
  refuseCrossSite,
  refuseLoop,
  requireJsonBody,
} from './routes/guards.ts';
import { createGetPageData, createPageRoutes, type FrontendSource } from './routes/pages.ts';
import { type ApiEnv, createReadHandler } from './routes/reads.ts';
import { createSessionRoutes } from './routes/session.ts';
import { createSharedListRoutes } from './routes/sharedLists.ts';
import type { ServiceClient } from './service/client.ts';
import { createSendDelete } from './service/deleteOutcome.ts';
import { createForwardRead } from './service/forwardRead.ts';
import { createProveAccess } from './sessions/access.ts';
import { DatabaseNames } from './sessions/databaseNames.ts';
import { createPendingReads } from './sessions/pendingReads.ts';
import { createSessions } from './sessions/sessions.ts';
import type { Settings, TimeLimits } from './settings.ts';

export type AppOptions = {
  settings: Settings;
  limits: TimeLimits;
  database: Database;
  service: ServiceClient;
  frontend: FrontendSource;
  log: (line: string) => void;
};

export function createApp({ settings, limits, database, service, frontend, log }: AppOptions) {
  const { serviceId, policy, keepDays } = settings;
  const databaseNames = new DatabaseNames(database, settings);
  const { listPaths } = databaseNames;
  const pendingReads = createPendingReads(service, database.now, listPaths);
  const proveAccess = createProveAccess(service, listPaths);
  const sessions = createSessions({ database, settings, proveAccess, pendingReads });
  const audit = createAuditWriter(log, settings.auditKey);
  const deletions = createDeletions({
    ...{ database, serviceId, policy, keepDays, audit },
    sendDelete: createSendDelete(service, limits, database.now),
    onTokenRejected: sessions.removeToken,
  });
  const { sender, bulkDeletions } = deletions;
  const getPageData = createGetPageData(settings, sessions);
  const forwardRead = createForwardRead(service, limits, database.now);
  const inWorkspace = '/workspaces/:workspace';
  let isStopping = false;

  const api = new Hono<ApiEnv>()
    .use(
      createRouteGuard(settings.instancesPath),
      limitUrlLength,
      refuseLoop,
      refuseCrossSite,
      requireJsonBody,
    )
    .use(async ({ req }, next) => {
      // A repeated PUT must find what was sent. The sender refuses new ones itself (`checkOpen`).
      if (isStopping && req.method !== 'PUT')
        throw new RefusalError('service', 'The server is stopping, so nothing was sent.');
      await next();
    })
    .use(createReadHandler({ sessions, pendingReads, forwardRead }))
    .route('/session', createSessionRoutes(sessions, getPageData, bulkDeletions))
    .use(`${inWorkspace}/*`, async (context, next) => {
      const { entry } = context.env;
      const { method, path } = context.req;
      const access = await sessions
        .authorize(context.env, context.req.param('workspace'))
        .catch(async (error: unknown) => {
          // A proxy may have repeated a PUT in silence. A refusal would then say that nothing was sent.
          const isRepeated = method === 'PUT' && (await deletions.isKnown(path.split('/').at(-1) ?? ''));
          throw isRepeated ? new Error('A repeated request was refused.') : error;
        });
      context.set('access', access);
      entry.isAudited = context.req.method === 'PUT' && /deletions\/:\w+$/.test(entry.route);
      await next();
      if (context.error && !(context.error instanceof RefusalError)) entry.isAudited = false;
    })
    .route(inWorkspace, createDeletionRoutes({ sender, bulkDeletions, deletions, audit }))
    .route(inWorkspace, createSharedListRoutes(database, serviceId, databaseNames));

  // Match the raw path, because `new Request()` removes dot segments.
  const app = new Hono<HonoEnv>({
    getPath: (_, context) => context?.env?.incoming.url?.split('?', 1)[0] ?? '',
  })
    .on('GET', ['/livez', '/healthz'], ({ env, req }, next) => {
      env.entry.route = req.path;
      return next();
    })
    .get('/livez', (context) => context.json({ status: 'ok' }))
    .get('/healthz', async (context) => {
      const isHealthy = !isStopping && (await answers(database));
      return isHealthy ? context.json({ status: 'ok' }) : context.json({ status: 'unavailable' }, 503);
    })
    .route('/api', api)
    .route('/', createPageRoutes(frontend, { sessions, getPageData, listPaths }))
    .notFound((context) => createUnknownPathError(context).toResponse());
  return {
    app,
    async close(): Promise<void> {
      isStopping = true;
      await sender.close();
    },
  };
}

const healthMs = 2_000;

async function answers(database: Database): Promise<boolean> {
  return Promise.race([database.ping().catch(() => false), sleep(healthMs, false, { ref: false })]);
}
