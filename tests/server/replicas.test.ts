import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deferred } from '../support/deferred.ts';
import { hasNginx, startNginx } from '../support/nginx.ts';
import { hasPostgres, startPostgres } from '../support/postgres.ts';
import {
  buildServer,
  deletionsPath,
  type Replica,
  signIn,
  startCountingService,
  startReplica,
} from './replicaProcesses.ts';

const runCount = Number(process.env.REPLICA_RUNS ?? 5);
/** Deletes of a run. nginx gives each replica half of them. */
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
  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.kill()));
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

  /** Makes deletions two minutes older that are open, although nobody waits for the service any more. */
  function ageAbandoned() {
    return query(
      `update workspace_console.deletions set alive_at = alive_at - 120000
       where alive_at < extract(epoch from clock_timestamp()) * 1000 - 1000 and id in (
         select deletion_id from workspace_console.deletion_items where outcome_code is null and instance_id <> all($1))`,
      [[...service.waiting]],
    );
  }

  it.skipIf(!hasNginx)('send nothing twice when nginx repeats the PUT of a killed one', async () => {
    const upstream = replicas.map((each) => `server 127.0.0.1:${each.port};`).join(' ');
    const proxy = 'location / { proxy_pass http://console; proxy_set_header Host $http_host; }';
    // With its defaults, it repeats a PUT on the other replica when a connection ends without a response.
    const port = await startNginx(
      (each) => `upstream console { ${upstream} } server { listen 127.0.0.1:${each}; ${proxy} }`,
    );
    const browser = await signIn(port);
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
      await killed.kill();
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
        const [{ instanceId = '', stage } = {}] = deletion.items;
        const sentCount = service.counts.get(instanceId) ?? 0;
        const trueStage = service.deleted.has(instanceId) ? 'deleted' : 'refused';
        expect([trueStage, 'unknown']).toContain(stage);
        // Zero if the server was killed before it sent.
        expect(isHeld || stage !== 'unknown' ? [1] : [0, 1]).toContain(sentCount);
        expect(entries.filter(({ items }) => items[0]?.instanceId === instanceId)).toEqual([deletion]);
      }
    }
  });
});
