import { CompiledQuery, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { DatabaseAddress } from '../databaseUrl.ts';
import type { Tables } from './schema.ts';

const offsetIntervalMs = 60_000;

export function openPostgres({ url, host, pool: max }: DatabaseAddress & { kind: 'postgres' }) {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    // While the database is away, a call must fail soon, so that its route answers 503.
    connectionTimeoutMillis: 3_000,
    statement_timeout: 5_000,
    query_timeout: 6_000,
    idle_in_transaction_session_timeout: 10_000,
    // A connection whose network is gone is given up after this time.
    maxLifetimeSeconds: 60,
  });
  // Without handlers, a connection that drops, idle or not, would end the process: https://node-postgres.com/apis/client#error
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  let offsetMs = 0;
  const measureOffset = async (ask: (query: string) => Promise<{ rows: readonly { ms?: unknown }[] }>) => {
    const sentAt = Date.now();
    const { rows } = await ask(
      'select (extract(epoch from clock_timestamp()) * 1000)::double precision as ms',
    );
    if (typeof rows[0]?.ms === 'number') offsetMs = Math.round(rows[0].ms - (sentAt + Date.now()) / 2);
  };
  const measureAgain = () => void measureOffset((query) => pool.query(query)).catch(() => undefined);
  const timer = setInterval(measureAgain, offsetIntervalMs).unref();
  return {
    dialect: new PostgresDialect({
      pool,
      onCreateConnection: (connection) =>
        measureOffset((query) => connection.executeQuery(CompiledQuery.raw(query))),
    }),
    now: () => Date.now() + offsetMs,
    isExclusive: false,
    lock: async (trx: Transaction<Tables>, key: string) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
    },
    /** As the end of a sentence. A message could repeat a part of the password. */
    describeError: (error: unknown) => {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown problem';
      return `PostgreSQL at ${host} can't be used (${code})`;
    },
    close: () => clearInterval(timer),
  };
}
