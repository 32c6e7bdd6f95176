import { Hono } from 'hono';
import { instanceKey } from '../../rules/deletion.ts';
import { buildServicePath, findPathValueProblem } from '../../rules/pathValues.ts';
import {
  type AddedInstance,
  addedInstancesRequestSchema,
  type DatabaseChanges,
  databaseChangesSchema,
} from '../../rules/requests.ts';
import { redactTokens } from '../../rules/text.ts';
import type { Database } from '../database/database.ts';
import { parseRequestBody, RefusalError } from '../refusal.ts';
import type { Settings } from '../settings.ts';
import type { ApiEnv } from './reads.ts';

const maxInstances = 100_000;
const maxNames = 500;
const maxNameLength = 512;
/** So many lists are requested before the page asks for them. */
const maxFirstLists = 8;
/** Rows per statement. PostgreSQL allows 65,535 values, and SQLite 32,766. */
const maxInsertedRows = 1_000;

type ListSettings = Pick<Settings, 'serviceId' | 'instancesPath' | 'databases'>;

/** The databases whose instances are listed: those of the operator until an admin adds or removes some. */
export class DatabaseNames {
  readonly #db: Database['db'];
  readonly #settings: ListSettings;

  constructor({ db }: Database, settings: ListSettings) {
    this.#db = db;
    this.#settings = settings;
  }

  async list(workspace: string): Promise<readonly string[]> {
    const { serviceId, databases } = this.#settings;
    const rows = this.#db.selectFrom('databases').select('names').where('serviceId', '=', serviceId);
    const row = await rows.where('workspace', '=', workspace).executeTakeFirst();
    return row === undefined ? databases : parseNames(row.names);
  }

  /** Two admins at once lose nothing, because the insertion or the update holds the row. */
  change(workspace: string, { add, remove }: DatabaseChanges): Promise<readonly string[]> {
    const { serviceId, databases } = this.#settings;
    return this.#db.transaction().execute(async (trx) => {
      const { names: known } = await trx
        .insertInto('databases')
        .values({ serviceId, workspace, names: JSON.stringify(databases) })
        .onConflict((conflict) =>
          conflict
            .columns(['serviceId', 'workspace'])
            .doUpdateSet(({ ref }) => ({ workspace: ref('excluded.workspace') })),
        )
        .returning('names')
        .executeTakeFirstOrThrow();
      const names = [...new Set([...parseNames(known), ...add])].filter((name) => !remove.includes(name));
      checkCount(names.length, maxNames, 'databases in its list');
      await trx
        .updateTable('databases')
        .set({ names: JSON.stringify(names) })
        .where('serviceId', '=', serviceId)
        .where('workspace', '=', workspace)
        .execute();
      return names;
    });
  }

  /** The paths of the first lists at the service. Throws PathValueError. */
  listPaths = async (workspace: string): Promise<string[]> => {
    const { instancesPath } = this.#settings;
    if (instancesPath === null) return [];
    const names = instancesPath.includes('{databaseName}') ? await this.list(workspace) : [''];
    return names
      .slice(0, maxFirstLists)
      .map((databaseName) => buildServicePath(instancesPath, { workspaceSlug: workspace, databaseName }));
  };
}

function parseNames(json: string): string[] {
  const names: unknown = JSON.parse(json);
  return Array.isArray(names) ? names.map(String) : [];
}

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
      checkCount(new Set([...known, ...instances].map(instanceKey)).size, maxInstances, 'added instances');
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

function checkCount(count: number, max: number, noun: string): void {
  if (count > max) throw new RefusalError('invalid', `A workspace can have at most ${max} ${noun}.`);
}
