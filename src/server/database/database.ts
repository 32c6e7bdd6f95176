import { randomUUID } from 'node:crypto';
import { CamelCasePlugin, Kysely, type RawBuilder, SqliteDialect, sql, type Transaction } from 'kysely';
import type { EpochMs } from '../../rules/time.ts';
import { applyMigrations } from './migrations.ts';
import {
  createPostgresDialect,
  findEncodingProblem,
  findMissingRight,
  getErrorCode,
  type PostgresAddress,
  parsePostgresUrl,
  postgresTime,
  retryOnCodes,
  schemaName,
  transactionSettings,
} from './postgres.ts';
import type { Tables } from './schema.ts';
import { describeSqliteError, openSqlite, parseSqlitePath } from './sqlite.ts';

export type Trx = Transaction<Tables>;

/** How long (ms) `/healthz` repeats its answer. */
const healthMs = 1_000;

type Health = 'ok' | 'read-only' | 'unavailable';

export class Database {
  readonly db: Kysely<Tables>;
  /** True for PostgreSQL, which other processes may use, too. */
  readonly isShared: boolean;
  readonly close = () => this.db.destroy();
  #health: { at: number; answer: Promise<Health> } | null = null;

  constructor(db: Kysely<Tables>, isShared: boolean) {
    this.db = db;
    this.isShared = isShared;
  }

  transaction<Result>(work: (trx: Trx) => Promise<Result>): Promise<Result> {
    // A different program may hold the file. SQLite is busy only at `begin`, so nothing was written.
    return retryOnCodes(['SQLITE_BUSY'], () => this.begin(work));
  }

  /** With `read committed`, a statement after a wait for the lock sees what its holder committed. */
  protected begin<Result>(work: (trx: Trx) => Promise<Result>): Promise<Result> {
    const transaction = this.db.transaction();
    if (!this.isShared) return transaction.execute(work);
    return transaction.setIsolationLevel('read committed').execute(async (trx) => {
      await transactionSettings.execute(trx);
      return work(trx);
    });
  }

  /** What changes items, stops or protections of a workspace runs in here, one at a time. `now` is the time after the wait. */
  inWorkspace<Result>(workspace: string, work: (trx: Trx, now: EpochMs) => Promise<Result>): Promise<Result> {
    return this.transaction(async (trx) => {
      const { now } = await trx
        .updateTable('workspaces')
        .set((row) => ({ version: row('version', '+', 1) }))
        .where('name', '=', workspace)
        .returning(this.time.as('now'))
        .executeTakeFirstOrThrow();
      return work(trx, now);
    });
  }

  /** On PostgreSQL, a sign-out waits for this transaction, or this transaction for it. */
  async hasSession(trx: Trx, sessionId: string): Promise<boolean> {
    const sessions = trx.selectFrom('sessions').select('sessionId').where('sessionId', '=', sessionId);
    return (await (this.isShared ? sessions.forShare() : sessions).executeTakeFirst()) !== undefined;
  }

  /** PostgreSQL's clock when the query runs, or, with SQLite, ours when it is built. */
  get time(): RawBuilder<EpochMs> {
    return this.isShared ? postgresTime : sql<EpochMs>`${Date.now()}`;
  }

  readLogState(from: Kysely<Tables> = this.db) {
    const state = from
      .selectFrom('deletions')
      .select(({ fn }) => [fn.max<EpochMs | null>('confirmedAt').as('newest'), fn.countAll().as('count')])
      .select(this.time.as('now'));
    return state.executeTakeFirstOrThrow();
  }

  /** Tries a write, because a database may become read-only at any time. */
  checkHealth(): Promise<Health> {
    const at = performance.now();
    if (this.#health === null || at - this.#health.at > healthMs)
      this.#health = { at, answer: this.#tryWrite() };
    return this.#health.answer;
  }

  async #tryWrite(): Promise<Health> {
    const settings = { name: 'health', value: '' };
    try {
      await this.begin((trx) => {
        const insertion = trx.insertInto('settings').values(settings);
        return insertion.onConflict((conflict) => conflict.column('name').doUpdateSet(settings)).execute();
      });
      return 'ok';
    } catch {
      const read = this.db.selectFrom('settings').select('name').limit(1).execute();
      return read.then(
        () => 'read-only',
        () => 'unavailable',
      );
    }
  }
}

export type DatabaseAddress = { kind: 'memory' } | { kind: 'file'; path: string } | PostgresAddress;

/** @throws an Error that quotes no part of the text, which may have a password */
export function parseDatabaseUrl(text: string): DatabaseAddress {
  if (text === ':memory:') return { kind: 'memory' };
  if (text.startsWith('file:')) return { kind: 'file', path: parseSqlitePath(text.slice('file:'.length)) };
  if (/^postgres(?:ql)?:\/\//.test(text)) return parsePostgresUrl(text);
  throw new Error('DATABASE_URL must be file:PATH, postgres://… or :memory:.');
}

/** @throws an Error with one sentence that names DATABASE_URL */
export async function openDatabase(address: DatabaseAddress): Promise<Database> {
  const isPostgres = address.kind === 'postgres';
  const path = address.kind === 'file' ? address.path : ':memory:';
  const dialect = isPostgres
    ? createPostgresDialect(address)
    : new SqliteDialect({ database: () => openSqlite(path) });
  const queries = new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
  const db = isPostgres ? queries.withSchema(schemaName) : queries;
  const database = new Database(db, isPostgres);
  const findProblem = async () =>
    (isPostgres ? await findEncodingProblem(db) : null) ??
    (await applyMigrations(db, (work) => database.transaction(work), isPostgres ? schemaName : null)) ??
    (isPostgres ? findMissingRight(db) : null);
  const problem = await findProblem().catch((error) =>
    // A message could repeat a part of the password.
    isPostgres
      ? `PostgreSQL at ${address.host} can't be used (${getErrorCode(error)})`
      : describeSqliteError(getErrorCode(error), path),
  );
  if (problem === null) return database;
  await db.destroy().catch(() => undefined);
  throw new Error(`DATABASE_URL: ${problem}.`);
}

/** @returns what the log has, and its ID, drawn at the first start. @throws an Error that names both services if it refuses ours */
export async function bindToService(database: Database, service: string, isSameService: boolean) {
  const claim = async (trx: Trx) => {
    const logId = await storeSettingOnce(trx, 'log', randomUUID().slice(0, 8));
    let owner = await storeSettingOnce(trx, 'service', service);
    if (owner !== service && isSameService) {
      await trx.updateTable('settings').set({ value: service }).where('name', '=', 'service').execute();
      owner = service;
    }
    return { logId, owner, ...(await database.readLogState(trx)) };
  };
  const log = await database.transaction(claim).catch((error) => {
    throw new Error(`DATABASE_URL: the database can't be used (${getErrorCode(error)}).`);
  });
  if (log.owner === service) return log;
  throw new Error(
    `SERVICE_URL is ${service}, but this database has the deletions of ${log.owner}. Set a different DATABASE_URL, or, if ` +
      'both are the same service, start once with --same-service.',
  );
}

/** @returns what is stored: of two servers at once, the first decides */
export async function storeSettingOnce(trx: Trx, name: string, value: string): Promise<string> {
  const settings = trx.selectFrom('settings').select('value').where('name', '=', name);
  const known = await settings.executeTakeFirst();
  // Not written without need, because the database may be read-only.
  if (known !== undefined) return known.value;
  const claim = trx.insertInto('settings').values({ name, value });
  await claim.onConflict((conflict) => conflict.doNothing()).execute();
  return (await settings.executeTakeFirstOrThrow()).value;
}
