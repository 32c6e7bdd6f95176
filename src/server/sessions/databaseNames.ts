import { buildServicePath } from '../../rules/pathValues.ts';
import type { DatabaseChanges } from '../../rules/requests.ts';
import type { Database } from '../database/database.ts';
import { RefusalError } from '../refusal.ts';
import type { Settings } from '../settings.ts';

const maxNames = 500;
/** So many lists are requested before the page asks for them. */
const maxFirstLists = 8;

/** The databases whose instances are listed: those of the operator until an admin adds or removes some. */
export class DatabaseNames {
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

  /** Two admins at once lose nothing, because the lock of the workspace comes first. */
  change(workspace: string, { add, remove }: DatabaseChanges): Promise<string[]> {
    return this.#database.inWorkspace(workspace, async (trx) => {
      const known = await this.list(workspace, trx);
      const names = [...new Set([...known, ...add])].filter((name) => !remove.includes(name));
      if (names.length > maxNames)
        throw new RefusalError('invalid', `A workspace can have at most ${maxNames} databases.`);
      const update = trx.updateTable('workspaces').set({ databases: JSON.stringify(names) });
      await update.where('name', '=', workspace).execute();
      return names;
    });
  }

  /** The paths of the first lists at the service. Throws PathValueError. */
  async listFirstPaths(workspaceSlug: string): Promise<string[]> {
    const { instancesPath } = this.#settings;
    if (instancesPath === null) return [];
    const isPerDatabase = instancesPath.includes('{databaseName}');
    const names = isPerDatabase ? await this.list(workspaceSlug) : [''];
    return names
      .slice(0, maxFirstLists)
      .map((databaseName) => buildServicePath(instancesPath, { workspaceSlug, databaseName }));
  }
}
