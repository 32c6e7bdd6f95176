import { Hono } from 'hono';
import { findPathValueProblem } from '../../rules/pathValues.ts';
import { databasesSchema } from '../../rules/requests.ts';
import { redactToken } from '../../rules/token.ts';
import type { DatabaseNames } from '../databaseNames.ts';
import { RefusalError, readBody } from '../refusal.ts';
import type { ApiEnv } from './apiEnv.ts';

const maxNames = 500;

/** `GET` and `PUT /api/workspaces/:workspace/databases`. All admins of a workspace share the choice. */
export function createDatabaseRoutes(databaseNames: DatabaseNames): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get('/databases', async (context) =>
      context.json({ names: await databaseNames.read(context.get('access').workspace) }),
    )
    .put('/databases', async (context) => {
      const names = [...new Set((await readBody(context, databasesSchema)).names)];
      const { workspace, token } = context.get('access');
      const problem = names
        .map((name) => findPathValueProblem(redactToken(name, token)))
        .find((each) => each !== null);
      if (problem !== undefined) throw new RefusalError(422, 'path', `A database name ${problem}.`);
      if (names.length > maxNames)
        throw new RefusalError(
          422,
          'invalid',
          `A workspace can have at most ${maxNames} databases in its list.`,
        );
      await databaseNames.save(workspace, names);
      return context.json({ names });
    });
}
