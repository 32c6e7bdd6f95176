import { Hono } from 'hono';
import { signInRequestSchema } from '../../rules/requests.ts';
import { parseRequestBody } from '../refusal.ts';
import type { HonoEnv } from '../requestLog.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Settings } from '../settings.ts';
import { getPageData } from './pages.ts';

/** Anybody may send one, and it has only a workspace and a token. */
const maxSignInBytes = 32 * 1024;

export function createSessionRoutes(settings: Settings, sessions: Sessions): Hono<HonoEnv> {
  return new Hono<HonoEnv>()
    .get('/', async (context) => context.json(getPageData(settings, await sessions.list(context))))
    .post('/', async (context) => {
      const request = await parseRequestBody(context, signInRequestSchema, maxSignInBytes);
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
