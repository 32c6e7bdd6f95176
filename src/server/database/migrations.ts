import { type CreateTableBuilder, type Kysely, type Migration, Migrator, sql } from 'kysely';
import { findEncodingProblem } from './postgres.ts';
import type { Tables } from './schema.ts';

/** Raise it for a migration that older versions can't ignore. They share the database during a rolling update, and then refuse to start. */
const majorVersion = 1;

/** Adds columns of one type to a table that is created. */
function createColumns(type: 'text' | 'double precision', isNullable: boolean) {
  return (...names: string[]) =>
    (table: CreateTableBuilder<string, string>) =>
      names.reduce((each, name) => each.addColumn(name, type, (c) => (isNullable ? c : c.notNull())), table);
}

const text = createColumns('text', false);
const textOrNull = createColumns('text', true);
// `pg` returns a `bigint` as text.
const number = createColumns('double precision', false);
const numberOrNull = createColumns('double precision', true);

/**
 * Never change one that was released. Times are ms since 1970. `ifNotExists`, because SQLite would keep the tables of a migration that was interrupted.
 */
const migrations: Record<string, Migration> = {
  '0001_tables': {
    async up(db: Kysely<Tables>) {
      const create = (name: string) => db.schema.createTable(name).ifNotExists();
      await create('workspaces')
        .$call(text('name', 'foldedHash'))
        .$call(textOrNull('databases'))
        .$call(number('version'))
        .addPrimaryKeyConstraint('workspacesKey', ['name'])
        .addUniqueConstraint('workspacesFoldedHash', ['foldedHash'])
        .execute();
      await create('sessions')
        .$call(text('keyHash', 'sessionId', 'workspace', 'sealedToken', 'actor'))
        .$call(textOrNull('replacedHash', 'userName'))
        .$call(number('startedAt', 'activeAt'))
        .addPrimaryKeyConstraint('sessionsKey', ['keyHash'])
        .addUniqueConstraint('sessionsSessionId', ['sessionId'])
        .execute();
      await create('deletions')
        .$call(text('workspace', 'id', 'actor', 'sessionId', 'reason', 'bodyHash', 'attemptId'))
        .$call(textOrNull('stopReason'))
        .$call(number('confirmedAt', 'aliveAt'))
        .addPrimaryKeyConstraint('deletionsKey', ['workspace', 'id'])
        .execute();
      await create('deletionItems')
        .$call(text('workspace', 'deletionId', 'databaseName', 'instanceId', 'guardKey', 'searchText'))
        .$call(textOrNull('name', 'created', 'outcomeCode', 'outcome', 'dismissedBy'))
        .$call(number('position', 'isAssumed'))
        .$call(numberOrNull('sentAt', 'endedAt', 'dismissedAt'))
        .addPrimaryKeyConstraint('deletionItemsKey', ['workspace', 'deletionId', 'position'])
        .execute();
      await create('protections')
        .$call(text('workspace', 'exactKey', 'guardKey', 'databaseName', 'instanceId', 'reason', 'actor'))
        .$call(textOrNull('name'))
        .$call(number('setAt'))
        .addPrimaryKeyConstraint('protectionsKey', ['workspace', 'exactKey'])
        .execute();
      await create('addedInstances')
        .$call(text('workspace', 'exactKey', 'databaseName', 'instanceId', 'actor'))
        .$call(textOrNull('name'))
        .$call(number('addedAt'))
        .addPrimaryKeyConstraint('addedInstancesKey', ['workspace', 'exactKey'])
        .execute();
      await create('settings')
        .$call(text('name', 'value'))
        .addPrimaryKeyConstraint('settingsKey', ['name'])
        .execute();
      const index = (name: string) => db.schema.createIndex(name).ifNotExists();
      // The guard of the first promise, also for a transaction that forgets the lock: one open item per instance.
      await index('deletionItemsInFlight')
        .unique()
        .on('deletionItems')
        .column('guardKey')
        .where(sql<boolean>`outcome_code is null`)
        .execute();
      await index('deletionItemsInstance')
        .on('deletionItems')
        .columns(['guardKey', 'workspace', 'outcomeCode'])
        .execute();
      // What is open has no end, so this one finds it, too.
      await index('deletionItemsEnded').on('deletionItems').columns(['workspace', 'endedAt']).execute();
      await index('deletionItemsUndismissed')
        .on('deletionItems')
        .columns(['workspace', 'outcomeCode', 'deletionId'])
        .where(sql<boolean>`dismissed_at is null`)
        .execute();
      await index('deletionsNewest').on('deletions').columns(['workspace', 'confirmedAt', 'id']).execute();
      await index('protectionsInstance').on('protections').columns(['workspace', 'guardKey']).execute();
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
  const encodingProblem = schemaName === null ? null : await findEncodingProblem(db);
  if (encodingProblem !== null) return encodingProblem;
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
