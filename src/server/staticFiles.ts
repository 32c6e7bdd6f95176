import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { etag } from 'hono/etag';
import type { ConsoleEnv } from './requestLog.ts';
import { errorResponse, toResponse } from './responses.ts';

/** Serves a built client: its files, precompressed if possible, `index.html` for the paths of screens, else 404. */
export function createStaticFiles(clientDir: string): Hono<ConsoleEnv> {
  const app = new Hono<ConsoleEnv>();
  const addEtag = etag({ weak: true });
  app.get('*', (context, next) => {
    // The ETag middleware would give each part of a file an ETag of its own.
    context.req.raw.headers.delete('Range');
    context.env.outgoing.setHeader('Vary', 'Accept-Encoding');
    // The name of an asset contains its hash, so it is never revalidated.
    return context.req.path.startsWith('/assets/') ? next() : addEtag(context, next);
  });
  app.get(
    '*',
    serveStatic<ConsoleEnv>({
      root: clientDir,
      precompressed: true,
      onFound(_, { env, req }) {
        env.entry.route = req.path;
        env.outgoing.setHeader('Cache-Control', cacheControlOf(req.path));
      },
    }),
  );
  const index = serveStatic<ConsoleEnv>({ root: clientDir, path: 'index.html', precompressed: true });
  app.get('*', (context, next) =>
    isScreenPath(context.req.path)
      ? index(context, next)
      : Promise.resolve(toResponse(errorResponse(404, 'File not found.'))),
  );
  return app;
}

function cacheControlOf(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable';
  return path.endsWith('/') || path.endsWith('.html') ? 'no-store' : 'no-cache';
}

/** Returns whether a path that is no file may belong to a screen: no dot segments, no asset, no file name. */
function isScreenPath(path: string): boolean {
  if (/\/\/|\\|\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path)) return false;
  if (path.startsWith('/workspaces/')) return true;
  return !path.startsWith('/assets/') && !path.slice(path.lastIndexOf('/')).includes('.');
}
