import { createMiddleware } from 'hono/factory';
import type { Workspaces } from './createWorkspaces.ts';
import { errorAnswer } from './errorAnswer.ts';
import type { SandboxEnv } from './SandboxEnv.ts';

/** Finds the workspace of the path for the operations below; 403 for `forbidden`, 404 for one nobody knows. */
export function requireWorkspace(workspaces: Workspaces) {
  return createMiddleware<SandboxEnv>(async (context, next) => {
    const slug = context.req.param('workspaceSlug') ?? '';
    if (slug === 'forbidden') return errorAnswer(403, 'This token has no access to the workspace forbidden.');
    const workspace = workspaces.find(slug);
    if (workspace === undefined) return errorAnswer(404, `There is no workspace ${slug}.`);
    context.set('workspace', workspace);
    return next();
  });
}
