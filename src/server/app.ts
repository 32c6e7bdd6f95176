import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { PathValueError } from '../rules/pathValues.ts';
import type { Database } from './database/database.ts';
import { getErrorCode } from './database/postgres.ts';
import { createAuditWriter } from './deletions/audit.ts';
import { systemClock } from './deletions/background.ts';
import { DeletionRunner } from './deletions/deletionRunner.ts';
import { Protections } from './deletions/protections.ts';
import { removeOldDeletionsDaily } from './deletions/retention.ts';
import { ListedDatabases } from './listedDatabases.ts';
import { RefusalError, refuseOtherMediaTypes } from './refusal.ts';
import { type ApiEnv, formatStack, type HonoEnv } from './requestLog.ts';
import { createDeletionRoutes } from './routes/deletions.ts';
import {
  createUnknownPathError,
  refuseCrossSite,
  requireKnownPath,
  setResponseHeaders,
} from './routes/guards.ts';
import { createPageRoutes, type FrontendSource } from './routes/pages.ts';
import { createReadRoutes } from './routes/reads.ts';
import { createSessionRoutes } from './routes/session.ts';
import { createSharedListRoutes } from './routes/sharedLists.ts';
import type { ServiceClient } from './service/client.ts';
import { createForwardRead } from './service/forwardRead.ts';
import { createSendDelete } from './service/sendDelete.ts';
import { createProveAccess } from './sessions/proof.ts';
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
  function logFailure(error: unknown, requestId: string | null): void {
    const subject = requestId === null ? 'Background work' : `Request ${requestId}`;
    logError(`${subject} failed: ${formatStack(error)}`);
  }
  const databases = new ListedDatabases(database, settings);
  const audit = createAuditWriter(log, settings.auditKey);
  const runner = new DeletionRunner({
    database,
    policy,
    audit,
    clock: systemClock,
    sendDelete: createSendDelete(service),
    onTokenRejected: (access) => sessions.end(access),
    logError: logFailure,
  });
  const sessions = new Sessions(database, settings, createProveAccess(service, databases));
  void removeOldDeletionsDaily(database, keepDays, runner.background, log);
  const inWorkspace = '/workspaces/:workspace';

  const api = new Hono<ApiEnv>()
    .use(requireKnownPath, refuseCrossSite)
    .route('/', createReadRoutes(settings.instancesPath, sessions, createForwardRead(service)))
    .route('/session', createSessionRoutes(settings, sessions))
    .use(`${inWorkspace}/*`, async (context, next) => {
      context.set('access', await sessions.authorize(context, context.req.param('workspace')));
      refuseOtherMediaTypes(context);
      await next();
    })
    .route(inWorkspace, createDeletionRoutes(runner, new Protections(database), audit))
    .route(inWorkspace, createSharedListRoutes(database, databases));

  // Match the raw path, because a `Request` has no dot segments.
  const app = new Hono<HonoEnv>({
    getPath: (_, context) => context?.env?.incoming.url?.split('?', 1)[0] ?? '',
  })
    .use(setResponseHeaders('dir' in frontend))
    .get('/livez', (context) => {
      context.env.entry.route = '/livez';
      return context.json({ status: 'ok' });
    })
    .get('/healthz', async (context) => {
      context.env.entry.route = '/healthz';
      const status = await database.checkHealth();
      return context.json({ status }, status === 'unavailable' ? 503 : 200);
    })
    .route('/api', api)
    .route('/', createPageRoutes(frontend, { settings, sessions, databases }))
    .notFound((context) => createUnknownPathError(context).toResponse())
    .onError((error, context) => {
      const { env, req } = context;
      const failure = error instanceof PathValueError ? new RefusalError('path', error.message) : error;
      const cause = failure instanceof RefusalError ? failure.cause : failure;
      if (cause !== undefined) logFailure(cause, env.entry.requestId);
      if (env.outgoing.headersSent) {
        env.outgoing.destroy();
        return RESPONSE_ALREADY_SENT;
      }
      const response =
        failure instanceof RefusalError ? failure.toResponse() : createFailure(req.path, failure);
      // Keeps headers that were set before, such as the cookies that Sign out removes.
      return context.newResponse(response.body, response);
    });
  return { app, close: () => runner.background.close() };
}

const malformed = new RefusalError('invalid', 'The request target or the Host is malformed.', 400);
/** Answers what the adapter refuses. */
export const malformedRequestApp = new Hono<HonoEnv>()
  .use(setResponseHeaders(true))
  .notFound(() => malformed.toResponse());

/** Read-only, no right, or a full disk. */
const unwritableCodes = /^(?:25006|42501|53100|SQLITE_(?:READONLY|FULL).*)$/;

function createFailure(path: string, error: Error): Response {
  const message = unwritableCodes.test(getErrorCode(error))
    ? "The console's database can't be written, so signing in and changes fail. Tell your operator."
    : 'The console or its database failed. Try again in a moment.';
  if (path.startsWith('/api/')) return new RefusalError('storage', message).toResponse();
  const html = `<!doctype html><meta http-equiv="refresh" content="5"><title>Workspace Console</title><p>${message}`;
  return new Response(html, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } });
}
