import { Hono } from 'hono';
import { sessionRequestSchema } from '../../rules/requests.ts';
import { readBody } from '../refusal.ts';
import type { HonoEnv } from '../requestLog.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Pages } from './page.ts';

/** `/api/session`. `onSignOut` gets the public ID of the session that ended. */
export function createSessionRoutes(
  sessions: Sessions,
  pages: Pages,
  onSignOut: (sessionId: string) => Promise<unknown>,
): Hono<HonoEnv> {
  return new Hono<HonoEnv>()
    .get('/', async (context) =>
      context.json(await pages.createData(await sessions.requireSession(context.env))),
    )
    .post('/', async (context) =>
      context.json(await sessions.signIn(context.env, await readBody(context, sessionRequestSchema))),
    )
    .delete('/', async (context) => {
      const sessionId = await sessions.signOut(context.env);
      if (sessionId !== null) await onSignOut(sessionId);
      return context.body(null, 204);
    })
    .post('/activity', async (context) => {
      await sessions.storeActivity(context.env);
      return context.body(null, 204);
    });
}
