import { type CreateTableBuilder, type Kysely, type Migration, Migrator, sql } from 'kysely';
import type { OutcomeCode } from '../../rules/deletion.ts';
import type { EpochMs } from '../../rules/time.ts';

export type Tables = {
  workspaces: WorkspaceRow;
  sessions: SessionRow;
  deletions: DeletionRow;
  deletionItems: ItemRow;
  protections: ProtectionRow;
  addedInstances: AddedInstanceRow;
  /** `schema`: the major version. `service`: whose deletions these are. `actor-key`: key of the tokens' fingerprints. */
  settings: { name: string; value: string };
};

type WorkspaceRow = {
  /** The one spelling: the first that a sign-in proved. */
  name: string;
  foldedHash: string;
  /** Raised by `inWorkspace`, for which that update is the lock. */
  version: number;
  /** The admins' choice of databases as a JSON array. Null for the operator's. */
  databases: string | null;
};

export type SessionRow = {
  /** SHA-256 of the cookie's bytes, in hex. */
  keyHash: string;
  /** Of the session that this one replaced. If an answer was lost, the browser still has its cookie. */
  replacedHash: string | null;
  /** Public, unlike the cookie. */
  sessionId: string;
  workspace: string;
  sealedToken: string;
  /** Null if no proxy names the signed-in person. */
  userName: string | null;
  actor: string;
  startedAt: EpochMs;
  activeAt: EpochMs;
};

/** It has ended when each of its items has an outcome. Without items, it is a withdrawn ID. */
export type DeletionRow = {
  workspace: string;
  id: string;
  actor: string;
  /** The permission to send: without the session's row, nothing more is sent. */
  sessionId: string;
  reason: string;
  /** SHA-256 of the parsed request, which tells a repetition from a different one with the same ID. */
  bodyHash: string;
  /** Of the attempt that stored it, so that its server recognises what an unanswered commit left. */
  attemptId: string;
  /** A sentence. Null as long as more may be sent. */
  stopReason: string | null;
  confirmedAt: EpochMs;
  /** The last sign of life of the server that works on it. */
  aliveAt: EpochMs;
};

export type ItemRow = {
  workspace: string;
  deletionId: string;
  position: number;
  databaseName: string;
  instanceId: string;
  name: string | null;
  created: string | null;
  guardKey: string;
  /** Written before the request leaves. Null if none left. */
  sentAt: EpochMs | null;
  endedAt: EpochMs | null;
  outcomeCode: OutcomeCode | null;
  /** As JSON. */
  outcome: string | null;
  /** 1 if the sender didn't write the outcome, and may still replace it. */
  isAssumed: number;
  dismissedAt: EpochMs | null;
  dismissedBy: string | null;
  searchText: string;
};

type NamedInstanceRow = {
  workspace: string;
  exactKey: string;
  databaseName: string;
  instanceId: string;
  name: string | null;
};

type ProtectionRow = NamedInstanceRow & { guardKey: string; reason: string; actor: string; setAt: EpochMs };

type AddedInstanceRow = NamedInstanceRow & { addedAt: EpochMs };

export const unresolvedCodes: OutcomeCode[] = ['unknown', 'mismatch'];

/** Raise it for what an older version can't ignore, which then refuses to start. */
const majorVersion = 1;

/** Columns with `?` may be null. Numbers aren't a `bigint`, which `pg` returns as text. */
function createTable(db: Kysely<Tables>, table: string, texts: string, numbers: string) {
  const columns = [
    ...texts.split(' ').map((name) => ({ name, type: 'text' as const })),
    ...numbers.split(' ').map((name) => ({ name, type: 'double precision' as const })),
  ];
  return columns.reduce(
    (builder: CreateTableBuilder<string, string>, { name, type }) =>
      builder.addColumn(name.replace('?', ''), type, (column) =>
        name.endsWith('?') ? column : column.notNull(),
      ),
    db.schema.createTable(table).ifNotExists(),
  );
}

/** Never change one that was released. With `ifNotExists`, because SQLite keeps the tables of one that was interrupted. */
const migrations: Record<string, Migration> = {
  '0001_tables': {
    async up(db: Kysely<Tables>) {
      await createTable(db, 'workspaces', 'name foldedHash databases?', 'version')
        .addPrimaryKeyConstraint('workspacesKey', ['name'])
        .addUniqueConstraint('workspacesFoldedHash', ['foldedHash'])
        .execute();
      const ofSession = 'keyHash sessionId workspace sealedToken actor replacedHash? userName?';
      await createTable(db, 'sessions', ofSession, 'startedAt activeAt')
        .addPrimaryKeyConstraint('sessionsKey', ['keyHash'])
        .addUniqueConstraint('sessionsSessionId', ['sessionId'])
        .execute();
      const ofDeletion = 'workspace id actor sessionId reason bodyHash attemptId stopReason?';
      await createTable(db, 'deletions', ofDeletion, 'confirmedAt aliveAt')
        .addPrimaryKeyConstraint('deletionsKey', ['workspace', 'id'])
        .execute();
      const ofItem =
        'workspace deletionId databaseName instanceId guardKey searchText name? created? outcomeCode? outcome? dismissedBy?';
      await createTable(db, 'deletionItems', ofItem, 'position isAssumed sentAt? endedAt? dismissedAt?')
        .addPrimaryKeyConstraint('deletionItemsKey', ['workspace', 'deletionId', 'position'])
        .execute();
      const ofInstance = 'workspace exactKey databaseName instanceId name?';
      await createTable(db, 'protections', `${ofInstance} guardKey reason actor`, 'setAt')
        .addPrimaryKeyConstraint('protectionsKey', ['workspace', 'exactKey'])
        .execute();
      await createTable(db, 'addedInstances', ofInstance, 'addedAt')
        .addPrimaryKeyConstraint('addedInstancesKey', ['workspace', 'exactKey'])
        .execute();
      await db.schema
        .createTable('settings')
        .ifNotExists()
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('value', 'text', (column) => column.notNull())
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
export async function createTables(db: Kysely<Tables>, schemaName: string | null): Promise<string | null> {
  // Look first, because a role that may only read and write rows is enough later. Kysely would also refuse migrations that it
  // doesn't know, such as those of a newer minor version.
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
