import { Hono } from 'hono';
import { sessionRequestSchema } from '../../rules/requests.ts';
import type { HonoEnv } from '../context.ts';
import { parseRequestBody } from '../refusal.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { GetPageData } from './pages.ts';

export function createSessionRoutes(sessions: Sessions, getPageData: GetPageData): Hono<HonoEnv> {
  return new Hono<HonoEnv>()
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
}
