import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import type { Tables } from './schema.ts';

/** Raise it for a migration that older versions can't ignore. They share the database during a rolling update, and then refuse to start. */
const majorVersion = 1;

/**
 * Never change one that was released. Times are ms since 1970, as `double precision`, because `pg` returns a `bigint` as text.
 * `ifNotExists`, because SQLite would keep the tables of a migration that was interrupted.
 */
const migrations: Record<string, Migration> = {
  '0001_tables': {
    async up(db: Kysely<Tables>) {
      const create = (name: string) => db.schema.createTable(name).ifNotExists();
      await create('workspaces')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('foldedHash', 'text', (column) => column.notNull().unique())
        .addColumn('version', 'double precision', (column) => column.notNull())
        .addColumn('databases', 'text')
        .execute();
      await create('sessions')
        .addColumn('keyHash', 'text', (column) => column.primaryKey())
        .addColumn('replacedHash', 'text')
        .addColumn('sessionId', 'text', (column) => column.notNull().unique())
        .addColumn('workspace', 'text', (column) => column.notNull())
        .addColumn('sealedToken', 'text', (column) => column.notNull())
        .addColumn('userName', 'text')
        .addColumn('actor', 'text', (column) => column.notNull())
        .addColumn('startedAt', 'double precision', (column) => column.notNull())
        .addColumn('activeAt', 'double precision', (column) => column.notNull())
        .execute();
      await create('deletions')
        .addColumn('workspace', 'text', (column) => column.notNull())
        .addColumn('id', 'text', (column) => column.notNull())
        .addColumn('actor', 'text', (column) => column.notNull())
        .addColumn('sessionId', 'text', (column) => column.notNull())
        .addColumn('reason', 'text', (column) => column.notNull())
        .addColumn('bodyHash', 'text', (column) => column.notNull())
        .addColumn('attemptId', 'text', (column) => column.notNull())
        .addColumn('stopReason', 'text')
        .addColumn('confirmedAt', 'double precision', (column) => column.notNull())
        .addColumn('aliveAt', 'double precision', (column) => column.notNull())
        .addPrimaryKeyConstraint('deletionsKey', ['workspace', 'id'])
        .execute();
      await create('deletionItems')
        .addColumn('workspace', 'text', (column) => column.notNull())
        .addColumn('deletionId', 'text', (column) => column.notNull())
        .addColumn('position', 'integer', (column) => column.notNull())
        .addColumn('databaseName', 'text', (column) => column.notNull())
        .addColumn('instanceId', 'text', (column) => column.notNull())
        .addColumn('name', 'text')
        .addColumn('created', 'text')
        .addColumn('instanceKey', 'text', (column) => column.notNull())
        .addColumn('sentAt', 'double precision')
        .addColumn('endedAt', 'double precision')
        .addColumn('outcomeCode', 'text')
        .addColumn('outcome', 'text')
        .addColumn('record', 'text')
        .addColumn('isAssumed', 'integer', (column) => column.notNull())
        .addColumn('dismissedAt', 'double precision')
        .addColumn('dismissedBy', 'text')
        .addColumn('searchText', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('deletionItemsKey', ['workspace', 'deletionId', 'position'])
        .execute();
      await create('protections')
        .addColumn('workspace', 'text', (column) => column.notNull())
        .addColumn('exactKey', 'text', (column) => column.notNull())
        .addColumn('instanceKey', 'text', (column) => column.notNull())
        .addColumn('databaseName', 'text', (column) => column.notNull())
        .addColumn('instanceId', 'text', (column) => column.notNull())
        .addColumn('name', 'text')
        .addColumn('reason', 'text', (column) => column.notNull())
        .addColumn('actor', 'text', (column) => column.notNull())
        .addColumn('setAt', 'double precision', (column) => column.notNull())
        .addPrimaryKeyConstraint('protectionsKey', ['workspace', 'exactKey'])
        .execute();
      await create('addedInstances')
        .addColumn('workspace', 'text', (column) => column.notNull())
        .addColumn('exactKey', 'text', (column) => column.notNull())
        .addColumn('databaseName', 'text', (column) => column.notNull())
        .addColumn('instanceId', 'text', (column) => column.notNull())
        .addColumn('name', 'text')
        .addColumn('actor', 'text', (column) => column.notNull())
        .addColumn('addedAt', 'double precision', (column) => column.notNull())
        .addPrimaryKeyConstraint('addedInstancesKey', ['workspace', 'exactKey'])
        .execute();
      await create('settings')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('value', 'text', (column) => column.notNull())
        .execute();
      const index = (name: string) => db.schema.createIndex(name).ifNotExists();
      // The guard of the first promise, also for a transaction that forgets the lock: one open item per instance.
      await index('deletionItemsInFlight')
        .unique()
        .on('deletionItems')
        .column('instanceKey')
        .where(sql<boolean>`outcome_code is null`)
        .execute();
      await index('deletionItemsInstance')
        .on('deletionItems')
        .columns(['instanceKey', 'workspace', 'outcomeCode'])
        .execute();
      // What is open has no end, so this one finds it, too.
      await index('deletionItemsEnded').on('deletionItems').columns(['workspace', 'endedAt']).execute();
      await index('deletionItemsUndismissed')
        .on('deletionItems')
        .columns(['workspace', 'outcomeCode', 'deletionId'])
        .where(sql<boolean>`dismissed_at is null`)
        .execute();
      await index('deletionsNewest').on('deletions').columns(['workspace', 'confirmedAt', 'id']).execute();
      await index('protectionsInstance').on('protections').columns(['workspace', 'instanceKey']).execute();
      await db
        .insertInto('settings')
        .values({ name: 'schema', value: String(majorVersion) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
  },
};

/** `schemaName` is null for SQLite. @returns why this version can't use the database, as the end of a sentence, or null */
export async function migrate(db: Kysely<Tables>, schemaName: string | null): Promise<string | null> {
  // Look first, because a role that may only read and write rows is enough once the tables are there. Kysely would also refuse
  // migrations that it doesn't know, such as those of a newer minor version.
  const applied = await listApplied(db, schemaName);
  if (Object.keys(migrations).some((name) => !applied.includes(name))) {
    const provider = { getMigrations: async () => migrations };
    const own = schemaName === null ? {} : { migrationTableSchema: schemaName };
    const { error } = await new Migrator({ db, provider, ...own }).migrateToLatest();
    if (error !== undefined) throw error;
  }
  const query = db.selectFrom('settings').select('value').where('name', '=', 'schema');
  const { value } = await query.executeTakeFirstOrThrow();
  return Number(value) <= majorVersion
    ? null
    : `the database belongs to a newer version of the console (schema ${value}, and this one knows ${majorVersion})`;
}

/** None if the table of the migrations isn't there yet. */
async function listApplied(db: Kysely<Tables>, schemaName: string | null): Promise<string[]> {
  const table = sql.table(schemaName === null ? 'kysely_migration' : `${schemaName}.kysely_migration`);
  const read = sql<{ name: string }>`select name from ${table}`.execute(db);
  return read.then(({ rows }) => rows.map(({ name }) => name)).catch(() => []);
}
