import { type Kysely, sql, type Transaction } from 'kysely';
import { getErrorCode } from './postgres.ts';
import type { Tables } from './schema.ts';

type Trx = Transaction<Tables>;

/** Raise it with a migration that older versions can't ignore: they then refuse to start. */
const majorVersion = 1;

/**
 * Never change a released migration. No `if not exists`, which would take somebody else's table for ours. Numbers aren't a
 * `bigint`, which `pg` returns as text.
 */
const migrations = [
  `create table workspaces (
    name text not null primary key, folded_hash text not null unique,
    version double precision not null, databases text
  );
  create table sessions (
    key_hash text not null primary key, session_id text not null unique, workspace text not null,
    sealed_token text not null, actor text not null, replaced_hash text, user_name text,
    started_at double precision not null, active_at double precision not null
  );
  create table deletions (
    workspace text not null, id text not null, actor text not null, session_id text not null, reason text not null,
    body_hash text not null, attempt_id text not null, stop_reason text,
    confirmed_at double precision not null, alive_at double precision not null,
    primary key (workspace, id)
  );
  create table deletion_items (
    workspace text not null, deletion_id text not null, position double precision not null,
    database_name text not null, instance_id text not null, name text, created text,
    guard_key text not null, search_text text not null,
    outcome_code text, outcome text, is_assumed double precision not null,
    sent_at double precision, ended_at double precision, dismissed_at double precision, dismissed_by text,
    primary key (workspace, deletion_id, position)
  );
  create table protections (
    workspace text not null, exact_key text not null, database_name text not null,
    instance_id text not null, name text, guard_key text not null, reason text not null,
    actor text not null, set_at double precision not null,
    primary key (workspace, exact_key)
  );
  create table added_instances (
    workspace text not null, exact_key text not null, database_name text not null,
    instance_id text not null, name text, added_at double precision not null,
    primary key (workspace, exact_key)
  );
  -- One open item per instance, even if a transaction forgets the lock.
  create unique index deletion_items_in_flight on deletion_items (guard_key) where outcome_code is null;
  create index deletion_items_instance on deletion_items (guard_key, workspace, outcome_code);
  -- Open items have no end, so this index finds them.
  create index deletion_items_ended on deletion_items (workspace, ended_at);
  create index deletion_items_undismissed on deletion_items (workspace, outcome_code, deletion_id)
    where dismissed_at is null;
  create index deletions_newest on deletions (workspace, confirmed_at, id);
  create index protections_instance on protections (workspace, guard_key)`,
];

/** `schemaName` is null for SQLite. @returns why this version can't use the database, as the end of a sentence, or null */
export async function applyMigrations(
  db: Kysely<Tables>,
  transact: (work: (trx: Trx) => Promise<void>) => Promise<void>,
  schemaName: string | null,
): Promise<string | null> {
  // Read first, because a role that may only read and write rows is enough later. A newer minor version may have applied more.
  const applied = await readNumber(db, 'migrations').catch((error) => {
    if (/^(?:42P01|SQLITE_ERROR)$/.test(getErrorCode(error))) return 0;
    throw error;
  });
  if (applied < migrations.length) await transact((trx) => migrate(trx, schemaName));
  const major = await readNumber(db, 'schema');
  return major <= majorVersion
    ? null
    : `the database belongs to a newer version of the console (schema ${major}, and this one knows ${majorVersion})`;
}

async function readNumber(db: Kysely<Tables>, name: 'schema' | 'migrations'): Promise<number> {
  const setting = db.selectFrom('settings').select('value').where('name', '=', name);
  return Number((await setting.executeTakeFirst())?.value ?? 0);
}

async function migrate(trx: Trx, schemaName: string | null): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(trx);
  if (schemaName !== null) {
    // For the transaction: behind a pooler, a session's lock could stay on somebody else's connection.
    await run(`select pg_advisory_xact_lock(hashtext('${schemaName}'))`);
    const { rows } = await run(`select from pg_namespace where nspname = '${schemaName}'`);
    // Even `if not exists` needs the right to create schemas.
    if (rows.length === 0) await run(`create schema ${schemaName}`);
    await run(`set local search_path to ${schemaName}`);
  }
  // The schema or file is ours, so this table is, too. A failed read would abort PostgreSQL's transaction.
  await run('create table if not exists settings (name text not null primary key, value text not null)');
  const applied = await readNumber(trx, 'migrations');
  if (applied >= migrations.length) return;
  for (const statement of migrations.slice(applied).join(';').split(';')) await run(statement);
  const versions = { schema: majorVersion, migrations: migrations.length };
  const rows = Object.entries(versions).map(([name, value]) => ({ name, value: `${value}` }));
  await trx
    .insertInto('settings')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet(({ ref }) => ({ value: ref('excluded.value') })),
    )
    .execute();
}
