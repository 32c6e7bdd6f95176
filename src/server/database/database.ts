import { CamelCasePlugin, Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { EpochMs } from '../../rules/time.ts';
import { openPostgres } from './postgres.ts';
import { migrate, NewerSchemaError, type Tables } from './schema.ts';
import { openSqlite } from './sqlite.ts';

export type Database = {
  db: Kysely<Tables>;
  /** The one clock: ms since 1970. PostgreSQL: corrected by the offset to its `clock_timestamp()`. */
  now: () => EpochMs;
  /** The time of the query that contains it, ms since 1970. SQLite: by this process. */
  readonly time: RawBuilder<EpochMs>;
  /** True if this process is the only one (SQLite). */
  isExclusive: boolean;
  /** Until the end of the transaction, no other transaction of any replica passes this with the same key. */
  lock: (trx: Transaction<Tables>, key: string) => Promise<void>;
  /** Rejects or resolves false while the database doesn't answer. */
  ping: () => Promise<boolean>;
  close: () => Promise<void>;
};

/** `file:PATH`, `:memory:` or `postgres://…`. @throws an Error with one sentence that names DATABASE_URL */
export async function openDatabase(url: string): Promise<Database> {
  const isSqlite = url === ':memory:' || url.startsWith('file:');
  if (!isSqlite && !/^postgres(?:ql)?:\/\//.test(url))
    throw new Error('DATABASE_URL must be file:PATH, :memory: or postgres://….');
  const { dialect, now, isExclusive, lock, ...driver } = isSqlite ? openSqlite(url) : openPostgres(url);
  const db = new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
  const close = async () => {
    try {
      driver.close();
    } finally {
      await db.destroy();
    }
  };
  try {
    await db.transaction().execute(async (trx) => {
      await lock(trx, 'migrations');
      await migrate(trx);
    });
  } catch (error) {
    await close().catch(() => undefined);
    const problem = error instanceof NewerSchemaError ? error.message : driver.describeError(error);
    throw new Error(`DATABASE_URL: ${problem}.`);
  }
  const ping = async () => (await db.selectFrom('settings').select('name').limit(1).execute()).length > 0;
  return {
    db,
    now,
    get time() {
      return isSqlite ? sql<number>`${now()}` : clockTime;
    },
    isExclusive,
    lock,
    ping,
    close,
  };
}

const clockTime = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::double precision`;
