import { CompiledQuery, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { type Driver, readErrorCode } from './driver.ts';

const offsetIntervalMs = 60_000;

export function openPostgres(url: string): Driver {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    // While the database is away, a call must fail soon, so that its route answers 503.
    connectionTimeoutMillis: 3_000,
    statement_timeout: 5_000,
    query_timeout: 6_000,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    // A connection whose network is gone is given up after this time.
    maxLifetimeSeconds: 60,
  });
  // Without a handler, a connection that drops while it is idle would end the process. The pool opens a new one.
  pool.on('error', () => {});
  // The same for a connection that drops between two queries of a transaction: https://node-postgres.com/apis/client#error
  pool.on('connect', (client) => client.on('error', () => {}));
  let offsetMs = 0;
  /** @param ask runs a query of one row and returns it */
  const measureOffset = async (ask: (query: string) => Promise<{ rows: readonly { ms?: unknown }[] }>) => {
    const sentAt = Date.now();
    const { rows } = await ask(
      'select (extract(epoch from clock_timestamp()) * 1000)::double precision as ms',
    );
    if (typeof rows[0]?.ms === 'number') offsetMs = rows[0].ms - (sentAt + Date.now()) / 2;
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
    lock: async (trx, key) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
    },
    describeError: (error) => describeError(error, url),
    close: () => clearInterval(timer),
  };
}

function describeError(error: unknown, url: string): string {
  if (!URL.canParse(url)) return 'the address of PostgreSQL is malformed';
  const { host, password } = new URL(url);
  // The error of a host with several addresses has a code and no message.
  const problem = (error instanceof Error && error.message) || readErrorCode(error) || 'unknown problem';
  const safeProblem = [password, decodeURIComponent(password)]
    .filter((text) => text !== '')
    .reduce((text, secret) => text.replaceAll(secret, '…'), problem);
  return `PostgreSQL at ${host} can't be used (${safeProblem})`;
}
