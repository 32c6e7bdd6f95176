import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { etag } from 'hono/etag';
import type { ConsoleEnv } from './requestLog.ts';
import { createErrorResponse, toResponse } from './responses.ts';

/** Creates the routes of a built client: its files, `index.html` for the path of a screen, and a 404 for other paths. */
export function createStaticFiles(clientDir: string): Hono<ConsoleEnv> {
  const routes = new Hono<ConsoleEnv>();
  const addEtag = etag({ weak: true });
  routes.get('*', (context, next) => {
    // Ignore Range headers, because the ETag middleware would create a different ETag for each part of a file.
    context.req.raw.headers.delete('Range');
    context.env.outgoing.setHeader('Vary', 'Accept-Encoding');
    // The name of an asset contains a hash of its content, so clients never revalidate an asset.
    return context.req.path.startsWith('/assets/') ? next() : addEtag(context, next);
  });
  routes.get(
    '*',
    serveStatic<ConsoleEnv>({
      root: clientDir,
      precompressed: true,
      onFound(_, { env, req }) {
        env.entry.route = req.path;
        env.outgoing.setHeader('Cache-Control', chooseCacheControl(req.path));
      },
    }),
  );
  const serveIndex = serveStatic<ConsoleEnv>({ root: clientDir, path: 'index.html', precompressed: true });
  routes.get('*', (context, next) =>
    isScreenPath(context.req.path)
      ? serveIndex(context, next)
      : Promise.resolve(toResponse(createErrorResponse(404, 'File not found.'))),
  );
  return routes;
}

function chooseCacheControl(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable';
  return path.endsWith('/') || path.endsWith('.html') ? 'no-store' : 'no-cache';
}

/** Returns true if a path may be the URL of a screen. Dot segments, assets and file names are excluded. */
function isScreenPath(path: string): boolean {
  if (/\/\/|\\|\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path)) return false;
  if (path.startsWith('/workspaces/')) return true;
  return !path.startsWith('/assets/') && !path.slice(path.lastIndexOf('/')).includes('.');
}
