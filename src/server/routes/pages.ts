import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { html } from 'hono/html';
import type { PageData } from '../../config.ts';
import { paths, type Screen } from '../../paths.ts';
import type { ListedDatabases } from '../listedDatabases.ts';
import type { HonoEnv } from '../requestLog.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Settings } from '../settings.ts';
import { getPageData } from './session.ts';

/** The folder of the build, or Vite, which serves the other files itself. */
export type FrontendSource = { dir: string } | { loadPage: (url: string) => Promise<string> };

type PageOptions = { settings: Settings; sessions: Sessions; databases: ListedDatabases };

export function createPageRoutes(frontend: FrontendSource, options: PageOptions): Hono<HonoEnv> {
  const built = 'dir' in frontend ? readFileSync(join(frontend.dir, 'index.html'), 'utf8') : '';
  const routes = new Hono<HonoEnv>().use(compress()).get('*', async (context, next) => {
    const { path } = context.req;
    if (!isScreenPath(path)) return next();
    const page = 'dir' in frontend ? built : await frontend.loadPage(path);
    return context.html(await renderPage(page, context, options));
  });
  return 'dir' in frontend ? routes.get('*', createFileHandler(frontend.dir)) : routes;
}

function createFileHandler(root: string): MiddlewareHandler<HonoEnv> {
  const serve = serveStatic<HonoEnv>({ root, precompressed: true });
  return async (context, next) => {
    const { path } = context.req;
    // No source maps, which are for the developer who has the build, nor a database that lies here.
    const response = /\.(?:js|css|svg|txt|woff2)$/.test(path) ? await serve(context, next) : await next();
    if (!(response instanceof Response)) return;
    context.env.entry.route = path;
    // The name of an asset contains a hash of its content.
    const caching = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    response.headers.set('Cache-Control', caching);
    return response;
  };
}

export function isScreenPath(path: string): boolean {
  if (path === '/index.html' || path.startsWith('/workspaces/')) return true;
  if (!path.startsWith('/') || /^\/(?:api|assets)(?:\/|$)/.test(path)) return false;
  // A last part with a dot is a file.
  return !path.slice(path.lastIndexOf('/')).includes('.');
}

async function renderPage(page: string, context: Context, options: PageOptions): Promise<string> {
  const { settings, sessions, databases } = options;
  const { path } = context.req;
  const open = await sessions.listForPage(context);
  const workspace = paths.workspaceOf(path) ?? open[0]?.workspace ?? '';
  const isOpen = path !== paths.signIn && open.some((session) => session.workspace === workspace);
  const reads = isOpen ? await listFirstReads(path, workspace, databases) : [];
  // With these attributes, Chromium uses it for a later `fetch` of the same origin.
  const links = reads.map((read) => html`<link rel="preload" as="fetch" crossorigin href="/api${read}">`);
  const filled = page
    .replace('<!-- page data -->', () => toScript(getPageData(settings, open)))
    // Last, because over HTTP/1.1 a browser loads only six files at a time, and the scripts take longest.
    .replace('</head>', (end) => links.join('') + end);
  return isOpen ? filled.replace(formPart, '') : filled;
}

const firstReads: Record<Screen, string[]> = {
  compute: ['databases', 'added-instances'],
  subscription: ['subscription/history'],
  regions: ['regions'],
  activity: [],
};

async function listFirstReads(
  path: string,
  workspace: string,
  databases: ListedDatabases,
): Promise<string[]> {
  const screen = paths.screenOf(path);
  const names = ['deletions', ...(screen === null ? [] : firstReads[screen])];
  const own = names.map((name) => `/workspaces/${encodeURIComponent(workspace)}/${name}`);
  return screen === 'compute' ? [...own, ...(await databases.listFirstPaths(workspace))] : own;
}

const formPart = /<!-- sign-in form:start -->[\s\S]*<!-- sign-in form:end -->/;

/** Without `<`, no text in the script can end it. */
function toScript(data: PageData): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="page">${json}</script>`;
}
