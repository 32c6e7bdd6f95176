import type { Context } from 'hono';
import { errorAnswer } from './errorAnswer.ts';
import type { SandboxEnv } from './SandboxEnv.ts';

/**
 * Section 4.1: removes an instance, queues it and answers its record with `deleted` set. 404 for an unknown
 * database, an unknown instance, and one that was deleted before.
 * @param now the clock, ms since 1970 UTC
 */
export function deleteInstance(now: () => number) {
  return (context: Context<SandboxEnv>): Response => {
    const workspace = context.get('workspace');
    const databaseName = context.req.param('databaseName') ?? '';
    const instanceId = context.req.param('instanceId') ?? '';
    const removed = workspace.remove(databaseName, instanceId);
    if (removed === null)
      return errorAnswer(404, `There is no instance ${instanceId} in database ${databaseName}.`);
    const { status, region, ...documented }: Record<string, unknown> = JSON.parse(removed.text);
    return Response.json({ ...documented, deleted: new Date(now()).toISOString() });
  };
}
