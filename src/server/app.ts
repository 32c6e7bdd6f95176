import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import type { Database } from './database/database.ts';
import { createDatabaseNames } from './databaseNames.ts';
import { createDeletions } from './deletions/deletions.ts';
import { RefusalError } from './refusal.ts';
import { createAudit, type HonoEnv } from './requestLog.ts';
import { createAddedInstanceRoutes } from './routes/addedInstances.ts';
import type { ApiEnv } from './routes/apiEnv.ts';
import { createBulkDeletionRoutes } from './routes/bulkDeletions.ts';
import { createDatabaseRoutes } from './routes/databases.ts';
import { createDeletionRoutes } from './routes/deletions.ts';
import {
  createRouteGuard,
  limitBody,
  limitTarget,
  refuseForeign,
  refuseLoop,
  unknownPathError,
} from './routes/guards.ts';
import { createPages } from './routes/page.ts';
import { createProtectionRoutes } from './routes/protections.ts';
import { createReadHandler } from './routes/reads.ts';
import { createSessionRoutes } from './routes/session.ts';
import { type ClientSource, createStaticFiles } from './routes/staticFiles.ts';
import type { ServiceClient } from './service/client.ts';
import { createForwardRead } from './service/forwardRead.ts';
import { createProveAccess } from './service/proveAccess.ts';
import { createSendDelete } from './service/sendDelete.ts';
import { createPendingReads } from './sessions/pendingReads.ts';
import { createSessions } from './sessions/sessions.ts';
import type { Settings, TimeLimits } from './settings.ts';

export type AppOptions = {
  settings: Settings;
  limits: TimeLimits;
  database: Database;
  service: ServiceClient;
  client: ClientSource;
  log: (line: string) => void;
};

/** The routes of the console: pages, health checks and `/api`. */
export function createApp({ settings, limits, database, service, client, log }: AppOptions) {
  const { serviceId, instancesPath } = settings;
  const databaseNames = createDatabaseNames(database, serviceId, settings.databases);
  const readDatabaseNames = databaseNames.read;
  const pendingReads = createPendingReads({ service, now: database.now, instancesPath, readDatabaseNames });
  const proveAccess = createProveAccess(service, settings);
  const sessions = createSessions({ database, settings, proveAccess, pendingReads });
  const deletions = createDeletions({
    ...{ database, serviceId, policy: settings.policy, keepDays: settings.keepDays },
    sendDelete: createSendDelete(service, limits),
    audit: createAudit(log, settings.auditKey),
    onTokenRejected: sessions.removeToken,
  });
  const pages = createPages(settings, sessions, databaseNames);
  const forwardRead = createForwardRead(service, limits, database.now);
  const inWorkspace = '/workspaces/:workspace';
  let isStopping = false;

  const api = new Hono<ApiEnv>()
    .use(createRouteGuard(instancesPath), limitTarget, refuseLoop, refuseForeign, limitBody)
    .use(async ({ req }, next) => {
      // A repeated PUT must find what was sent. `deletions` refuses new ones itself.
      if (isStopping && req.method !== 'PUT')
        throw new RefusalError(503, 'service', 'The server is stopping, so nothing was sent.');
      await next();
    })
    .use(createReadHandler({ sessions, pendingReads, forwardRead }))
    .route('/session', createSessionRoutes(sessions, pages, deletions.stopBulksOfSession))
    .use(`${inWorkspace}/*`, async (context, next) => {
      const { entry } = context.env;
      context.set('access', await sessions.authorize(context.env, context.req.param('workspace')));
      entry.isAudited = context.req.method === 'PUT' && /deletions\/:\w+$/.test(entry.route);
      await next();
      if (context.error && !(context.error instanceof RefusalError)) entry.isAudited = false;
    })
    .use(`${inWorkspace}/deletions`, compress())
    .route(inWorkspace, createDeletionRoutes(deletions))
    .route(inWorkspace, createBulkDeletionRoutes(deletions))
    .route(inWorkspace, createProtectionRoutes(deletions))
    .route(inWorkspace, createAddedInstanceRoutes(database, serviceId))
    .route(inWorkspace, createDatabaseRoutes(databaseNames));

  // Match the raw path, because `new Request()` removes dot segments.
  const app = new Hono<HonoEnv>({
    getPath: (_, context) => context?.env?.incoming.url?.split('?', 1)[0] ?? '',
  })
    .get('/livez', (context) => context.json({ status: 'ok' }))
    .get('/healthz', async (context) => {
      const isHealthy = !isStopping && (await answers(database));
      return isHealthy ? context.json({ status: 'ok' }) : context.json({ status: 'unavailable' }, 503);
    })
    .route('/api', api)
    .route('/', createStaticFiles(client, pages))
    .notFound((context) => unknownPathError(context).toResponse());
  return {
    app,
    /** Refuses new work, and waits for the requests that were sent to the service. */
    async close(): Promise<void> {
      isStopping = true;
      await deletions.close();
    },
  };
}

const healthMs = 2_000;

async function answers(database: Database): Promise<boolean> {
  return Promise.race([database.ping().catch(() => false), sleep(healthMs, false, { ref: false })]);
}
