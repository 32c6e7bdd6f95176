import { CamelCasePlugin, Kysely, type Transaction } from 'kysely';
import type { EpochMs } from '../../rules/time.ts';
import { type DatabaseAddress, parseDatabaseUrl } from '../databaseUrl.ts';
import { openPostgres } from './postgres.ts';
import { migrate, NewerSchemaError, type Tables } from './schema.ts';
import { openSqlite } from './sqlite.ts';

export type Database = {
  db: Kysely<Tables>;
  /** The one clock: ms since 1970. PostgreSQL: corrected by the offset to its `clock_timestamp()`. */
  now: () => EpochMs;
  /** True if this process is the only one (SQLite). */
  isExclusive: boolean;
  /** Until the end of the transaction, no other transaction of any replica passes this with the same key. */
  lock: (trx: Transaction<Tables>, key: string) => Promise<void>;
  /** Rejects or resolves false while the database doesn't answer. */
  ping: () => Promise<boolean>;
  close: () => Promise<void>;
};

type Owner = {
  /** Host and path of the service whose deletions the database contains. */
  serviceId: string;
  /** True if the database belongs to this service, although it was created for a different address. */
  isSameService: boolean;
};

/** Tests give the address as text. @throws an Error with one sentence that names DATABASE_URL */
export async function openDatabase(where: DatabaseAddress | string, _owner?: Owner): Promise<Database> {
  const address = typeof where === 'string' ? parseDatabaseUrl(where) : where;
  const { dialect, now, isExclusive, lock, ...driver } =
    address.kind === 'postgres'
      ? openPostgres(address)
      : openSqlite(address.kind === 'file' ? address.path : ':memory:');
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
  return { db, now, isExclusive, lock, ping, close };
}
