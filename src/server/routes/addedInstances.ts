import { Hono } from 'hono';
import { instanceKey } from '../../rules/deletion.ts';
import { findPathValueProblem } from '../../rules/pathValues.ts';
import { addedInstancesRequestSchema } from '../../rules/requests.ts';
import { redactToken } from '../../rules/token.ts';
import type { Database } from '../database/database.ts';
import { RefusalError, readBody } from '../refusal.ts';
import type { ApiEnv } from './apiEnv.ts';

const maxInstances = 100_000;

/** Instances that no list contains. All admins of a workspace share them. */
export function createAddedInstanceRoutes({ db, now }: Database, serviceId: string): Hono<ApiEnv> {
  async function list(workspace: string) {
    const instances = await db
      .selectFrom('addedInstances')
      .select(['databaseName', 'instanceId', 'name'])
      .where('serviceId', '=', serviceId)
      .where('workspace', '=', workspace)
      .orderBy('addedAt')
      .orderBy('databaseName')
      .orderBy('instanceId')
      .execute();
    return { instances };
  }

  return new Hono<ApiEnv>()
    .get('/added-instances', async (context) => context.json(await list(context.get('access').workspace)))
    .post('/added-instances', async (context) => {
      const { workspace, actor, token } = context.get('access');
      const { instances } = await readBody(context, addedInstancesRequestSchema);
      const problem = instances.map((each) => findProblem(each, token)).find((each) => each !== null);
      if (problem !== undefined) throw new RefusalError(422, 'path', problem);
      const known = (await list(workspace)).instances.length;
      if (known + instances.length > maxInstances)
        throw new RefusalError(
          422,
          'invalid',
          `A workspace can have at most ${maxInstances} added instances.`,
        );
      const addedAt = now();
      // PostgreSQL refuses to update a row twice in one statement.
      const rows = new Map(
        instances.map((each) => [
          instanceKey(each.databaseName, each.instanceId),
          { serviceId, workspace, ...each, actor, addedAt },
        ]),
      );
      if (rows.size > 0)
        await db
          .insertInto('addedInstances')
          .values([...rows.values()])
          .onConflict((conflict) =>
            conflict
              .columns(['serviceId', 'workspace', 'databaseName', 'instanceId'])
              .doUpdateSet(({ ref }) => ({ name: ref('excluded.name') })),
          )
          .execute();
      return context.json(await list(workspace));
    })
    .post('/added-instances/remove', async (context) => {
      const { workspace } = context.get('access');
      const { instances } = await readBody(context, addedInstancesRequestSchema);
      const idsByDatabase = new Map<string, string[]>();
      for (const { databaseName, instanceId } of instances)
        idsByDatabase.set(databaseName, [...(idsByDatabase.get(databaseName) ?? []), instanceId]);
      for (const [databaseName, ids] of idsByDatabase)
        await db
          .deleteFrom('addedInstances')
          .where('serviceId', '=', serviceId)
          .where('workspace', '=', workspace)
          .where('databaseName', '=', databaseName)
          .where('instanceId', 'in', ids)
          .execute();
      return context.json(await list(workspace));
    });
}

type AddedInstance = { databaseName: string; instanceId: string; name: string | null };

function findProblem({ databaseName, instanceId, name }: AddedInstance, token: string): string | null {
  const databaseProblem = findPathValueProblem(redactToken(databaseName, token));
  if (databaseProblem !== null) return `A database name ${databaseProblem}.`;
  const idProblem = findPathValueProblem(redactToken(instanceId, token));
  if (idProblem !== null) return `An instance ID ${idProblem}.`;
  const nameProblem = name === null ? null : findPathValueProblem(redactToken(name, token));
  return nameProblem && `An instance name ${nameProblem}.`;
}
