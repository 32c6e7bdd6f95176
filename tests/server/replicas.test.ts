import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deferred } from '../support/deferred.ts';
import { hasNginx } from '../support/nginx.ts';
import { hasPostgres, startPostgres } from '../support/postgres.ts';
import { bulkRequestFor } from './deletionServers.ts';
import {
  buildServer,
  deletionsPath,
  type Replica,
  signIn,
  startBalancer,
  startCountingService,
  startNginxBefore,
  startReplica,
} from './replicaProcesses.ts';

const runCount = Number(process.env.REPLICA_RUNS ?? 5);
/** Deletes of a run. A balancer gives each replica half of them. */
const deletesAtOnce = 4;
const timeoutMs = 60_000 + runCount * 20_000;

describe.skipIf(!hasPostgres)('two replicas on PostgreSQL', { timeout: timeoutMs }, () => {
  let build: Awaited<ReturnType<typeof buildServer>>;
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let service: Awaited<ReturnType<typeof startCountingService>>;
  let replicas: [Replica, Replica];

  beforeAll(async () => {
    const building = buildServer();
    [postgres, service, build] = await Promise.all([startPostgres(), startCountingService(), building]);
    const env = { DATABASE_URL: postgres.url, SERVICE_URL: service.url };
    const start = () => startReplica(build.folder, env);
    replicas = await Promise.all([start(), start()]);
  }, 120_000);
  beforeEach(() => {
    service.respond = async () => 204;
  });
  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.end('SIGKILL')));
    service.close();
    postgres.stop();
    build.remove();
  });

  async function query(text: string, values: unknown[] = []): Promise<void> {
    const client = new pg.Client(postgres.url);
    await client.connect();
    await client.query(text, values);
    await client.end();
  }

  /** Makes entries two minutes older that are open, although nobody waits for the service any more. */
  function ageAbandoned() {
    return query(
      `update deletions set sent_at = sent_at - 120000 where outcome_code is null and instance_id <> all($1)
       and sent_at < extract(epoch from clock_timestamp()) * 1000 - 1000`,
      [[...service.waiting]],
    );
  }

  async function killDuringDeletes(startFront: typeof startNginxBefore) {
    const front = await startFront(replicas.map(({ port }) => port));
    const browser = await signIn(front.port);
    const tally: Record<string, number> = {};
    for (let run = 0; run < runCount; run += 1) {
      const prefix = randomUUID();
      const ids = Array.from({ length: deletesAtOnce }, (_, index) => `${prefix}-${index}`);
      const killed = replicas[randomInt(2)] ?? replicas[0];
      const isHeld = run % 2 === 0;
      const held = deferred<void>();
      service.respond = async (instanceId) => {
        await (isHeld ? held.promise : sleep(randomInt(60)));
        return instanceId.endsWith('3') ? 409 : 204;
      };
      let settledCount = 0;
      const puts = ids.map(async (id) => {
        const deletion = await browser.putUntilSettled(id);
        settledCount += 1;
        return deletion;
      });
      if (isHeld) await expect.poll(() => service.waiting.size, { timeout: 30_000 }).toBe(deletesAtOnce);
      else await sleep(randomInt(120));
      await killed.end('SIGKILL');
      held.resolve();
      const settle = async () => {
        await ageAbandoned();
        await browser.send(deletionsPath).catch(() => undefined);
        return settledCount;
      };
      await expect.poll(settle, { timeout: 30_000, interval: 100 }).toBe(deletesAtOnce);
      await killed.start();
      const entries = (await (await signIn(killed.port)).readLog()).deletions;
      for (const deletion of await Promise.all(puts)) {
        const { instanceId, stage } = deletion;
        const sentCount = service.counts.get(instanceId) ?? 0;
        if (isHeld) expect(sentCount).toBe(1);
        const trueStage = service.deleted.has(instanceId) ? 'deleted' : 'refused';
        expect([trueStage, 'unknown']).toContain(stage);
        // Zero if the server was killed before it sent.
        expect(sentCount).toBeLessThanOrEqual(1);
        if (stage !== 'unknown') expect(sentCount).toBe(1);
        expect(entries.filter((entry) => entry.instanceId === instanceId)).toEqual([deletion]);
        const key = `${isHeld ? 'held' : 'random'} ${stage} sent ${sentCount}`;
        tally[key] = (tally[key] ?? 0) + 1;
      }
    }
    if (process.env.REPLICA_RUNS) process.stderr.write(`${startFront.name} ${JSON.stringify(tally)}\n`);
    await front.close();
  }

  it.skipIf(!hasNginx)('send nothing twice when nginx repeats the PUT of a killed one', () =>
    killDuringDeletes(startNginxBefore),
  );

  it('send nothing twice when a browser repeats the PUT of a killed one', () =>
    killDuringDeletes(startBalancer));

  it('let one of two admins delete an instance', async () => {
    const admins = [await signIn(replicas[0].port, 'token-1'), await signIn(replicas[1].port, 'token-2')];
    for (let run = 0; run < runCount; run += 1) {
      const instanceId = randomUUID();
      const held = deferred<number>();
      service.respond = () => held.promise;
      const puts = admins.map((admin) => admin.put(instanceId));
      const { status, json } = await Promise.race(puts);
      expect([status, json]).toEqual([409, expect.objectContaining({ code: 'in-flight' })]);
      held.resolve(204);
      const statuses = (await Promise.all(puts)).map((response) => response.status);
      expect(statuses.toSorted()).toEqual([200, 409]);
      expect(service.counts.get(instanceId)).toBe(1);
    }
  });

  it('end each item of a bulk delete truly while one after the other restarts', async () => {
    const front = await startBalancer(replicas.map(({ port }) => port));
    const browser = await signIn(front.port);
    service.respond = () => sleep(randomInt(200), 204);
    const body = bulkRequestFor(Array.from({ length: 24 }, () => randomUUID()));
    const path = `/api/workspaces/acme/bulk-deletions/${randomUUID()}`;
    expect((await browser.send(path, { method: 'PUT', body })).status).toBe(202);
    await sleep(300);
    for (const replica of replicas) {
      expect(await replica.end('SIGTERM')).toBe(0);
      await replica.start();
    }
    const { deletions, bulkDeletions } = await browser.readLog();
    expect(bulkDeletions[0]).toMatchObject({ stage: 'ended' });
    for (const { instanceId } of body.items) {
      const sentCount = service.deleted.has(instanceId) ? 1 : 0;
      expect(service.counts.get(instanceId) ?? 0).toBe(sentCount);
      const stage = sentCount === 1 ? 'deleted' : 'not-sent';
      expect(deletions.find((entry) => entry.instanceId === instanceId)).toMatchObject({ stage });
    }
    await front.close();
  });

  it('answer 503 while PostgreSQL is away, and go on by themselves', async () => {
    const [{ port }] = replicas;
    const browser = await signIn(port);
    const getStatus = async (path: string) => (await browser.send(path)).status;
    await query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = $1',
      ['client backend'],
    );
    await expect.poll(() => getStatus(deletionsPath)).toBe(200);
    const held = deferred<number>();
    service.respond = () => held.promise;
    const instanceId = randomUUID();
    const running = browser.put(instanceId);
    await expect.poll(() => service.waiting.size).toBe(1);
    postgres.pause();
    expect(await browser.put(randomUUID())).toMatchObject({ status: 503, json: { code: 'storage' } });
    expect(await browser.send(deletionsPath)).toMatchObject({ status: 503, json: { code: 'storage' } });
    expect([await getStatus('/healthz'), await getStatus('/livez')]).toEqual([503, 200]);
    held.resolve(204);
    expect((await running).json).toMatchObject({ isStored: false, deletion: { stage: 'deleted' } });
    postgres.resume();
    await expect.poll(() => getStatus('/healthz'), { timeout: 10_000 }).toBe(200);
    const readStage = async () => {
      const { deletions } = await browser.readLog();
      return deletions.find((entry) => entry.instanceId === instanceId)?.stage;
    };
    await expect.poll(readStage, { timeout: 40_000 }).toBe('deleted');
    expect((await browser.put(randomUUID())).status).toBe(200);
  });
});
