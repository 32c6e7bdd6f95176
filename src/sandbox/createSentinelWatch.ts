import { createMiddleware } from 'hono/factory';
import { applySentinel } from './applySentinel.ts';
import type { Pauses } from './createPauses.ts';
import { findSentinel } from './findSentinel.ts';
import type { SandboxEnv } from './SandboxEnv.ts';

/** Stands before every operation and spoils its answer where a path value is a sentinel. One for each sandbox. */
export function createSentinelWatch(pauses: Pauses) {
  const answeredOnce = new Set<string>();
  return createMiddleware<SandboxEnv>(async (context, next) => {
    const { method, path, raw } = context.req;
    const found = findSentinel(context.req.param());
    const isRead = method !== 'DELETE';
    if (found === undefined || (found.scope === 'history' && !path.endsWith('/subscription/history')))
      return next();
    if (found.scope === 'later' && (!isRead || !answeredOnce.has(path))) {
      answeredOnce.add(path);
      return next();
    }
    const { acts, effect } = found.sentinel;
    if (acts) await next();
    const ordinary = acts ? context.res : null;
    // What is already wrong (an unknown database, deleted before) is answered as such.
    if (ordinary !== null && !ordinary.ok) return;
    context.res = await applySentinel(effect, ordinary ?? new Response(), pauses, raw.signal);
  });
}
