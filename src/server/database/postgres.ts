import { setTimeout as sleep } from 'node:timers/promises';
import {
  PostgresDialect,
  type PostgresPoolClient,
  type QueryExecutorProvider,
  type RawBuilder,
  sql,
} from 'kysely';
import pg from 'pg';
import type { EpochMs } from '../../rules/time.ts';

/** Our own schema, so that somebody else's table is never taken for ours. */
export const schemaName = 'workspace_console';

/** While the database is away or busy, a call must fail soon (ms), so that its route answers 503. */
const patienceMs = 3_000;
const pauseMs = 50;
/** PostgreSQL's (https://www.postgresql.org/docs/current/errcodes-appendix.html), and the default code of pgbouncer. */
const tooManyConnections = ['53300', '08P01'];

/** `pool` is a number of connections. `url` may contain a password, so don't print it. */
export type PostgresAddress = { kind: 'postgres'; url: string; host: string; pool: number };

export function parsePostgresUrl(text: string): PostgresAddress {
  const url = parseUrl(text);
  // Otherwise, a part of the password could be taken for the host, and printed.
  const isAmbiguous = /@.*@/s.test(text) || (/@/.test(text) && !url?.username && !url?.password);
  if (url === null || isAmbiguous || url.pathname.length < 2)
    throw new Error(
      'DATABASE_URL must be postgres://user:password@host/name. In a password, write / ? # @ % as %2F %3F %23 %40 %25.',
    );
  const pool = url.searchParams.get('pool') ?? '10';
  if (!/^[1-9]\d{0,2}$/.test(pool)) throw new Error('DATABASE_URL: pool must be 1 to 999 connections.');
  url.searchParams.delete('pool');
  // Otherwise, PGPORT would decide.
  if (url.host !== '') url.port ||= '5432';
  // The driver would ignore a misspelled parameter, or one without a value, and perhaps connect without TLS.
  const known = /^(?:host|options|application_name|ssl(?:mode|rootcert|cert|key))=./;
  const isKnown = ([name = '', value = '']) =>
    known.test(`${name}=${value}`) && url.searchParams.getAll(name).length === 1;
  if (![...url.searchParams].every(isKnown))
    throw new Error(
      'DATABASE_URL: known parameters, once each, are pool, host, options, application_name, sslmode, sslrootcert, sslcert and sslkey.',
    );
  return {
    kind: 'postgres',
    url: url.href,
    host: url.searchParams.get('host') ?? (decodeURIComponent(url.host) || process.env.PGHOST || 'localhost'),
    pool: Number(pool),
  };
}

/** As the driver reads the URL, and variables such as PGPORT and PGSSLMODE. */
export function describePostgres(connectionString: string): string {
  const { host, port, database, ssl } = new pg.Client({ connectionString });
  const isUnverified = Object(ssl).rejectUnauthorized === false;
  return `postgres://${host}:${port}/${database} with${ssl ? (isUnverified ? ' unverified' : '') : 'out'} TLS`;
}

function parseUrl(text: string): URL | null {
  try {
    // The build would drop a decoding whose result is unused.
    return decodeURIComponent(text) === '' ? null : new URL(text);
  } catch {
    return null;
  }
}

export function createPostgresDialect({ url, pool: max }: PostgresAddress): PostgresDialect {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: patienceMs,
    query_timeout: 6_000,
    // Also ends those that are never idle for the pool's 10 s.
    maxLifetimeSeconds: 60,
  });
  // Without handlers, a connection that drops, idle or not, would end the process: https://node-postgres.com/apis/client#error
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    pool.options.max = max;
    client.on('error', () => {});
  });
  const connect = () =>
    retryOnCodes(tooManyConnections, () =>
      pool.connect().then(guard, (error) => {
        // Only a full pool waits for its own connections, so let it have no more than it got.
        if (tooManyConnections.includes(getErrorCode(error))) pool.options.max = pool.totalCount || 1;
        throw error;
      }),
    );
  return new PostgresDialect({ pool: { connect, end: () => pool.end() } });
}

/** The pool drops a connection after a failed query, which may still run if it timed out. */
function guard(client: pg.PoolClient): PostgresPoolClient {
  let hasFailed = false;
  const query = (...parameters: unknown[]) =>
    Reflect.apply(client.query, client, parameters).catch((error: unknown) => {
      hasFailed = true;
      throw error;
    });
  return { query, release: () => client.release(hasFailed) } as PostgresPoolClient;
}

/** `clock_timestamp` isn't the start of the transaction, as `now()` is. */
export const postgresTime: RawBuilder<EpochMs> = sql<EpochMs>`(extract(epoch from clock_timestamp()) * 1000)::double precision`;

/** Neither a default of the server nor a pooler may change what a transaction relies on. */
export const transactionSettings = sql`select
  set_config('synchronous_commit', 'on', true),
  set_config('statement_timeout', '5s', true),
  set_config('lock_timeout', '3s', true),
  set_config('idle_in_transaction_session_timeout', '10s', true)`;

/** As the end of a sentence, or null. */
export async function findEncodingProblem(db: QueryExecutorProvider): Promise<string | null> {
  const { rows } = await sql<{ serverEncoding: string }>`show server_encoding`.execute(db);
  const encoding = rows[0]?.serverEncoding;
  return encoding === 'UTF8' ? null : `the database has the encoding ${encoding}, and the console needs UTF8`;
}

/** As the end of a sentence, or null. Without this, a result might be the first to need the right. */
export async function findMissingRight(db: QueryExecutorProvider): Promise<string | null> {
  const { rows } = await sql<{ place: string; need: string }>`
    select place, need
    from pg_tables, concat(schemaname, '.', tablename) as place,
      unnest(array['select', 'insert', 'update', 'delete']) as need
    where schemaname = ${schemaName}
      and (not has_table_privilege(place, need) or row_security_active(place))`.execute(db);
  const [missing] = rows;
  return missing ? `the role may not ${missing.need} every row of the table ${missing.place}` : null;
}

/** Only for codes that mean that nothing was done. */
export async function retryOnCodes<Result>(codes: string[], work: () => Promise<Result>): Promise<Result> {
  const end = performance.now() + patienceMs;
  for (;;)
    try {
      return await work();
    } catch (error) {
      if (!codes.includes(getErrorCode(error)) || performance.now() > end) throw error;
      await sleep(pauseMs);
    }
}

export function getErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown problem';
}
