import {
  CamelCasePlugin,
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryExecutor,
  sql,
} from 'kysely';
import { Database, type Trx } from '../../src/server/database/database.ts';
import { schemaName } from '../../src/server/database/postgres.ts';
import type { Tables } from '../../src/server/database/schema.ts';
import type { Clock } from '../../src/server/deletions/background.ts';

/** Virtual time: it passes in `advance`, and each sleep of a replica is one of its timers. */
export class World {
  time = Date.parse('2026-03-01T00:00:00Z');
  /** How far (ms) the database's clock is ahead of `time`. */
  clockStepMs = 0;
  /** Changes when a statement begins, and when it ends. */
  activity = 0;
  runningCount = 0;
  readonly #timers = new Set<{ at: number; end: () => void }>();

  sleep(ms: number): Promise<void> {
    return new Promise((end) => this.#timers.add({ at: this.time + ms, end }));
  }

  async advance(ms: number): Promise<void> {
    const end = this.time + ms;
    for (;;) {
      await this.settle();
      const next = [...this.#timers].sort((a, b) => a.at - b.at)[0];
      if (next === undefined || next.at > end) break;
      this.#timers.delete(next);
      this.time = Math.max(this.time, next.at);
      next.end();
    }
    this.time = end;
  }

  async settle(): Promise<void> {
    for (let quietTurns = 0; quietTurns < 2; ) {
      const before = this.activity;
      await new Promise((resolve) => setImmediate(resolve));
      quietTurns = this.activity === before && this.runningCount === 0 ? quietTurns + 1 : 0;
    }
  }

  query<Result>(work: () => Promise<Result>): Promise<Result> {
    this.activity += 1;
    this.runningCount += 1;
    return work().finally(() => {
      this.activity += 1;
      this.runningCount -= 1;
    });
  }
}

/** 'refuses texts': of a statement with the text "unstorable", as PostgreSQL refuses some characters. */
export type Fault = 'none' | 'refuses writes' | 'refuses texts' | 'loses answers' | 'loses commits';

const forever = new Promise<never>(() => {});

/** A server that can die before a statement, sleep, and meet a `Fault` of its database. */
export class Replica {
  readonly database: Database;
  readonly clock: Clock;
  isDead = false;
  fault: Fault = 'none';
  /** Runs this many statements more, and dies before the next. */
  statementsLeft = Number.POSITIVE_INFINITY;
  sleepsUntil = 0;
  /** Runs one statement more than `statements`, ends its transaction, and sleeps `ms`. */
  sleepSoon: { statements: number; ms: number } | null = null;
  readonly world: World;
  /** Rolls back and releases what a dead server holds. */
  readonly held = new Set<() => Promise<void>>();

  constructor(world: World, base: Database, { isShared = true } = {}) {
    this.world = world;
    const executor = base.db.getExecutor();
    const dialect: Dialect = {
      createDriver: () => createDriver(executor, this),
      createAdapter: () => executor.adapter,
      createQueryCompiler: () => executor,
      createIntrospector: () => base.db.introspection,
    };
    const queries = new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
    const db = base.isShared ? queries.withSchema(schemaName) : queries;
    this.database = createDatabase(base, world, db, isShared);
    this.clock = {
      ...{ now: () => world.time, monotonic: () => world.time },
      sleep: async (ms, signal) => {
        const aborted = new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
        if (!signal?.aborted) await Promise.race([world.sleep(ms), aborted]);
        await this.wake();
      },
    };
  }

  kill(): void {
    this.isDead = true;
    for (const release of this.held) void release();
  }

  /** Waits while the server sleeps, and for ever if it is dead. */
  async wake(): Promise<void> {
    while (!this.isDead && this.sleepsUntil > this.world.time)
      await this.world.sleep(this.sleepsUntil - this.world.time);
    if (this.isDead) await forever;
  }

  async beforeStatement(statement: string, parameters: readonly unknown[] = []): Promise<void> {
    if (--this.statementsLeft < 0) this.kill();
    if (this.sleepSoon !== null && --this.sleepSoon.statements < 0) {
      this.sleepsUntil = this.world.time + this.sleepSoon.ms;
      this.sleepSoon = null;
    }
    if (this.isDead) await forever;
    if (this.fault === 'refuses writes' && /^(?:insert|update|delete)/.test(statement))
      throw new Error('read-only');
    if (this.fault === 'refuses texts' && parameters.some((each) => /unstorable/.test(String(each))))
      throw Object.assign(new Error('character not in repertoire'), { code: '22021' });
  }
}

function createDatabase(base: Database, world: World, ...options: [db: Kysely<Tables>, isShared: boolean]) {
  return new (class extends Database {
    override readonly hasSession = base.hasSession.bind(base);
    override get time() {
      return sql<number>`cast(${sql.lit(world.time + world.clockStepMs)} as double precision)`;
    }
    protected override begin<Result>(work: (trx: Trx) => Promise<Result>): Promise<Result> {
      return this.db.transaction().execute(work);
    }
  })(...options);
}

type Connection = ReturnType<typeof hold>;
/** Takes a connection until its server releases it or dies. */
function hold(connection: DatabaseConnection, replica: Replica, end: () => void) {
  const { world, held } = replica;
  let isInTransaction = false;
  async function run(statement: 'begin' | 'commit' | 'rollback'): Promise<void> {
    if (statement === 'rollback' && !isInTransaction) return;
    await world.query(() => connection.executeQuery(CompiledQuery.raw(statement)));
    isInTransaction = statement === 'begin';
  }
  async function release(): Promise<void> {
    held.delete(release);
    await run('rollback');
    end();
  }
  async function executeQuery<Row>(query: CompiledQuery) {
    await replica.beforeStatement(query.sql, query.parameters);
    return world.query(() => connection.executeQuery<Row>(query));
  }
  held.add(release);
  if (replica.isDead) void release();
  return { run, release, executeQuery, streamQuery: connection.streamQuery.bind(connection) };
}

function createDriver(executor: QueryExecutor, replica: Replica): Driver {
  const acquire = () =>
    new Promise<Connection>((resolve, reject) => {
      const work = (one: DatabaseConnection) => new Promise<void>((end) => resolve(hold(one, replica, end)));
      executor.provideConnection(work).catch(reject);
    });
  return {
    async init() {},
    async destroy() {},
    acquireConnection: () => replica.wake().then(() => replica.world.query(acquire)),
    beginTransaction: ({ run }: Connection) => replica.beforeStatement('begin').then(() => run('begin')),
    async commitTransaction({ run }: Connection) {
      await replica.beforeStatement('commit');
      const { fault } = replica;
      await run(fault === 'loses commits' ? 'rollback' : 'commit');
      if (fault.startsWith('loses')) throw new Error('The answer to the commit was lost.');
    },
    rollbackTransaction: ({ run }: Connection) => run('rollback'),
    // Here a server can sleep without a lock.
    releaseConnection: ({ release }: Connection) => release().then(() => replica.wake()),
  };
}
