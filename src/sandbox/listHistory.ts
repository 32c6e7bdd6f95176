import type { Context } from 'hono';
import { jsonArrayAnswer } from './jsonArrayAnswer.ts';
import type { SandboxEnv } from './SandboxEnv.ts';

/** Section 4.2: all subscription records of the workspace, most recent first. */
export function listHistory(context: Context<SandboxEnv>): Response {
  return jsonArrayAnswer(context.get('workspace').history());
}
