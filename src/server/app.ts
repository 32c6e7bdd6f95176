import { Hono } from 'hono';
import { sessionRequestSchema } from '../rules/requests.ts';
import type { ApiEnv, HonoEnv } from './context.ts';
import type { Database } from './database/database.ts';
import { createAuditWriter } from './deletions/audit.ts';
import { systemClock } from './deletions/background.ts';
import { DeletionRunner } from './deletions/deletionRunner.ts';
import { Protections } from './deletions/protections.ts';
import { LogReader } from './deletions/readLog.ts';
import { removeOldDaily } from './deletions/retention.ts';
import { parseRequestBody, RefusalError } from './refusal.ts';
import { describeError } from './requestLog.ts';
import { auditRefusedPut, createDeletionRoutes } from './routes/deletions.ts';
import {
  createUnknownPathError,
  limitBody,
  refuseCrossSite,
  refuseLoop,
  requireKnownPath,
} from './routes/guards.ts';
import { setResponseHeaders } from './routes/headers.ts';
import { createGetPageData, createPageRoutes, type FrontendSource } from './routes/pages.ts';
import { createReadRoutes } from './routes/reads.ts';
import { createSharedListRoutes, DatabaseNames } from './routes/sharedLists.ts';
import type { ServiceClient } from './service/client.ts';
import { createSendDelete } from './service/deleteOutcome.ts';
import { createForwardRead } from './service/forwardRead.ts';
import { AccessProof } from './sessions/proof.ts';
import { Sessions } from './sessions/sessions.ts';
import type { Settings } from './settings.ts';

export type AppOptions = {
  settings: Settings;
  database: Database;
  service: ServiceClient;
  frontend: FrontendSource;
  log: (line: string) => void;
  logError: (line: string) => void;
};

export function createApp({ settings, database, service, frontend, log, logError }: AppOptions) {
  const { policy, keepDays } = settings;
  const databaseNames = new DatabaseNames(database, settings);
  const audit = createAuditWriter(log, settings.auditKey);
  const runner = new DeletionRunner({
    database,
    policy,
    audit,
    clock: systemClock,
    now: Date.now,
    sendDelete: createSendDelete(service, Date.now),
    onTokenRejected: (access) => sessions.end(access),
    logError: (error, requestId) =>
      logError(
        `${requestId === null ? 'A deletion' : `Request ${requestId}`} failed: ${describeError(error)}`,
      ),
  });
  const sessions = new Sessions({
    database,
    settings,
    proof: new AccessProof(service, databaseNames.listPaths),
  });
  void removeOldDaily(database, keepDays, runner.background, log);
  const getPageData = createGetPageData(settings);
  const inWorkspace = '/workspaces/:workspace';
  let isStopping = false;

  const session = new Hono<HonoEnv>()
    .use(limitBody)
    .get('/', async (context) => context.json(getPageData(await sessions.list(context))))
    .post('/', async (context) => {
      const request = await parseRequestBody(context, sessionRequestSchema);
      return context.json(await sessions.signIn(context, request));
    })
    .delete('/', async (context) => {
      await sessions.signOut(context);
      return context.body(null, 204);
    })
    .post('/activity', async (context) => {
      await sessions.storeActivity(context);
      return context.body(null, 204);
    });
  const api = new Hono<ApiEnv>()
    .use(requireKnownPath, refuseLoop, refuseCrossSite)
    .use(async ({ req }, next) => {
      // A repeated PUT must find what was sent, and the runner itself refuses new ones. Sign out removes the cookies.
      if (isStopping && req.method !== 'PUT' && req.method !== 'DELETE')
        throw new RefusalError('service', 'The server is stopping, so nothing was sent.');
      await next();
    })
    .route('/', createReadRoutes(settings.instancesPath, sessions, createForwardRead(service)))
    .route('/session', session)
    .use(`${inWorkspace}/*`, async (context, next) => {
      context.set('access', await sessions.authorize(context, context.req.param('workspace')));
      await next();
    })
    .use(`${inWorkspace}/deletions/:id`, auditRefusedPut(audit))
    .use(`${inWorkspace}/*`, limitBody)
    .route(inWorkspace, createDeletionRoutes(runner, new LogReader(database), new Protections(database)))
    .route(inWorkspace, createSharedListRoutes(database, databaseNames));

  // Match the raw path, because `new Request()` removes dot segments.
  const app = new Hono<HonoEnv>({
    getPath: (_, context) => context?.env?.incoming.url?.split('?', 1)[0] ?? '',
  })
    .use(setResponseHeaders('dir' in frontend))
    .on('GET', ['/livez', '/healthz'], ({ env, req }, next) => {
      env.entry.route = req.path;
      return next();
    })
    .get('/livez', (context) => context.json({ status: 'ok' }))
    .get('/healthz', async (context) => {
      const status = isStopping ? 'unavailable' : await database.checkHealth();
      return context.json({ status }, status === 'unavailable' ? 503 : 200);
    })
    .route('/api', api)
    .route('/', createPageRoutes(frontend, { sessions, getPageData, listPaths: databaseNames.listPaths }))
    .notFound((context) => createUnknownPathError(context).toResponse());
  return {
    app,
    async close(): Promise<void> {
      isStopping = true;
      await runner.close();
    },
  };
}
