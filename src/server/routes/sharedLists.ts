import { Hono } from 'hono';
import { buildServicePath, findPathValueProblem } from '../../rules/pathValues.ts';
import {
  type AddedInstance,
  addedInstancesRequestSchema,
  type DatabaseChanges,
  databasesRequestSchema,
} from '../../rules/requests.ts';
import { redactToken } from '../../rules/text.ts';
import type { ApiEnv } from '../context.ts';
import type { Database } from '../database/database.ts';
import { toStorable } from '../deletions/deletionRows.ts';
import { exactKey } from '../deletions/keys.ts';
import { parseRequestBody, RefusalError } from '../refusal.ts';
import type { Access } from '../sessions/sessionStore.ts';
import type { Settings } from '../settings.ts';

const maxDatabases = 500;
/** So many lists are requested before the page asks for them. */
const maxFirstLists = 8;
/** Rows of one statement. PostgreSQL allows 65,535 values, and SQLite 32,766. */
const maxInsertedRows = 1_000;

/** The databases whose instances are listed: those of the operator until an admin adds or removes some. */
export class DatabaseNames {
  readonly #database: Database;
  readonly #settings: Pick<Settings, 'instancesPath' | 'databases'>;

  constructor(database: Database, settings: Pick<Settings, 'instancesPath' | 'databases'>) {
    this.#database = database;
    this.#settings = settings;
  }

  async list(workspace: string, from = this.#database.db): Promise<readonly string[]> {
    const rows = from.selectFrom('workspaces').select('databases').where('name', '=', workspace);
    const row = await rows.executeTakeFirst();
    const names: unknown = JSON.parse(row?.databases ?? 'null');
    return Array.isArray(names) ? names.map(String) : this.#settings.databases;
  }

  /** Two admins at once lose nothing, because the lock of the workspace comes first. */
  change(workspace: string, { add, remove }: DatabaseChanges): Promise<readonly string[]> {
    return this.#database.inWorkspace(workspace, async (trx) => {
      const known = await this.list(workspace, trx);
      const names = [...new Set([...known, ...add])].filter((name) => !remove.includes(name));
      if (names.length > maxDatabases)
        throw new RefusalError('invalid', `A workspace can have at most ${maxDatabases} databases.`);
      const update = trx.updateTable('workspaces').set({ databases: JSON.stringify(names) });
      await update.where('name', '=', workspace).execute();
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

export function createSharedListRoutes(database: Database, databaseNames: DatabaseNames): Hono<ApiEnv> {
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
      context.json({ instances: await listAdded(database, context.get('access')) }),
    )
    .post('/added-instances', async (context) => {
      const access = context.get('access');
      const { token } = access;
      const { instances } = await parseRequestBody(context, addedInstancesRequestSchema);
      for (const { databaseName, instanceId, name } of instances) {
        checkPathValue('A database name', databaseName, token);
        checkPathValue('An instance ID', instanceId, token);
        if (name !== null && redactToken(name, token) !== name)
          throw new RefusalError('invalid', "An instance name can't be stored.");
      }
      await add(database, access, instances);
      return context.json({ instances: await listAdded(database, access) });
    })
    .post('/added-instances/remove', async (context) => {
      const access = context.get('access');
      const { instances } = await parseRequestBody(context, addedInstancesRequestSchema);
      // A body of 1 MiB has fewer than a statement may have values.
      const keys = ['', ...instances.map(exactKey)];
      await database.transaction((trx) => {
        const added = trx.deleteFrom('addedInstances').where('workspace', '=', access.workspace);
        return added.where('exactKey', 'in', keys).execute();
      });
      return context.json({ instances: await listAdded(database, access) });
    });
}

function checkPathValue(label: string, value: string, token: string): void {
  const problem = findPathValueProblem(redactToken(value, token));
  if (problem !== null) throw new RefusalError('path', `${label} ${problem}.`);
}

/** The instances that admins of the workspace have added by hand. */
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

async function add(
  database: Database,
  { workspace, actor, time }: Access,
  instances: readonly AddedInstance[],
): Promise<void> {
  // PostgreSQL refuses to update a row twice in one statement.
  const byKey = new Map(instances.map((each) => [exactKey(each), each]));
  const rows = [...byKey].map(([key, { databaseName, instanceId, name }]) => ({
    workspace,
    exactKey: key,
    databaseName,
    instanceId,
    name: name && toStorable(name),
    actor,
    addedAt: time,
  }));
  await database.transaction(async (trx) => {
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
