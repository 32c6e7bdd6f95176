import { randomUUID } from 'node:crypto';
import { beforeAll, describe } from 'vitest';
import { blankOutcome, type OutcomeCode, type OutcomeJson } from '../../src/rules/deletion.ts';
import { noPolicy, type Policy } from '../../src/rules/policy.ts';
import { type Database, openDatabase } from '../../src/server/database/database.ts';
import { createDeletions, type DeletionsOptions } from '../../src/server/deletions/deletions.ts';
import type { DeleteCall, DeleteResult } from '../../src/server/service/deleteOutcome.ts';
import { hasPostgres, startPostgres } from '../support/postgres.ts';
import { Replica, World } from './simulatedReplica.ts';

export type Answer = Partial<OutcomeJson> & { doubt?: string; isTokenRejected?: boolean; ms?: number };

/** Servers of one service on a shared database, in virtual time. The service answers as `answers` says, the last one for ever. */
export function createServers(
  base: Database,
  { policy = noPolicy, keepDays = 400 }: { policy?: Policy; keepDays?: number } = {},
) {
  const world = new World();
  const serviceId = randomUUID();
  const service = { answers: [{ code: 'deleted' }] as Answer[], sent: [] as DeleteCall[] };
  /** The code of each line, and whether it has a confirmation. */
  const auditLines: [code: OutcomeCode, isConfirmed: boolean][] = [];
  const rejectedTokens: string[] = [];

  async function sendDelete(call: DeleteCall, replica: Replica): Promise<DeleteResult> {
    service.sent.push(call);
    const answer = (service.answers.length > 1 ? service.answers.shift() : service.answers[0]) ?? {};
    const { doubt = null, isTokenRejected = false, ms = 100, ...outcome } = answer;
    await world.sleep(ms);
    await replica.wake();
    return { outcome: { ...blankOutcome, code: 'deleted', ...outcome }, doubt, isTokenRejected };
  }

  return {
    ...{ world, serviceId, service, auditLines, rejectedTokens },
    start({ isExclusive = false, policy: ownPolicy = policy } = {}) {
      const replica = new Replica(world, base, { isExclusive });
      const deletions = startDeletions({
        ...{ database: replica.database, serviceId, policy: ownPolicy, keepDays, clock: replica.clock },
        sendDelete: (call) => sendDelete(call, replica),
        audit: (_, { code }, confirmation) => auditLines.push([code, confirmation !== null]),
        onTokenRejected: async ({ workspace }) => void rejectedTokens.push(workspace),
      });
      return { replica, deletions };
    },
    /** Lets time pass until the promise is settled, at most 10 minutes. */
    async finish<Result>(promise: Promise<Result>): Promise<Result> {
      let isSettled = false;
      const end = () => {
        isSettled = true;
      };
      promise.then(end, end);
      for (let count = 0; count < 6_000 && !isSettled; count += 1) await world.advance(100);
      return promise;
    },
  };
}

/** One of these servers, and shortcuts for what its tests do most. */
export function createServer(base: Database, options: Parameters<typeof createServers>[1] = {}) {
  const servers = createServers(base, options);
  const { replica, deletions } = servers.start();
  return {
    ...{ ...servers, replica, deletions },
    /** Waits for the answer. */
    put: (instanceId: string, more: object = {}, by = anna, id = randomUUID()) =>
      servers.finish(deletions.put(by, id, requestFor(instanceId, more))),
    list: async () => (await deletions.list(anna.access, wholeLog)).deletions,
  };
}

export type Deletions = ReturnType<typeof startDeletions>;

/** What the routes call, under one roof. */
export function startDeletions(options: DeletionsOptions) {
  const { sender, bulkDeletions, ...deletions } = createDeletions(options);
  return {
    ...{ ...deletions, put: sender.put, close: sender.close },
    ...{ putBulk: bulkDeletions.put, stopBulk: bulkDeletions.stop },
    stopBulksOfSession: bulkDeletions.stopOfSession,
  };
}

export const token = 'a-token-of-the-service';

export function confirmationBy(actor: string, workspace = 'acme') {
  return {
    access: { sessionId: `session of ${actor}`, workspace, actor, token, time: 0 },
    requestId: 'request',
  };
}

export const anna = confirmationBy('anna');
export const ben = confirmationBy('ben');

export function requestFor(instanceId: string, more: object = {}) {
  const name = `name of ${instanceId}`;
  return { databaseName: 'orders', instanceId, name, created: null, reason: '', ...more };
}

export function bulkRequestFor(instanceIds: readonly string[], reason = '') {
  const items = instanceIds.map((instanceId) => {
    const { reason: _, ...target } = requestFor(instanceId);
    return { id: randomUUID(), ...target };
  });
  return { items, reason };
}

export const wholeLog = { search: '', isMine: false, before: null, limit: 200 };

/** Declares tests for SQLite in memory and for PostgreSQL. Without an installed PostgreSQL, its tests are skipped. */
export function describeEachDatabase(
  declareTests: (getDatabase: () => Database, isPostgres: boolean) => void,
): void {
  for (const isPostgres of [false, true])
    describe.skipIf(isPostgres && !hasPostgres)(isPostgres ? 'on PostgreSQL' : 'on SQLite', () => {
      let database: Database;
      beforeAll(async () => {
        const server = isPostgres ? await startPostgres() : null;
        database = await openDatabase(server?.url ?? ':memory:');
        return async () => {
          await database.close();
          server?.stop();
        };
      }, 60_000);
      declareTests(() => database, isPostgres);
    });
}
