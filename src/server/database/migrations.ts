import { type CreateTableBuilder, type Kysely, sql, type Transaction } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Tables } from './tables.ts';

/**
 * Major version of the schema. Several versions of the console may share a database during a rolling update, so a migration
 * only adds what an older version can ignore. One that can't raises this number, and older versions then refuse to start.
 */
const schemaVersion = 1;

/** What is open or needs an admin. The same text in queries makes SQLite use the partial index. */
export const isUnresolved = sql<boolean>`(outcome_code is null or (outcome_code in ('unknown', 'mismatch') and dismissed_at is null))`;

/** The message is a sentence without its full stop. */
export class NewerSchemaError extends Error {}

/** Call it under a lock. @throws NewerSchemaError if the database belongs to a newer major version */
export async function migrate(trx: Transaction<Tables>): Promise<void> {
  await trx.schema
    .createTable('settings')
    .ifNotExists()
    .addColumn('serviceId', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('settings_key', ['serviceId', 'name'])
    .execute();
  const isVersion = { serviceId: '', name: 'schema' };
  const stored = await trx
    .selectFrom('settings')
    .select('value')
    .where('serviceId', '=', isVersion.serviceId)
    .where('name', '=', isVersion.name)
    .executeTakeFirst();
  if (stored !== undefined && Number(stored.value) > schemaVersion)
    throw new NewerSchemaError(
      `the database belongs to a newer version of the console (schema ${stored.value}, and this version knows ${schemaVersion})`,
    );
  const { error } = await new Migrator({
    db: trx,
    provider: { getMigrations: () => listMigrations(trx) },
  }).migrateToLatest();
  if (error !== undefined) throw error;
  await trx
    .insertInto('settings')
    .values({ ...isVersion, value: String(schemaVersion) })
    .onConflict((conflict) =>
      conflict.columns(['serviceId', 'name']).doUpdateSet({ value: String(schemaVersion) }),
    )
    .execute();
}

/**
 * Ours, and empty ones for what a newer minor version has added, because Kysely refuses a database with migrations that it
 * doesn't know: https://github.com/kysely-org/kysely/issues/697
 */
async function listMigrations(trx: Transaction<Tables>): Promise<Record<string, Migration>> {
  const executed = await sql<{ name: string }>`select name from kysely_migration`.execute(trx);
  const names = executed.rows.map(({ name }) => [name, { up: async () => {} }]);
  return { ...Object.fromEntries(names), ...migrations };
}

const migrations: Record<string, Migration> = {
  '0001_tables': {
    async up(db: Kysely<unknown>) {
      await createTable(db, 'sessions', ['service_id', 'key_hash'], {
        session_id: 'text',
        user_name: 'text or null',
        started_at: 'number',
        active_at: 'number',
      });
      await createTable(db, 'session_tokens', ['service_id', 'key_hash', 'workspace'], {
        sealed_token: 'text',
        proven_at: 'number',
        used_at: 'number',
      });
      await createTable(db, 'added_instances', target, {
        name: 'text or null',
        actor: 'text',
        added_at: 'number',
      });
      await createTable(db, 'databases', ['service_id', 'workspace'], { names: 'text' });
      await createTable(db, 'protections', ['service_id', 'id'], {
        ...targetColumns,
        name: 'text or null',
        reason: 'text',
        actor: 'text',
        set_at: 'number',
        removed_at: 'number or null',
        removed_by: 'text or null',
      });
      await createTable(db, 'deletions', ['service_id', 'id'], {
        ...targetColumns,
        name: 'text or null',
        created: 'text or null',
        reason: 'text',
        actor: 'text',
        bulk_id: 'text or null',
        position: 'number',
        sender: 'text',
        confirmed_at: 'number',
        sent_at: 'number or null',
        ended_at: 'number or null',
        dismissed_at: 'number or null',
        outcome_code: 'text or null',
        outcome: 'text or null',
        is_assumed: 'number',
        search_text: 'text',
      });
      await createTable(db, 'bulk_deletions', ['service_id', 'id'], {
        workspace: 'text',
        actor: 'text',
        session_id: 'text',
        body_hash: 'text',
        sender: 'text',
        stop_reason: 'text or null',
        waits_until: 'number or null',
        started_at: 'number',
        progress_at: 'number',
        ended_at: 'number or null',
      });
      // The guard of the first promise: no two requests for one instance are in flight.
      await index(db, 'deletions', 'in_flight', target)
        .unique()
        .where(sql<boolean>`outcome_code is null`)
        .execute();
      await index(db, 'bulk_deletions', 'running', workspace)
        .unique()
        .where(sql<boolean>`ended_at is null`)
        .execute();
      await index(db, 'protections', 'in_force', target)
        .unique()
        .where(sql<boolean>`removed_at is null`)
        .execute();
      await index(db, 'deletions', 'unresolved', target).where(isUnresolved).execute();
      await index(db, 'deletions', 'newest', [...workspace, 'confirmed_at']).execute();
      await index(db, 'deletions', 'ended', [...workspace, 'ended_at']).execute();
      await index(db, 'deletions', 'bulk', ['service_id', 'bulk_id']).execute();
      await index(db, 'protections', 'set', [...workspace, 'set_at']).execute();
    },
  },
};

const workspace = ['service_id', 'workspace'];
const target = [...workspace, 'database_name', 'instance_id'];
const targetColumns = { workspace: 'text', database_name: 'text', instance_id: 'text' } as const;

type ColumnType = 'text' | 'text or null' | 'number' | 'number or null';

/** Columns of the key are texts. Numbers are `double precision`, because `pg` returns a `bigint` as text. */
async function createTable(
  db: Kysely<unknown>,
  name: string,
  key: readonly string[],
  columns: Readonly<Record<string, ColumnType>>,
): Promise<void> {
  let table: CreateTableBuilder<string, string> = db.schema.createTable(name);
  const keyColumns = Object.fromEntries(key.map((column) => [column, 'text' as const]));
  for (const [column, type] of Object.entries({ ...keyColumns, ...columns }))
    table = table.addColumn(column, type.startsWith('text') ? 'text' : 'double precision', (each) =>
      type.endsWith('null') ? each : each.notNull(),
    );
  await table.addPrimaryKeyConstraint(`${name}_key`, [...key]).execute();
}

function index(db: Kysely<unknown>, table: string, name: string, columns: readonly string[]) {
  return db.schema
    .createIndex(`${table}_${name}`)
    .on(table)
    .columns([...columns]);
}
