import { type CreateTableBuilder, type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from './schema.ts';

type Trx = Transaction<Tables>;

/** Raise it for what an older version can't ignore, which then refuses to start. */
const majorVersion = 1;

/** Columns with `?` may be null. Numbers aren't a `bigint`, which `pg` returns as text. */
function createTable({ schema }: Trx, table: string, key: string, texts: string, numbers: string) {
  const empty: CreateTableBuilder<string, string> = schema.createTable(table);
  let builder = empty.addPrimaryKeyConstraint(`${table}Key`, key.split(' '));
  for (const type of ['text', 'double precision'] as const)
    for (const name of (type === 'text' ? texts : numbers).split(' '))
      builder = builder.addColumn(name.replace('?', ''), type, (column) =>
        name.endsWith('?') ? column : column.notNull(),
      );
  return builder;
}

/** Never change one that was released. Without `ifNotExists`, which would take a table of somebody else for ours. */
const migrations: Record<string, (trx: Trx) => Promise<void>> = {
  async '0001_tables'(trx) {
    await createTable(trx, 'workspaces', 'name', 'name foldedHash databases?', 'version')
      .addUniqueConstraint('workspacesFoldedHash', ['foldedHash'])
      .execute();
    const ofSession = 'keyHash sessionId workspace sealedToken actor replacedHash? userName?';
    await createTable(trx, 'sessions', 'keyHash', ofSession, 'startedAt activeAt')
      .addUniqueConstraint('sessionsSessionId', ['sessionId'])
      .execute();
    const ofDeletion = 'workspace id actor sessionId reason bodyHash attemptId stopReason?';
    await createTable(trx, 'deletions', 'workspace id', ofDeletion, 'confirmedAt aliveAt').execute();
    const ofItem =
      'workspace deletionId databaseName instanceId guardKey searchText name? created? outcomeCode? outcome? dismissedBy?';
    const ofProgress = 'position isAssumed sentAt? endedAt? dismissedAt?';
    await createTable(trx, 'deletionItems', 'workspace deletionId position', ofItem, ofProgress).execute();
    const ofInstance = 'workspace exactKey databaseName instanceId name?';
    const ofProtection = `${ofInstance} guardKey reason actor`;
    await createTable(trx, 'protections', 'workspace exactKey', ofProtection, 'setAt').execute();
    await createTable(trx, 'addedInstances', 'workspace exactKey', ofInstance, 'addedAt').execute();
    await trx.schema
      .createTable('settings')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute();
    const index = (name: string, table: string, columns: string) =>
      trx.schema.createIndex(name).on(table).columns(columns.split(' '));
    // One open item per instance, also after a transaction that forgets the lock.
    await index('deletionItemsInFlight', 'deletionItems', 'guardKey')
      .unique()
      .where(sql<boolean>`outcome_code is null`)
      .execute();
    await index('deletionItemsInstance', 'deletionItems', 'guardKey workspace outcomeCode').execute();
    // What is open has no end, so this one finds it, too.
    await index('deletionItemsEnded', 'deletionItems', 'workspace endedAt').execute();
    await index('deletionItemsUndismissed', 'deletionItems', 'workspace outcomeCode deletionId')
      .where(sql<boolean>`dismissed_at is null`)
      .execute();
    await index('deletionsNewest', 'deletions', 'workspace confirmedAt id').execute();
    await index('protectionsInstance', 'protections', 'workspace guardKey').execute();
    await trx
      .insertInto('settings')
      .values({ name: 'schema', value: String(majorVersion) })
      .execute();
  },
};

/** `schemaName` is null for SQLite. @returns why this version can't use the database, as the end of a sentence, or null */
export async function applyMigrations(
  db: Kysely<Tables>,
  transact: (work: (trx: Trx) => Promise<void>) => Promise<void>,
  schemaName: string | null,
): Promise<string | null> {
  // Look first, because a role that may only read and write rows is enough later.
  const missing = await listMissing(db).catch(() => null);
  if (missing?.length !== 0) await transact((trx) => migrate(trx, schemaName));
  const query = db.selectFrom('settings').select('value').where('name', '=', 'schema');
  const { value } = await query.executeTakeFirstOrThrow();
  return Number(value) <= majorVersion
    ? null
    : `the database belongs to a newer version of the console (schema ${value}, and this one knows ${majorVersion})`;
}

/** A newer minor version may have applied more. */
async function listMissing(db: Kysely<Tables>) {
  const applied = await db.selectFrom('kyselyMigration').select('name').execute();
  const names = new Set(applied.map(({ name }) => name));
  return Object.entries(migrations).filter(([name]) => !names.has(name));
}

async function migrate(trx: Trx, schemaName: string | null): Promise<void> {
  if (schemaName !== null) {
    // For the transaction: behind a pooler, a session's lock would stay on somebody else's connection.
    await sql`select pg_advisory_xact_lock(hashtext(${schemaName}))`.execute(trx);
    const { rows } = await sql`select from pg_namespace where nspname = ${schemaName}`.execute(trx);
    // `if not exists` would need the right to create it.
    if (rows.length === 0) await trx.schema.createSchema(schemaName).execute();
  }
  const table = trx.schema.createTable('kyselyMigration').ifNotExists();
  await table
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('timestamp', 'text')
    .execute();
  for (const [name, apply] of await listMissing(trx)) {
    await apply(trx);
    await trx.insertInto('kyselyMigration').values({ name, timestamp: new Date().toISOString() }).execute();
  }
}
