import { type CreateTableBuilder, type Expression, type Kysely, sql, type Transaction } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { OutcomeCode } from '../../rules/deletion.ts';

/** Raise it for a migration that older versions can't ignore. They share the database during a rolling update, and then refuse to start. */
const majorVersion = 1;

/** First 16 hex digits of the SHA-256 of the service's base URL, or "sandbox". */
const ofService = { serviceId: 'text' } as const;
const ofWorkspace = { ...ofService, workspace: 'text' } as const;
const ofInstance = { ...ofWorkspace, databaseName: 'text', instanceId: 'text' } as const;

/** Times are ms since 1970. Numbers are `double precision`, because `pg` returns a `bigint` as text. */
const tables = {
  deletions: {
    key: ['serviceId', 'id'],
    columns: {
      ...ofInstance,
      id: 'text',
      name: 'text or null',
      created: 'text or null',
      reason: 'text',
      actor: 'text',
      bulkId: 'text or null',
      /** Place in its bulk delete. 0 for a single delete. */
      position: 'number',
      sender: 'text',
      confirmedAt: 'number',
      /** Written before the request leaves. Null if none left. */
      sentAt: 'number or null',
      endedAt: 'number or null',
      dismissedAt: 'number or null',
      /** Null as long as the outcome isn't known. `outcome` is the whole of it as JSON. */
      outcomeCode: 'text or null',
      outcome: 'text or null',
      /** 1 if somebody else than the sender wrote the outcome. The sender may still replace it. */
      isAssumed: 'number',
      searchText: 'text',
    },
  },
  bulkDeletions: {
    key: ['serviceId', 'id'],
    columns: {
      ...ofWorkspace,
      id: 'text',
      actor: 'text',
      /** Public ID of the session that started it. Its sign-out stops the bulk delete. */
      sessionId: 'text',
      /** SHA-256 of the request, which tells a repetition from a different bulk delete with the same ID. */
      bodyHash: 'text',
      sender: 'text',
      /** A sentence. Requests may be sent while it is null and `endedAt` is too. */
      stopReason: 'text or null',
      waitsUntil: 'number or null',
      startedAt: 'number',
      progressAt: 'number',
      endedAt: 'number or null',
    },
  },
  protections: {
    key: ['serviceId', 'id'],
    columns: {
      ...ofInstance,
      id: 'text',
      name: 'text or null',
      reason: 'text',
      actor: 'text',
      setAt: 'number',
      removedAt: 'number or null',
      removedBy: 'text or null',
    },
  },
  /** `name` is the one spelling of the workspace, the first that a sign-in proved. */
  workspaces: {
    key: ['name'],
    columns: { name: 'text', foldedName: 'text', version: 'number', databases: 'text or null' },
  },
  sessions: {
    /** SHA-256 of the cookie's bytes, in hex. */
    key: ['keyHash'],
    columns: {
      keyHash: 'text',
      /** Public ID, which the page sends with everything but GET. */
      sessionId: 'text',
      workspace: 'text',
      sealedToken: 'text',
      /** Whom USER_HEADER named at the sign-in. Null if the setting was unset. */
      userName: 'text or null',
      actor: 'text',
      startedAt: 'number',
      activeAt: 'number',
    },
  },
  addedInstances: {
    key: ['serviceId', 'workspace', 'databaseName', 'instanceId'],
    columns: { ...ofInstance, name: 'text or null', actor: 'text', addedAt: 'number' },
  },
  /** The admins' choice of databases, as a JSON array of names. */
  databases: { key: ['serviceId', 'workspace'], columns: { ...ofWorkspace, names: 'text' } },
  /** The row `schema` of the service "" has the major version. */
  settings: { key: ['serviceId', 'name'], columns: { ...ofService, name: 'text', value: 'text' } },
} as const;

type Row<Columns> = {
  [Name in keyof Columns]:
    | (Columns[Name] extends 'text' | 'text or null' ? string : number)
    | (Columns[Name] extends 'text' | 'number' ? never : null);
};

export type Tables = { [Name in keyof typeof tables]: Row<(typeof tables)[Name]['columns']> } & {
  deletions: { outcomeCode: OutcomeCode | null };
};
export type DeletionRow = Tables['deletions'];
export type BulkDeletionRow = Tables['bulkDeletions'];
export type ProtectionRow = Tables['protections'];
export type SessionRow = Tables['sessions'];

/** 1 for what is open or needs an admin, otherwise null. With the same text in a query, its index is used. */
const unresolved = sql<
  number | null
>`(case when outcome_code is null or (outcome_code in ('unknown', 'mismatch') and dismissed_at is null) then 1 end)`;
export const isOpenOrUnresolved = sql<boolean>`${unresolved} = 1`;
export const isEndedAndResolved = sql<boolean>`${unresolved} is null`;

const inWorkspace = ['serviceId', 'workspace'];
const ofTarget = [...inWorkspace, 'databaseName', 'instanceId'];

const migrations: Record<string, Migration> = {
  '0001_tables': {
    async up(db: Kysely<unknown>) {
      for (const [name, table] of Object.entries(tables)) await createTable(db, name, table);
      const index = (table: string, name: string, columns: (string | Expression<unknown>)[]) =>
        db.schema.createIndex(`${table}_${name}`).on(table).columns(columns);
      await index('workspaces', 'folded_name', ['folded_name']).unique().execute();
      // The guard of the first promise: no two requests for one instance are in flight.
      await index('deletions', 'in_flight', ofTarget).unique().where(isNull('outcome_code')).execute();
      await index('bulk_deletions', 'running', inWorkspace).unique().where(isNull('ended_at')).execute();
      await index('protections', 'in_force', ofTarget).unique().where(isNull('removed_at')).execute();
      const ofOpenTarget = [...inWorkspace, unresolved, 'databaseName', 'instanceId'];
      await index('deletions', 'unresolved', ofOpenTarget).execute();
      await index('deletions', 'newest', [...inWorkspace, 'confirmed_at']).execute();
      await index('deletions', 'recent', [...inWorkspace, 'ended_at']).execute();
      await index('deletions', 'items', ['service_id', 'bulk_id']).execute();
    },
  },
};

function isNull(column: string) {
  return sql<boolean>`${sql.ref(column)} is null`;
}

type Table = { key: readonly string[]; columns: Readonly<Record<string, string>> };

async function createTable(
  { schema }: Pick<Kysely<unknown>, 'schema'>,
  name: string,
  { key, columns }: Table,
): Promise<void> {
  let table: CreateTableBuilder<string, string> = schema.createTable(name).ifNotExists();
  for (const [column, type] of Object.entries(columns))
    table = table.addColumn(column, type.startsWith('text') ? 'text' : 'double precision', (each) =>
      type.endsWith('null') ? each : each.notNull(),
    );
  await table.addPrimaryKeyConstraint(`${name}Key`, [...key]).execute();
}

export class NewerSchemaError extends Error {}

/** Call it under a lock. @throws NewerSchemaError if the database belongs to a newer major version */
export async function migrate(trx: Transaction<Tables>): Promise<void> {
  const version = { serviceId: '', name: 'schema', value: String(majorVersion) };
  await createTable(trx, 'settings', tables.settings);
  const stored = await trx
    .selectFrom('settings')
    .select('value')
    .where('name', '=', version.name)
    .executeTakeFirst();
  if (Number(stored?.value) > majorVersion)
    throw new NewerSchemaError(
      `the database belongs to a newer version of the console (schema ${stored?.value}, and this one knows ${majorVersion})`,
    );
  const provider = { getMigrations: () => listMigrations(trx) };
  const { error } = await new Migrator({ db: trx, provider }).migrateToLatest();
  if (error !== undefined) throw error;
  await trx
    .insertInto('settings')
    .values(version)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Ours, and empty ones for what a newer minor version has added, because Kysely refuses migrations that it doesn't know. */
async function listMigrations(trx: Transaction<Tables>): Promise<Record<string, Migration>> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(trx);
  return { ...Object.fromEntries(rows.map(({ name }) => [name, { up: async () => {} }])), ...migrations };
}
