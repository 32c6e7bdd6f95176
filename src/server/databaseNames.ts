import type { Database } from './database/database.ts';

export type DatabaseNames = ReturnType<typeof createDatabaseNames>;

/** The databases whose instances are listed: what the admins of a workspace chose, or else what the operator configured. */
export function createDatabaseNames({ db }: Database, serviceId: string, configuredNames: readonly string[]) {
  return {
    async read(workspace: string): Promise<readonly string[]> {
      const row = await db
        .selectFrom('databases')
        .select('names')
        .where('serviceId', '=', serviceId)
        .where('workspace', '=', workspace)
        .executeTakeFirst();
      const names: unknown = row === undefined ? configuredNames : JSON.parse(row.names);
      return Array.isArray(names) ? names.map(String) : configuredNames;
    },
    async save(workspace: string, names: readonly string[]): Promise<void> {
      const values = { names: JSON.stringify(names) };
      await db
        .insertInto('databases')
        .values({ serviceId, workspace, ...values })
        .onConflict((conflict) => conflict.columns(['serviceId', 'workspace']).doUpdateSet(values))
        .execute();
    },
  };
}
