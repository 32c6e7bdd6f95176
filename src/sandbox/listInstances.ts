import type { Context } from 'hono';
import { errorAnswer } from './errorAnswer.ts';
import { jsonArrayAnswer } from './jsonArrayAnswer.ts';
import type { SandboxEnv } from './SandboxEnv.ts';

/**
 * The instances of a database that are not deleted. Not in the service document, whose section 1 leaves other
 * operations open: the collection of the path of section 4.1 is the likeliest place. 404 for an unknown database.
 */
export function listInstances(context: Context<SandboxEnv>): Response {
  const databaseName = context.req.param('databaseName') ?? '';
  const store = context.get('workspace').database(databaseName);
  if (store === undefined) return errorAnswer(404, `There is no database ${databaseName}.`);
  return jsonArrayAnswer(store.listed().map((instance) => instance.text));
}
