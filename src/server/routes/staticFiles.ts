import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import type { ConsoleConfig } from '../../config.ts';
import type { HonoEnv } from '../requestLog.ts';
import { createErrorResponse, toResponse } from '../service/responses.ts';

export function createStaticFiles(clientDir: string, config: Promise<ConsoleConfig>): Hono<HonoEnv> {
  const routes = new Hono<HonoEnv>();
  const page = createIndexPage(readFileSync(join(clientDir, 'index.html'), 'utf8'), config);
  routes.get('*', async (context, next) => {
    const { path } = context.req;
    context.env.outgoing.setHeader('Vary', 'Accept-Encoding');
    if (path === '/' || path === '/index.html') {
      context.env.entry.route = path;
      return page(context);
    }
    return next();
  });
  routes.get(
    '*',
    serveStatic<HonoEnv>({
      root: clientDir,
      precompressed: true,
      onFound(_, { env, req }) {
        env.entry.route = req.path;
        // The name of an asset contains a hash of its content.
        const isAsset = req.path.startsWith('/assets/');
        env.outgoing.setHeader('Cache-Control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    }),
  );
  routes.get('*', (context) =>
    isScreenPath(context.req.path) ? page(context) : toResponse(createErrorResponse(404, 'File not found.')),
  );
  return routes;
}

/** Adds the configuration, so that a page shows what depends on it from its first paint. */
function createIndexPage(html: string, config: Promise<ConsoleConfig>) {
  const bodies = config.then((value) => {
    const body = Buffer.from(addConfig(html, value));
    return { br: brotliCompressSync(body), gzip: gzipSync(body), identity: body };
  });
  return async ({ req }: Context<HonoEnv>): Promise<Response> => {
    const accepted = (req.header('Accept-Encoding') ?? '').split(',').map((name) => name.trim());
    const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name)) ?? 'identity';
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    };
    return toResponse({ status: 200, headers, body: (await bodies)[encoding] });
  };
}

/** Adds the configuration as a script that browsers don't run. Without `<`, no text in it can end it. */
export function addConfig(html: string, config: ConsoleConfig): string {
  const json = JSON.stringify(config).replaceAll('<', '\\u003c');
  return html.replace('</head>', () => `<script type="application/json" id="config">${json}</script></head>`);
}

/** Only a workspace may have a dot, because other paths with one name a file. */
function isScreenPath(path: string): boolean {
  if (path.startsWith('/workspaces/')) return true;
  return !path.startsWith('/assets/') && !path.slice(path.lastIndexOf('/')).includes('.');
}
