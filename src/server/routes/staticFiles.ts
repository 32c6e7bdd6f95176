import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import { RefusalError } from '../refusal.ts';
import type { HonoEnv } from '../requestLog.ts';
import type { Pages } from './page.ts';

/** Where the client comes from: the folder of the build, or Vite, which serves everything but the page itself. */
export type ClientSource = { dir: string } | { loadPage: (url: string) => Promise<string> };

export function createStaticFiles(client: ClientSource, pages: Pages): Hono<HonoEnv> {
  const routes = new Hono<HonoEnv>();
  const loadPage = 'dir' in client ? createPageReader(client.dir) : client.loadPage;
  const servePage = async (context: Context<HonoEnv>) => {
    // Vite adds inline scripts to the page.
    if ('loadPage' in client) context.env.outgoing.removeHeader('Content-Security-Policy');
    return context.html(await pages.render(await loadPage(context.req.path), context));
  };

  routes.use(async ({ env, req }, next) => {
    if (!req.path.startsWith('/'))
      throw new RefusalError(400, 'invalid', 'The request target must be a path.');
    env.outgoing.setHeader('Vary', 'Accept-Encoding');
    await next();
  });
  routes.use(compress());
  for (const path of ['/', '/index.html'])
    routes.get(path, (context) => {
      context.env.entry.route = path;
      return servePage(context);
    });
  if ('dir' in client)
    routes.get(
      '*',
      serveStatic<HonoEnv>({
        root: client.dir,
        precompressed: true,
        onFound(_, { env, req }) {
          env.entry.route = req.path;
          // The name of an asset contains a hash of its content.
          const isAsset = req.path.startsWith('/assets/');
          env.outgoing.setHeader(
            'Cache-Control',
            isAsset ? 'public, max-age=31536000, immutable' : 'no-cache',
          );
        },
      }),
    );
  routes.get('*', (context, next) => (isScreenPath(context.req.path) ? servePage(context) : next()));
  return routes;
}

function createPageReader(dir: string): () => Promise<string> {
  const html = readFileSync(join(dir, 'index.html'), 'utf8');
  return async () => html;
}

/** Only a workspace may have a dot, because other paths with one name a file. */
export function isScreenPath(path: string): boolean {
  if (path.startsWith('/workspaces/')) return true;
  if (path === '/api' || path.startsWith('/api/') || path.startsWith('/assets/')) return false;
  return !path.slice(path.lastIndexOf('/')).includes('.');
}
