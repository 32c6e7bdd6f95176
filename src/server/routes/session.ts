import { Hono } from 'hono';
import { sessionRequestSchema } from '../../rules/requests.ts';
import type { BulkDeletionRunner } from '../deletions/bulkDeletions.ts';
import { parseRequestBody } from '../refusal.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { GetPageData } from './pages.ts';
import type { ApiEnv } from './reads.ts';

export function createSessionRoutes(
  sessions: Sessions,
  getPageData: GetPageData,
  bulkDeletions: BulkDeletionRunner,
): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get('/', async (context) => {
      const session = await sessions.requireSession(context.env);
      return context.json(await getPageData(session));
    })
    .post('/', async (context) => {
      const request = await parseRequestBody(context, sessionRequestSchema);
      return context.json(await sessions.signIn(context.env, request));
    })
    .delete('/', async (context) => {
      const sessionId = await sessions.signOut(context.env);
      if (sessionId !== null) await bulkDeletions.stopOfSession(sessionId);
      return context.body(null, 204);
    })
    .post('/activity', async (context) => {
      await sessions.storeActivity(context.env);
      return context.body(null, 204);
    });
}
