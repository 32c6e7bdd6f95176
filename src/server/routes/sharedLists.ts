import { type Context, Hono } from 'hono';
import {
  type AddedInstance,
  addedInstancesRequestSchema,
  databaseChangesSchema,
} from '../../rules/requests.ts';
import { redactToken } from '../../rules/text.ts';
import type { Database } from '../database/database.ts';
import { exactKey, toStorable } from '../deletions/deletionRows.ts';
import type { ListedDatabases } from '../listedDatabases.ts';
import { parseRequestBody, requirePathValue } from '../refusal.ts';
import type { ApiEnv } from '../requestLog.ts';
import type { Access } from '../sessions/sessionStore.ts';

/** Rows of one statement. PostgreSQL allows 65,535 values, and SQLite 32,766. */
const maxInsertedRows = 1_000;

function listAdded({ db }: Database, { workspace }: Access): Promise<AddedInstance[]> {
  return db
    .selectFrom('addedInstances')
    .select(['databaseName', 'instanceId', 'name'])
    .where('workspace', '=', workspace)
    .orderBy('addedAt')
    .orderBy('databaseName')
    .orderBy('instanceId')
    .execute();
}

async function addInstances(database: Database, access: Access, instances: readonly AddedInstance[]) {
  const { workspace, token, time } = access;
  for (const { databaseName, instanceId } of instances) {
    requirePathValue('A database name', databaseName, token);
    requirePathValue('An instance ID', instanceId, token);
  }
  // PostgreSQL refuses to update a row twice in one statement.
  const byKey = new Map(instances.map((each) => [exactKey(each), each]));
  const rows = [...byKey].map(([key, { name, ...target }]) => {
    const shownName = name && toStorable(redactToken(name, token));
    return { ...target, workspace, exactKey: key, name: shownName, addedAt: time };
  });
  await database.transaction(async (trx) => {
    for (let start = 0; start < rows.length; start += maxInsertedRows) {
      const insert = trx.insertInto('addedInstances').values(rows.slice(start, start + maxInsertedRows));
      await insert
        .onConflict((conflict) =>
          conflict
            .columns(['workspace', 'exactKey'])
            .doUpdateSet(({ ref }) => ({ name: ref('excluded.name') })),
        )
        .execute();
    }
  });
}

async function removeInstances(database: Database, access: Access, instances: readonly AddedInstance[]) {
  // A body of 1 MiB has fewer instances than a statement may have values.
  const keys = ['', ...instances.map(exactKey)];
  await database.transaction((trx) => {
    const added = trx.deleteFrom('addedInstances').where('workspace', '=', access.workspace);
    return added.where('exactKey', 'in', keys).execute();
  });
}

export function createSharedListRoutes(database: Database, databases: ListedDatabases): Hono<ApiEnv> {
  const change = (work: typeof addInstances) => async (context: Context<ApiEnv>) => {
    const { access } = context.var;
    await work(database, access, (await parseRequestBody(context, addedInstancesRequestSchema)).instances);
    return context.json({ instances: await listAdded(database, access) });
  };
  return new Hono<ApiEnv>()
    .get('/databases', async (context) =>
      context.json({ names: await databases.list(context.var.access.workspace) }),
    )
    .post('/databases', async (context) => {
      const { workspace, token } = context.var.access;
      const changes = await parseRequestBody(context, databaseChangesSchema);
      for (const name of changes.add) requirePathValue('A database name', name, token);
      return context.json({ names: await databases.change(workspace, changes) });
    })
    .get('/added-instances', async (context) =>
      context.json({ instances: await listAdded(database, context.var.access) }),
    )
    .post('/added-instances', change(addInstances))
    .post('/added-instances/remove', change(removeInstances));
}
