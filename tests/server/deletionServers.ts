import { randomUUID } from 'node:crypto';
import { beforeAll, describe } from 'vitest';
import { blankOutcome, type OutcomeCode, type OutcomeJson } from '../../src/rules/deletion.ts';
import { noPolicy, type Policy } from '../../src/rules/policy.ts';
import type { DeletionRequest } from '../../src/rules/requests.ts';
import { foldCase } from '../../src/rules/text.ts';
import { type Database, openDatabase, parseDatabaseUrl } from '../../src/server/database/database.ts';
import { hashJson } from '../../src/server/deletions/deletionRows.ts';
import { DeletionRunner, type RunnerOptions } from '../../src/server/deletions/deletionRunner.ts';
import { Protections } from '../../src/server/deletions/protections.ts';
import type { LogFilter } from '../../src/server/deletions/readLog.ts';
import type { DeleteResult } from '../../src/server/service/judgeDelete.ts';
import type { DeleteCall } from '../../src/server/service/sendDelete.ts';
import { hashSecret } from '../../src/server/sessions/cookies.ts';
import type { Access } from '../../src/server/sessions/sessionStore.ts';
import { hasPostgres, startPostgres } from '../support/postgres.ts';
import { Replica, World } from './simulatedReplica.ts';

export type Answer = Partial<OutcomeJson> & { doubt?: string | null; ms?: number };

export type Server = ReturnType<typeof createServer>;

/** The parts of one server that work on deletions, in virtual time. */
export function createServer(
  replica: Replica,
  sendDelete: (call: DeleteCall, replica: Replica) => Promise<DeleteResult>,
  options: Pick<RunnerOptions, 'logError'> & Partial<RunnerOptions>,
) {
  const { database, clock } = replica;
  const runner = new DeletionRunner({
    ...{ database, clock, policy: noPolicy },
    sendDelete: (call) => sendDelete(call, replica),
    audit: () => {},
    onTokenRejected: async () => {},
    ...options,
  });
  async function list(workspace: string, filter: LogFilter = {}) {
    await runner.refresh(workspace);
    const { rows } = await runner.reader.readPage(workspace, filter, null, 500);
    return (await runner.reader.readDeletions(rows, 'anna')).reverse();
  }
  return { replica, runner, protections: new Protections(database), list };
}

export async function createWorkspace({ db }: Database): Promise<string> {
  const name = `workspace ${randomUUID()}`;
  const row = { name, foldedHash: hashJson(foldCase(name)), version: 0, databases: null };
  await db.insertInto('workspaces').values(row).execute();
  return name;
}

/** Signs an actor in. Without the row of the session, nothing is sent. */
export async function createSession({ db }: Database, workspace: string, actor: string): Promise<Access> {
  const sessionId = randomUUID();
  const identity = { workspace, actor, userName: actor, sessionId, keyHash: hashSecret(sessionId) };
  const row = { ...identity, replacedHash: null, sealedToken: '', startedAt: 0, activeAt: 0 };
  await db.insertInto('sessions').values(row).execute();
  return { sessionId, workspace, actor, token, time: 0, requestId: 'request' };
}

export const token = 'a-token-of-the-service';

/** Two servers on one database, in virtual time. The service answers as `answers` says, the last one for ever. */
export async function createServers(base: Database, options: Partial<Policy> & { isShared?: boolean } = {}) {
  const { isShared = true, ...changes } = options;
  const world = new World();
  const workspace = await createWorkspace(base);
  const anna = await createSession(base, workspace, 'anna');
  const ben = await createSession(base, workspace, 'ben');
  const service = {
    answers: [{ code: 'deleted' }] as Answer[],
    /** How long (ms) a connection takes. */
    connectMs: 0,
    sent: [] as DeleteCall[],
  };
  const auditLines: [code: OutcomeCode, isOwn: boolean][] = [];
  const errors: unknown[] = [];

  async function sendDelete(call: DeleteCall, replica: Replica): Promise<DeleteResult> {
    if (service.connectMs > 0) await world.sleep(service.connectMs);
    await replica.wake();
    const obstacle = await call.findObstacle();
    if (obstacle !== null) return toResult({ code: 'not-sent', message: obstacle });
    service.sent.push(call);
    const answer = (service.answers.length > 1 ? service.answers.shift() : service.answers[0]) ?? {};
    await world.sleep(answer.ms ?? 100);
    await replica.wake();
    return toResult(answer);
  }

  const start = () =>
    createServer(new Replica(world, base, { isShared }), sendDelete, {
      policy: { ...noPolicy, ...changes },
      audit: (_deletion, _item, { code }, sender) => auditLines.push([code, sender !== null]),
      logError: (error) => errors.push(error),
    });
  const [first, other] = [start(), start()];

  /** Lets time pass until the promise is settled, at most 10 minutes. */
  async function finish<Result>(promise: Promise<Result>): Promise<Result> {
    const state = { isSettled: false };
    void promise.catch(() => {}).then(() => (state.isSettled = true));
    for (let count = 0; count < 6_000 && !state.isSettled; count += 1) await world.advance(100);
    return promise;
  }

  const list = () => other.list(workspace);
  const listItems = async () => (await list()).flatMap(({ items }) => items);
  return {
    ...{ world, workspace, anna, ben, service, auditLines, errors },
    ...{ start, first, other, finish, list, listItems },
    stages: async () => (await listItems()).map(({ stage }) => stage),
    /** Of the first server. Waits for its answer. */
    put: (request: DeletionRequest, by = anna, id: string = randomUUID()) =>
      finish(first.runner.put(by, id, request)),
    /** Confirms on the first server, and waits only so long (ms). */
    async begin(request: DeletionRequest, ms = 10): Promise<string> {
      const id = randomUUID();
      void first.runner.put(anna, id, request).catch(() => {});
      await world.advance(ms);
      return id;
    },
  };
}

export function toResult({ doubt = null, ms: _, ...fields }: Answer): DeleteResult {
  return { outcome: { ...blankOutcome, code: 'deleted', ...fields }, doubt, isTokenRejected: false };
}

export function requestFor(...instanceIds: string[]) {
  const rest = { databaseName: 'orders', created: null };
  const items = instanceIds.map((instanceId) => ({ ...rest, instanceId, name: `name of ${instanceId}` }));
  return { items, reason: '' };
}

/** Declares tests for SQLite in memory and for PostgreSQL. Without an installed PostgreSQL, its tests are skipped. */
export function describeEachDatabase(addTests: (getDatabase: () => Database, isPostgres: boolean) => void) {
  for (const isPostgres of [false, true])
    describe.skipIf(isPostgres && !hasPostgres)(isPostgres ? 'on PostgreSQL' : 'on SQLite', () => {
      let database: Database;
      beforeAll(async () => {
        const server = isPostgres ? await startPostgres() : null;
        database = await openDatabase(parseDatabaseUrl(server?.url ?? ':memory:'));
        return async () => {
          await database.close();
          server?.stop();
        };
      }, 60_000);
      addTests(() => database, isPostgres);
    });
}
