import type { Context } from 'hono';
import type { SandboxEnv } from './SandboxEnv.ts';

/** Section 4.3: the region identifiers of the workspace; an empty array is a valid answer. */
export function listRegions(context: Context<SandboxEnv>): Response {
  return Response.json(context.get('workspace').regions);
}
