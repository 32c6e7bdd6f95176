import { Hono } from 'hono';
import { instanceKey } from '../../rules/deletion.ts';
import { findPathValueProblem } from '../../rules/pathValues.ts';
import {
  type AddedInstance,
  addedInstancesRequestSchema,
  databaseChangesSchema,
} from '../../rules/requests.ts';
import { redactTokens } from '../../rules/text.ts';
import type { Database } from '../database/database.ts';
import { parseRequestBody, RefusalError } from '../refusal.ts';
import type { DatabaseNames } from '../sessions/databaseNames.ts';
import type { ApiEnv } from './reads.ts';

const maxInstances = 100_000;
const maxNameLength = 512;
/** Rows per statement. PostgreSQL allows 65,535 values, and SQLite 32,766. */
const maxInsertedRows = 1_000;

/** The instances that admins of a workspace have added by hand. */
class AddedInstances {
  readonly #database: Database;
  readonly #serviceId: string;

  constructor(database: Database, serviceId: string) {
    this.#database = database;
    this.#serviceId = serviceId;
  }

  list(workspace: string): Promise<AddedInstance[]> {
    return this.#database.db
      .selectFrom('addedInstances')
      .select(['databaseName', 'instanceId', 'name'])
      .where('serviceId', '=', this.#serviceId)
      .where('workspace', '=', workspace)
      .orderBy('addedAt')
      .orderBy('databaseName')
      .orderBy('instanceId')
      .execute();
  }

  async add(workspace: string, actor: string, instances: readonly AddedInstance[]): Promise<void> {
    const { db, now } = this.#database;
    const fields = { serviceId: this.#serviceId, workspace, actor, addedAt: now() };
    // PostgreSQL refuses to update a row twice in one statement.
    const rows = [...new Map(instances.map((each) => [instanceKey(each), { ...each, ...fields }])).values()];
    await db.transaction().execute(async (trx) => {
      for (let start = 0; start < rows.length; start += maxInsertedRows)
        await trx
          .insertInto('addedInstances')
          .values(rows.slice(start, start + maxInsertedRows))
          .onConflict((conflict) =>
            conflict
              .columns(['serviceId', 'workspace', 'databaseName', 'instanceId'])
              .doUpdateSet(({ ref }) => ({ name: ref('excluded.name') })),
          )
          .execute();
    });
  }

  async remove(workspace: string, instances: readonly AddedInstance[]): Promise<void> {
    const serviceId = this.#serviceId;
    await this.#database.db.transaction().execute(async (trx) => {
      for (const { databaseName, instanceId } of instances)
        await trx
          .deleteFrom('addedInstances')
          .where((each) => each.and({ serviceId, workspace, databaseName, instanceId }))
          .execute();
    });
  }
}

export function createSharedListRoutes(
  database: Database,
  serviceId: string,
  databaseNames: DatabaseNames,
): Hono<ApiEnv> {
  const added = new AddedInstances(database, serviceId);
  return new Hono<ApiEnv>()
    .get('/databases', async (context) =>
      context.json({ names: await databaseNames.list(context.get('access').workspace) }),
    )
    .post('/databases', async (context) => {
      const { workspace, tokens } = context.get('access');
      const changes = await parseRequestBody(context, databaseChangesSchema);
      for (const name of changes.add) checkPathValue('A database name', name, tokens);
      return context.json({ names: await databaseNames.change(workspace, changes) });
    })
    .get('/added-instances', async (context) =>
      context.json({ instances: await added.list(context.get('access').workspace) }),
    )
    .post('/added-instances', async (context) => {
      const { workspace, actor, tokens } = context.get('access');
      const { instances } = await parseRequestBody(context, addedInstancesRequestSchema);
      for (const { databaseName, instanceId, name } of instances) {
        checkPathValue('A database name', databaseName, tokens);
        checkPathValue('An instance ID', instanceId, tokens);
        checkName(name ?? '', tokens);
      }
      const known = await added.list(workspace);
      if (new Set([...known, ...instances].map(instanceKey)).size > maxInstances)
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

function checkPathValue(label: string, value: string, tokens: readonly string[]): void {
  const problem = findPathValueProblem(redactTokens(value, tokens));
  if (problem !== null) throw new RefusalError('path', `${label} ${problem}.`);
}

function checkName(name: string, tokens: readonly string[]): void {
  if (name.length > maxNameLength)
    throw new RefusalError('invalid', `An instance name is longer than ${maxNameLength} characters.`);
  if (!name.isWellFormed() || redactTokens(name, tokens) !== name)
    throw new RefusalError('invalid', "An instance name can't be stored.");
}
