import { Hono } from 'hono';
import * as v from 'valibot';
import { type PageData, pageDataSchema } from '../../config.ts';
import { signInRequestSchema } from '../../rules/requests.ts';
import { parseRequestBody } from '../refusal.ts';
import type { HonoEnv } from '../requestLog.ts';
import type { FoundSession } from '../sessions/sessionStore.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { type Settings, sandboxCredentials } from '../settings.ts';

/** Anybody may send a sign-in: only a workspace and a token. */
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

/** The schema leaves out everything else, such as the sessions' tokens. */
export function getPageData(settings: Settings, sessions: readonly FoundSession[]): PageData {
  const sandbox = settings.service.kind === 'sandbox' ? sandboxCredentials : null;
  return v.parse(pageDataSchema, {
    public: { ...settings, sandbox },
    private: sessions.length === 0 ? null : settings,
    sessions,
  });
}
