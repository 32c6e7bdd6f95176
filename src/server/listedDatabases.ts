import { buildServicePath } from '../rules/pathValues.ts';
import type { DatabaseChanges } from '../rules/requests.ts';
import type { Database } from './database/database.ts';
import { RefusalError } from './refusal.ts';
import type { Settings } from './settings.ts';

const maxNames = 500;
const maxPreloadedLists = 8;

/** Databases to list: the operator's, until an admin of the workspace changes them. */
export class ListedDatabases {
  readonly #database: Database;
  readonly #settings: Settings;

  constructor(database: Database, settings: Settings) {
    this.#database = database;
    this.#settings = settings;
  }

  async list(workspace: string, from = this.#database.db): Promise<string[]> {
    const rows = from.selectFrom('workspaces').select('databases').where('name', '=', workspace);
    const row = await rows.executeTakeFirst();
    const names: unknown = JSON.parse(row?.databases ?? 'null');
    return Array.isArray(names) ? names.map(String) : this.#settings.databases;
  }

  change(workspace: string, { add, remove }: DatabaseChanges): Promise<string[]> {
    return this.#database.inWorkspace(workspace, async (trx) => {
      const known = await this.list(workspace, trx);
      const removed = new Set(remove);
      const names = [...new Set([...known, ...add])].filter((name) => !removed.has(name));
      if (names.length > maxNames)
        throw new RefusalError('invalid', `A workspace can have at most ${maxNames} databases.`);
      const update = trx.updateTable('workspaces').set({ databases: JSON.stringify(names) });
      await update.where('name', '=', workspace).execute();
      return names;
    });
  }

  /** Paths at the service. @throws PathValueError */
  async listFirstPaths(workspaceSlug: string): Promise<string[]> {
    const { instancesPath } = this.#settings;
    if (instancesPath === null) return [];
    const names = instancesPath.includes('{databaseName}') ? await this.list(workspaceSlug) : [''];
    return names
      .slice(0, maxPreloadedLists)
      .map((databaseName) => buildServicePath(instancesPath, { workspaceSlug, databaseName }));
  }
}
