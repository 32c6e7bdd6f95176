import { Hono } from 'hono';
import { findPathValueProblem } from '../../rules/pathValues.ts';
import {
  type AddedInstance,
  addedInstancesRequestSchema,
  databasesRequestSchema,
} from '../../rules/requests.ts';
import { redactToken } from '../../rules/text.ts';
import type { ApiEnv } from '../context.ts';
import type { Database } from '../database/database.ts';
import { exactKey, toStorable } from '../deletions/deletionRows.ts';
import { parseRequestBody, RefusalError } from '../refusal.ts';
import type { DatabaseNames } from '../sessions/databaseNames.ts';

const maxInstances = 100_000;
/** Rows of one statement. PostgreSQL allows 65,535 values, and SQLite 32,766. */
const maxInsertedRows = 1_000;

/** The instances that admins of a workspace have added by hand. */
class AddedInstances {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  list(workspace: string): Promise<AddedInstance[]> {
    return this.#database.db
      .selectFrom('addedInstances')
      .select(['databaseName', 'instanceId', 'name'])
      .where('workspace', '=', workspace)
      .orderBy('addedAt')
      .orderBy('databaseName')
      .orderBy('instanceId')
      .execute();
  }

  async add(workspace: string, actor: string, instances: readonly AddedInstance[]): Promise<void> {
    const addedAt = await this.#database.now();
    // PostgreSQL refuses to update a row twice in one statement.
    const byKey = new Map(instances.map((each) => [exactKey(each), each]));
    const rows = [...byKey].map(([key, { databaseName, instanceId, name }]) => ({
      workspace,
      exactKey: key,
      databaseName,
      instanceId,
      name: name && toStorable(name),
      actor,
      addedAt,
    }));
    await this.#database.transaction(async (trx) => {
      for (let start = 0; start < rows.length; start += maxInsertedRows)
        await trx
          .insertInto('addedInstances')
          .values(rows.slice(start, start + maxInsertedRows))
          .onConflict((conflict) =>
            conflict
              .columns(['workspace', 'exactKey'])
              .doUpdateSet(({ ref }) => ({ name: ref('excluded.name') })),
          )
          .execute();
    });
  }

  async remove(workspace: string, instances: readonly AddedInstance[]): Promise<void> {
    // A body of 1 MiB has fewer than a statement may have values.
    const keys = ['', ...instances.map(exactKey)];
    await this.#database.transaction((trx) =>
      trx
        .deleteFrom('addedInstances')
        .where('workspace', '=', workspace)
        .where('exactKey', 'in', keys)
        .execute(),
    );
  }
}

export function createSharedListRoutes(database: Database, databaseNames: DatabaseNames): Hono<ApiEnv> {
  const added = new AddedInstances(database);
  return new Hono<ApiEnv>()
    .get('/databases', async (context) =>
      context.json({ names: await databaseNames.list(context.get('access').workspace) }),
    )
    .post('/databases', async (context) => {
      const { workspace, token } = context.get('access');
      const changes = await parseRequestBody(context, databasesRequestSchema);
      for (const name of changes.add) checkPathValue('A database name', name, token);
      return context.json({ names: await databaseNames.change(workspace, changes) });
    })
    .get('/added-instances', async (context) =>
      context.json({ instances: await added.list(context.get('access').workspace) }),
    )
    .post('/added-instances', async (context) => {
      const { workspace, actor, token } = context.get('access');
      const { instances } = await parseRequestBody(context, addedInstancesRequestSchema);
      for (const { databaseName, instanceId, name } of instances) {
        checkPathValue('A database name', databaseName, token);
        checkPathValue('An instance ID', instanceId, token);
        if (name !== null && redactToken(name, token) !== name)
          throw new RefusalError('invalid', "An instance name can't be stored.");
      }
      const known = await added.list(workspace);
      if (new Set([...known, ...instances].map(exactKey)).size > maxInstances)
        throw new RefusalError('invalid', `A workspace can have at most ${maxInstances} added instances.`);
      await added.add(workspace, actor, instances);
      return context.json({ instances: await added.list(workspace) });
    })
    .post('/added-instances/remove', async (context) => {
      const { workspace } = context.get('access');
      const { instances } = await parseRequestBody(context, addedInstancesRequestSchema);
      await added.remove(workspace, instances);
      return context.json({ instances: await added.list(workspace) });
    });
}

function checkPathValue(label: string, value: string, token: string): void {
  const problem = findPathValueProblem(redactToken(value, token));
  if (problem !== null) throw new RefusalError('path', `${label} ${problem}.`);
}
