import type { Context } from 'hono';
import type { PageData, PageSession } from '../../config.ts';
import { paths } from '../../paths.ts';
import { buildServicePath, operations, PathValueError } from '../../rules/pathValues.ts';
import type { DatabaseNames } from '../databaseNames.ts';
import type { HonoEnv } from '../requestLog.ts';
import type { Session } from '../sessions/sessionStore.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { createPrivateConfig, createPublicConfig, type Settings } from '../settings.ts';

export type Pages = ReturnType<typeof createPages>;

/** What the page and `GET /api/session` say. Without a session, only what anybody may see. */
export function createPages(settings: Settings, sessions: Sessions, databaseNames: DatabaseNames) {
  const publicConfig = createPublicConfig(settings);
  const privateConfig = createPrivateConfig(settings);

  async function describe(session: Session): Promise<PageSession | null> {
    const workspaces = session.tokens.map(async ({ workspace, token }) => ({
      slug: workspace,
      actor: await sessions.describeActor(session, token),
    }));
    return session.tokens.length === 0
      ? null
      : { sessionId: session.id, workspaces: await Promise.all(workspaces) };
  }

  async function createData(session: Session | null): Promise<PageData> {
    const pageSession = session && (await describe(session));
    return { public: publicConfig, private: pageSession && privateConfig, session: pageSession };
  }

  /** What the screen reads first. The browser requests it before any script has run. */
  async function listFirstReads(path: string, workspace: string): Promise<string[]> {
    const own = (name: string) => `/api/workspaces/${encodeURIComponent(workspace)}/${name}`;
    const read = (template: string, databaseName = '') =>
      `/api${buildServicePath(template, { workspaceSlug: workspace, databaseName })}`;
    const reads = [own('deletions')];
    const screen = paths.screenOf(path);
    if (screen === 'subscription') reads.push(read(operations.listSubscriptionHistory));
    if (screen === 'regions') reads.push(read(operations.listRegions));
    if (screen !== 'compute' && screen !== 'regions') return reads;
    reads.push(own('databases'), own('added-instances'));
    const { instancesPath } = settings;
    if (instancesPath === null) return reads;
    const names = instancesPath.includes('{databaseName}') ? await databaseNames.read(workspace) : [''];
    return [...reads, ...names.slice(0, maxLists).map((name) => read(instancesPath, name))];
  }

  return {
    createData,
    /** Writes the data into the HTML of the build, and keeps the part that applies: the form or the frame of the shell. */
    async render(html: string, context: Context<HonoEnv>): Promise<string> {
      const { path } = context.req;
      const found = await sessions.find(context.env);
      const session = typeof found === 'string' ? null : found;
      const data = await createData(session);
      const head = [toScript(data)];
      if (session !== null && data.session !== null) {
        const slugs = data.session.workspaces.map(({ slug }) => slug);
        const workspace = paths.workspaceOf(path) ?? slugs[0] ?? '';
        const isOpen = slugs.includes(workspace);
        if (isOpen && workspace !== slugs[0]) await sessions.storeUse(session.secret, workspace);
        const code = /<html[^>]*\sdata-console="([^"]+)"/.exec(html)?.[1];
        if (code !== undefined) head.push(`<link rel="modulepreload" href="${code}">`);
        const reads = isOpen ? await listFirstReads(path, workspace).catch(ignorePathProblem) : [];
        // With these attributes, Chromium uses it for a later `fetch` of the same origin.
        for (const read of reads)
          head.push(`<link rel="preload" as="fetch" crossorigin href="${escapeHtml(read)}">`);
      }
      return html
        .replace('<!-- page data -->', () => head.join(''))
        .replace(data.session === null ? framePart : formPart, '');
    },
  };
}

const maxLists = 8;
const formPart = /<!-- sign-in form:start -->[\s\S]*<!-- sign-in form:end -->/;
const framePart = /<!-- frame:start -->[\s\S]*<!-- frame:end -->/;

/** The service can't have such a workspace or database, and the screen will say so. */
function ignorePathProblem(error: unknown): string[] {
  if (error instanceof PathValueError) return [];
  throw error;
}

/** A script that browsers don't run. Without `<`, no text in it can end it. */
function toScript(data: PageData): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="page">${json}</script>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
