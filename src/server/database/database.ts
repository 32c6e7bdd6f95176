import { setTimeout as sleep } from 'node:timers/promises';
import { CamelCasePlugin, Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { EpochMs } from '../../rules/time.ts';
import type { DatabaseAddress } from './databaseUrl.ts';
import { migrate, NewerSchemaError } from './migrations.ts';
import {
  createPostgresDialect,
  describePostgresError,
  postgresTime,
  schemaName,
  transactionSettings,
} from './postgres.ts';
import type { Tables } from './schema.ts';
import { SqliteFile } from './sqlite.ts';

export type Trx = Transaction<Tables>;

type Parts = {
  db: Kysely<Tables>;
  /** True if other processes may use it too (PostgreSQL). */
  isShared: boolean;
  begin: <Result>(work: (trx: Trx) => Promise<Result>) => Promise<Result>;
  /** Makes a query hold what it reads until the end of its transaction. SQLite has one transaction at a time. */
  holdRows: <Query extends { forShare: () => Query }>(query: Query) => Query;
  time: () => RawBuilder<EpochMs>;
  close: () => Promise<void>;
};

/** How long (ms) a transaction waits for another program that holds the file of SQLite. */
const busyMs = 3_000;
const pauseMs = 50;
/** `/healthz` asks the database at most so often (ms). */
const healthMs = 1_000;

export type Health = 'ok' | 'read-only' | 'unavailable';

export class Database {
  readonly db: Kysely<Tables>;
  readonly isShared: boolean;
  readonly holdRows: Parts['holdRows'];
  readonly close: Parts['close'];
  readonly #begin: Parts['begin'];
  readonly #time: Parts['time'];
  #health: { at: number; answer: Promise<Health> } | null = null;

  constructor({ db, isShared, begin, holdRows, time, close }: Parts) {
    this.db = db;
    this.isShared = isShared;
    this.#begin = begin;
    this.holdRows = holdRows;
    this.#time = time;
    this.close = close;
  }

  async transaction<Result>(work: (trx: Trx) => Promise<Result>): Promise<Result> {
    const end = performance.now() + busyMs;
    for (;;)
      try {
        return await this.#begin(work);
      } catch (error) {
        // Nothing was written, because SQLite is busy at the first write.
        const isBusy = error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
        if (!isBusy || performance.now() > end) throw error;
        await sleep(pauseMs);
      }
  }

  /**
   * Everything that changes deletions, items or protections of a workspace runs in here, one after the other on all replicas:
   * the update holds the workspace's row until the transaction ends. `now` is the time after the wait for it.
   */
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

  /** The time of the query that contains it, ms since 1970: by PostgreSQL, or with SQLite by this process. */
  get time(): RawBuilder<EpochMs> {
    return this.#time();
  }

  async now(): Promise<EpochMs> {
    const { now } = await this.db.selectNoFrom(this.time.as('now')).executeTakeFirstOrThrow();
    return now;
  }

  /** Tries a write, once, because what was true a moment ago needn't be true now. */
  checkHealth(): Promise<Health> {
    const at = performance.now();
    if (this.#health === null || at - this.#health.at > healthMs)
      this.#health = { at, answer: this.#tryWrite() };
    return this.#health.answer;
  }

  async #tryWrite(): Promise<Health> {
    const settings = { name: 'health', value: '' };
    const write = this.#begin((trx) =>
      trx
        .insertInto('settings')
        .values(settings)
        .onConflict((conflict) => conflict.column('name').doUpdateSet(settings))
        .execute(),
    );
    if (await succeeds(write)) return 'ok';
    const read = this.db.selectFrom('settings').select('name').limit(1).execute();
    return (await succeeds(read)) ? 'read-only' : 'unavailable';
  }
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

/** @throws an Error with one sentence that names DATABASE_URL */
export async function openDatabase(address: DatabaseAddress): Promise<Database> {
  return address.kind === 'postgres' ? openPostgres(address) : openSqlite(address);
}

async function openSqlite(address: Exclude<DatabaseAddress, { kind: 'postgres' }>): Promise<Database> {
  const file = new SqliteFile(address.kind === 'memory' ? ':memory:' : address.path);
  const db = createQueries(file.createDialect());
  const close = async () => {
    try {
      file.releaseLock();
    } finally {
      await db.destroy();
    }
  };
  await prepare(
    () => migrate(db, null),
    close,
    (error) => file.describeError(error),
  );
  return new Database({
    db,
    isShared: false,
    begin: (work) => db.transaction().execute(work),
    holdRows: (query) => query,
    time: () => sql<EpochMs>`${Date.now()}`,
    close,
  });
}

async function openPostgres(address: Extract<DatabaseAddress, { kind: 'postgres' }>): Promise<Database> {
  const db = createQueries(createPostgresDialect(address)).withSchema(schemaName);
  const close = () => db.destroy();
  await prepare(
    async () => {
      await requireUtf8(db);
      await migrateAmongOthers(db);
    },
    close,
    (error) => describePostgresError(error, address.host),
  );
  return new Database({
    db,
    isShared: true,
    // Each statement sees what was committed before it, also what was behind a lock.
    begin: (work) =>
      db
        .transaction()
        .setIsolationLevel('read committed')
        .execute(async (trx) => {
          await transactionSettings.execute(trx);
          return work(trx);
        }),
    holdRows: (query) => query.forShare(),
    time: () => postgresTime,
    close,
  });
}

function createQueries(dialect: ConstructorParameters<typeof Kysely>[0]['dialect']): Kysely<Tables> {
  return new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
}

async function prepare(
  work: () => Promise<void>,
  close: () => Promise<void>,
  describe: (error: unknown) => string,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    await close().catch(() => undefined);
    const isOurs = error instanceof NewerSchemaError || error instanceof EncodingError;
    throw new Error(`DATABASE_URL: ${isOurs ? error.message : describe(error)}.`);
  }
}

class EncodingError extends Error {}

async function requireUtf8(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ serverEncoding: string }>`show server_encoding`.execute(db);
  const encoding = rows[0]?.serverEncoding;
  if (encoding !== 'UTF8')
    throw new EncodingError(`the database has the encoding ${encoding}, and the console needs UTF8`);
}

/** Two servers that start at once may both create the schema. One of them fails, and finds it at its next attempt. */
async function migrateAmongOthers(db: Kysely<Tables>): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await migrate(db, schemaName);
    } catch (error) {
      if (attempt === 3 || error instanceof NewerSchemaError) throw error;
      await sleep(pauseMs * attempt);
    }
}

/** A database belongs to one service. `service` is its host and path. @throws an Error with a sentence that names both */
export async function claimDatabase(
  { db }: Database,
  service: string,
  isSameService: boolean,
): Promise<void> {
  const settings = db.selectFrom('settings').select('value').where('name', '=', 'service');
  try {
    // A database that can only be read has it already.
    if ((await settings.executeTakeFirst()) === undefined) {
      const claim = db.insertInto('settings').values({ name: 'service', value: service });
      await claim.onConflict((conflict) => conflict.doNothing()).execute();
    }
    const { value } = await settings.executeTakeFirstOrThrow();
    if (value === service) return;
    if (!isSameService)
      throw new DifferentServiceError(
        `SERVICE_URL is ${service}, but this database has the deletions of ${value}. Set a different DATABASE_URL, or, if ` +
          'both are the same service, start once with --same-service.',
      );
    await db.updateTable('settings').set({ value: service }).where('name', '=', 'service').execute();
  } catch (error) {
    if (error instanceof DifferentServiceError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown problem';
    throw new Error(`DATABASE_URL: the database can't be used (${code}).`);
  }
}

class DifferentServiceError extends Error {}
