import { Hono } from 'hono';
import { buildServicePath } from '../../rules/pathValues.ts';
import {
  type AddedInstance,
  addedInstancesRequestSchema,
  type DatabaseChanges,
  databasesRequestSchema,
} from '../../rules/requests.ts';
import { redactToken } from '../../rules/text.ts';
import type { Database } from '../database/database.ts';
import { exactKey, toStorable } from '../deletions/deletionRows.ts';
import { parseRequestBody, RefusalError, requirePathValue } from '../refusal.ts';
import type { ApiEnv } from '../requestLog.ts';
import type { Access } from '../sessions/sessionStore.ts';
import type { Settings } from '../settings.ts';

const maxDatabases = 500;
/** So many lists are requested before the page asks for them. */
const maxFirstLists = 8;
/** Rows of one statement. PostgreSQL allows 65,535 values, and SQLite 32,766. */
const maxInsertedRows = 1_000;

/** What the admins of a workspace chose for all of them: databases whose instances are listed, and instances that no list has. */
export class SharedLists {
  readonly #database: Database;
  readonly #settings: Settings;

  constructor(database: Database, settings: Settings) {
    this.#database = database;
    this.#settings = settings;
  }

  /** Those of the operator until an admin adds or removes some. */
  async listDatabases(workspace: string, from = this.#database.db): Promise<string[]> {
    const rows = from.selectFrom('workspaces').select('databases').where('name', '=', workspace);
    const row = await rows.executeTakeFirst();
    const names: unknown = JSON.parse(row?.databases ?? 'null');
    return Array.isArray(names) ? names.map(String) : this.#settings.databases;
  }

  /** Two admins at once lose nothing, because the lock of the workspace comes first. */
  changeDatabases(workspace: string, { add, remove }: DatabaseChanges): Promise<string[]> {
    return this.#database.inWorkspace(workspace, async (trx) => {
      const known = await this.listDatabases(workspace, trx);
      const names = [...new Set([...known, ...add])].filter((name) => !remove.includes(name));
      if (names.length > maxDatabases)
        throw new RefusalError('invalid', `A workspace can have at most ${maxDatabases} databases.`);
      const update = trx.updateTable('workspaces').set({ databases: JSON.stringify(names) });
      await update.where('name', '=', workspace).execute();
      return names;
    });
  }

  /** The paths of the first lists at the service. Throws PathValueError. */
  listFirstPaths = async (workspaceSlug: string): Promise<string[]> => {
    const { instancesPath } = this.#settings;
    if (instancesPath === null) return [];
    const isPerDatabase = instancesPath.includes('{databaseName}');
    const names = isPerDatabase ? await this.listDatabases(workspaceSlug) : [''];
    return names
      .slice(0, maxFirstLists)
      .map((databaseName) => buildServicePath(instancesPath, { workspaceSlug, databaseName }));
  };

  listInstances({ workspace }: Access): Promise<AddedInstance[]> {
    return this.#database.db
      .selectFrom('addedInstances')
      .select(['databaseName', 'instanceId', 'name'])
      .where('workspace', '=', workspace)
      .orderBy('addedAt')
      .orderBy('databaseName')
      .orderBy('instanceId')
      .execute();
  }

  async addInstances(access: Access, instances: readonly AddedInstance[]): Promise<AddedInstance[]> {
    const { workspace, actor, token, time } = access;
    // PostgreSQL refuses to update a row twice in one statement.
    const byKey = new Map(instances.map((each) => [exactKey(each), each]));
    const rows = [...byKey].map(([key, { name, ...target }]) => {
      const shownName = name && toStorable(redactToken(name, token));
      return { ...target, workspace, exactKey: key, name: shownName, actor, addedAt: time };
    });
    await this.#database.transaction(async (trx) => {
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
    return this.listInstances(access);
  }

  async removeInstances(access: Access, instances: readonly AddedInstance[]): Promise<AddedInstance[]> {
    // A body of 1 MiB has fewer than a statement may have values.
    const keys = ['', ...instances.map(exactKey)];
    await this.#database.transaction((trx) => {
      const added = trx.deleteFrom('addedInstances').where('workspace', '=', access.workspace);
      return added.where('exactKey', 'in', keys).execute();
    });
    return this.listInstances(access);
  }
}

export function createSharedListRoutes(lists: SharedLists): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get('/databases', async (context) =>
      context.json({ names: await lists.listDatabases(context.get('access').workspace) }),
    )
    .post('/databases', async (context) => {
      const { workspace, token } = context.get('access');
      const changes = await parseRequestBody(context, databasesRequestSchema);
      for (const name of changes.add) requirePathValue('A database name', name, token);
      return context.json({ names: await lists.changeDatabases(workspace, changes) });
    })
    .get('/added-instances', async (context) =>
      context.json({ instances: await lists.listInstances(context.get('access')) }),
    )
    .post('/added-instances', async (context) => {
      const access = context.get('access');
      const { instances } = await parseRequestBody(context, addedInstancesRequestSchema);
      for (const { databaseName, instanceId } of instances) {
        requirePathValue('A database name', databaseName, access.token);
        requirePathValue('An instance ID', instanceId, access.token);
      }
      return context.json({ instances: await lists.addInstances(access, instances) });
    })
    .post('/added-instances/remove', async (context) => {
      const { instances } = await parseRequestBody(context, addedInstancesRequestSchema);
      return context.json({ instances: await lists.removeInstances(context.get('access'), instances) });
    });
}
