import { buildServicePath } from '../../rules/pathValues.ts';
import type { DatabaseChanges } from '../../rules/requests.ts';
import type { Database } from '../database/database.ts';
import { RefusalError } from '../refusal.ts';
import type { Settings } from '../settings.ts';

const maxNames = 500;
/** So many lists are requested before the page asks for them. */
const maxFirstLists = 8;

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
      if (names.length > maxNames)
        throw new RefusalError('invalid', `A workspace can have at most ${maxNames} databases in its list.`);
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
