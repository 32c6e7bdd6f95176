import { CamelCasePlugin, Kysely } from 'kysely';
import type { Driver } from './driver.ts';
import { migrate, NewerSchemaError } from './migrations.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import type { Tables } from './tables.ts';

export type Database = Pick<Driver, 'now' | 'isExclusive' | 'lock'> & {
  db: Kysely<Tables>;
  /** Rejects or resolves false while the database doesn't answer. */
  ping: () => Promise<boolean>;
  close: () => Promise<void>;
};

/** `file:PATH`, `:memory:` or `postgres://…`. @throws an Error with one sentence that names DATABASE_URL */
export async function openDatabase(url: string): Promise<Database> {
  const driver = openDriver(url);
  const db = new Kysely<Tables>({ dialect: driver.dialect, plugins: [new CamelCasePlugin()] });
  const close = async () => {
    try {
      driver.close();
    } finally {
      await db.destroy();
    }
  };
  try {
    await db.transaction().execute(async (trx) => {
      await driver.lock(trx, 'migrations');
      await migrate(trx);
    });
  } catch (error) {
    await close().catch(() => undefined);
    const problem = error instanceof NewerSchemaError ? error.message : driver.describeError(error);
    throw new Error(`DATABASE_URL: ${problem}.`);
  }
  const { now, isExclusive, lock } = driver;
  return {
    db,
    now,
    isExclusive,
    lock,
    ping: async () => (await db.selectFrom('settings').select('name').limit(1).execute()).length > 0,
    close,
  };
}

function openDriver(url: string): Driver {
  if (url === ':memory:' || url.startsWith('file:')) return openSqlite(url);
  if (/^postgres(?:ql)?:\/\//.test(url)) return openPostgres(url);
  throw new Error('DATABASE_URL must be file:PATH, :memory: or postgres://….');
}
