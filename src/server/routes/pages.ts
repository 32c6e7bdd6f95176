import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import * as v from 'valibot';
import { type PageData, pageDataSchema } from '../../config.ts';
import { paths } from '../../paths.ts';
import { buildServicePath, operations } from '../../rules/pathValues.ts';
import type { HonoEnv } from '../context.ts';
import { RefusalError } from '../refusal.ts';
import type { StoredSession } from '../sessions/sessionStore.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Settings } from '../settings.ts';

/** Where the frontend comes from: the folder of the build, or Vite, which serves everything but the page itself. */
export type FrontendSource = { dir: string } | { loadPage: (url: string) => Promise<string> };

export type GetPageData = (sessions: readonly StoredSession[]) => PageData;

/** What the page and `GET /api/session` say: of the settings only what the schema names, and without a session only what anybody may see. */
export function createGetPageData(settings: Settings): GetPageData {
  const isSandbox = settings.service.kind === 'sandbox';
  const sandbox = isSandbox ? { workspaceSlug: 'acme', token: 'sandbox-token' } : null;
  return (sessions) =>
    v.parse(pageDataSchema, {
      public: { ...settings, sandbox },
      private: sessions.length === 0 ? null : settings,
      sessions,
    });
}

type PageOptions = {
  sessions: Sessions;
  getPageData: GetPageData;
  listPaths: (workspace: string) => Promise<readonly string[]>;
};

export function createPageRoutes(frontend: FrontendSource, options: PageOptions): Hono<HonoEnv> {
  const routes = new Hono<HonoEnv>();
  const built = 'dir' in frontend ? readFileSync(join(frontend.dir, 'index.html'), 'utf8') : '';
  const servePage = async (context: Context<HonoEnv>) => {
    const html = 'dir' in frontend ? built : await frontend.loadPage(context.req.path);
    return context.html(await renderPage(html, context, options));
  };

  routes.use(async ({ req }, next) => {
    if (!req.path.startsWith('/'))
      throw new RefusalError('invalid', 'The request target must be a path.', 400);
    await next();
  });
  routes.use(compress());
  for (const path of ['/', '/index.html'])
    routes.get(path, (context) => {
      context.env.entry.route = path;
      return servePage(context);
    });
  // Source maps are for the developer who has the build.
  routes.get('/assets/:map{.+\\.map}', (context) => context.notFound());
  if ('dir' in frontend) routes.get('*', createFileHandler(frontend.dir));
  routes.get('*', (context, next) => (isScreenPath(context.req.path) ? servePage(context) : next()));
  return routes;
}

function createFileHandler(root: string): MiddlewareHandler<HonoEnv> {
  const serveFile = serveStatic<HonoEnv>({ root, precompressed: true });
  return async (context, next) => {
    const response = await serveFile(context, next);
    if (!(response instanceof Response)) return;
    const { path } = context.req;
    context.env.entry.route = path;
    // The name of an asset contains a hash of its content.
    const caching = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    response.headers.set('Cache-Control', caching);
    return response;
  };
}

/** Only a workspace may have a dot, because other paths with one name a file. */
export function isScreenPath(path: string): boolean {
  if (path.startsWith('/workspaces/')) return true;
  if (path === '/api' || path.startsWith('/api/') || path.startsWith('/assets/')) return false;
  return !path.slice(path.lastIndexOf('/')).includes('.');
}

/** Writes the data into the HTML of the build, and removes the sign-in form from a page with a session. */
async function renderPage(
  html: string,
  context: Context<HonoEnv>,
  { sessions, getPageData, listPaths }: PageOptions,
): Promise<string> {
  const { path } = context.req;
  const open = await sessions.listForPage(context);
  const workspace = paths.workspaceOf(path) ?? open[0]?.workspace ?? '';
  const isOpen = path !== paths.signIn && open.some((session) => session.workspace === workspace);
  const reads = isOpen ? await listFirstReads(path, workspace, listPaths) : [];
  // With these attributes, Chromium uses it for a later `fetch` of the same origin.
  const links = reads.map(
    (read) => `<link rel="preload" as="fetch" crossorigin href="${escapeHtml(`/api${read}`)}">`,
  );
  const head = [toScript(getPageData(open)), ...links].join('');
  const page = html.replace('<!-- page data -->', () => head);
  return isOpen ? page.replace(formPart, '') : page;
}

/** What the screen reads first, as paths below `/api`. The browser requests it before any script has run. */
async function listFirstReads(
  path: string,
  workspaceSlug: string,
  listPaths: PageOptions['listPaths'],
): Promise<string[]> {
  const own = (name: string) => `/workspaces/${encodeURIComponent(workspaceSlug)}/${name}`;
  const reads = [own('deletions')];
  const screen = paths.screenOf(path);
  if (screen === 'subscription')
    reads.push(buildServicePath(operations.listSubscriptionHistory, { workspaceSlug }));
  if (screen === 'regions') reads.push(buildServicePath(operations.listRegions, { workspaceSlug }));
  if (screen !== 'compute') return reads;
  return [...reads, own('databases'), own('added-instances'), ...(await listPaths(workspaceSlug))];
}

const formPart = /<!-- sign-in form:start -->[\s\S]*<!-- sign-in form:end -->/;

/** A script that browsers don't run. Without `<`, no text in it can end it. */
function toScript(data: PageData): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="page">${json}</script>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
