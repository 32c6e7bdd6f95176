import { buildServicePath } from '../../rules/pathValues.ts';
import type { DatabaseChanges } from '../../rules/requests.ts';
import type { Database } from '../database/database.ts';
import { RefusalError } from '../refusal.ts';
import type { Settings } from '../settings.ts';

const maxNames = 500;
/** So many lists are requested before the page asks for them. */
const maxFirstLists = 8;

type ListSettings = Pick<Settings, 'instancesPath' | 'databases'>;

/** The databases whose instances are listed: those of the operator until an admin adds or removes some. */
export class DatabaseNames {
  readonly #database: Database;
  readonly #settings: ListSettings;

  constructor(database: Database, settings: ListSettings) {
    this.#database = database;
    this.#settings = settings;
  }

  list(workspace: string): Promise<readonly string[]> {
    return this.#read(workspace, this.#database.db);
  }

  async #read(workspace: string, from: Database['db']): Promise<readonly string[]> {
    const rows = from.selectFrom('workspaces').select('databases').where('name', '=', workspace);
    const row = await rows.executeTakeFirst();
    const names: unknown = JSON.parse(row?.databases ?? 'null');
    return Array.isArray(names) ? names.map(String) : this.#settings.databases;
  }

  /** Two admins at once lose nothing, because the lock of the workspace comes first. */
  change(workspace: string, { add, remove }: DatabaseChanges): Promise<readonly string[]> {
    return this.#database.inWorkspace(workspace, async (trx) => {
      const known = await this.#read(workspace, trx);
      const names = [...new Set([...known, ...add])].filter((name) => !remove.includes(name));
      if (names.length > maxNames)
        throw new RefusalError('invalid', `A workspace can have at most ${maxNames} databases in its list.`);
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
