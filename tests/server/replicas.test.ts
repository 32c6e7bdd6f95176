import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { DeletionJson } from '../../src/rules/deletion.ts';
import { deferred } from '../support/deferred.ts';
import { openBrowser } from '../support/listenConsole.ts';
import { hasPostgres, runSql, startPostgres } from '../support/postgres.ts';
import { hasProgram, startNginx } from '../support/proxies.ts';
import { requestFor } from './deletionServers.ts';
import { buildServer, startCountingService, startReplica } from './replicaProcesses.ts';

const path = '/api/workspaces/acme/deletions';
const runCount = Number(process.env.REPLICA_RUNS ?? 5);
/** Deletes of a run. nginx gives each replica half of them. */
const deletesAtOnce = 4;

/** Sends the same PUT until its deletion has ended, more often than a browser and the page do. */
async function putUntilSettled({ put }: Awaited<ReturnType<typeof openBrowser>>, instanceId: string) {
  for (const id = randomUUID(); ; await sleep(100)) {
    const response = await put(requestFor(instanceId), id).catch(() => null);
    const { deletion } = Object(response?.json) as { deletion?: DeletionJson };
    if (response?.status === 200 && deletion?.stage === 'ended') return deletion;
    expect([undefined, 200]).toContain(response?.status);
  }
}

/** Makes deletions two minutes older that are open, although nobody waits for the service any more. */
const ageAbandoned = (ids: string[]) => `update workspace_console.deletions set alive_at = alive_at - 120000
  where alive_at < extract(epoch from clock_timestamp()) * 1000 - 1000 and id in (
    select deletion_id from workspace_console.deletion_items where outcome_code is null and instance_id <> all('{${ids}}'))`;

const build = buildServer();
const test = it.skipIf(!hasPostgres || !hasProgram('nginx'));
const timeout = 180_000 + runCount * 20_000;
test('nginx repeats the PUT of a killed replica → nothing is sent twice', { timeout }, async () => {
  const postgres = await startPostgres();
  onTestFinished(postgres.stop);
  const service = await startCountingService();
  const start = () => startReplica(build.dist, { DATABASE_URL: postgres.url, SERVICE_URL: service.url });
  const replicas = await Promise.all([start(), start()]);
  // By default, nginx sends nothing to a failed server for 10 s, so that a later kill could meet an idle one.
  const upstream = replicas.map((each) => `server 127.0.0.1:${each.port} max_fails=0;`).join(' ');
  const proxy = 'location / { proxy_pass http://console; proxy_set_header Host $http_host; }';
  // With its defaults, it repeats a PUT on the other replica when a connection ends without a response.
  const toConfig = (each: number) =>
    `upstream console { ${upstream} } server { listen 127.0.0.1:${each}; ${proxy} }`;
  const browser = await openBrowser(await startNginx(toConfig));
  for (let run = 0; run < runCount; run += 1) {
    const ids = Array.from({ length: deletesAtOnce }, (_, index) => `${randomUUID()}-${index}`);
    const killed = replicas[randomInt(2)] ?? replicas[0];
    const isHeld = run % 2 === 0;
    const held = deferred<void>();
    service.respond = async (instanceId) => {
      await (isHeld ? held.promise : sleep(randomInt(60)));
      return instanceId.endsWith('3') ? 409 : 204;
    };
    const settled: DeletionJson[] = [];
    const puts = ids.map(async (id) => settled.push(await putUntilSettled(browser, id)));
    if (isHeld) await expect.poll(() => service.waiting.size, { timeout: 30_000 }).toBe(deletesAtOnce);
    else await sleep(randomInt(120));
    await killed.kill();
    held.resolve();
    const settle = async () => {
      await runSql(postgres.url, ageAbandoned([...service.waiting]));
      await browser.send(path).catch(() => undefined);
      return settled.length;
    };
    await expect.poll(settle, { timeout: 30_000, interval: 100 }).toBe(deletesAtOnce);
    await Promise.all(puts);
    await killed.start();
    const { json } = await (await openBrowser(killed.port)).send(path);
    const { deletions } = json as { deletions: DeletionJson[] };
    for (const deletion of settled) {
      const [{ instanceId = '', stage } = {}] = deletion.items;
      expect([service.deleted.has(instanceId) ? 'deleted' : 'refused', 'unknown']).toContain(stage);
      expect(isHeld || stage !== 'unknown' ? [1] : [0, 1]).toContain(service.countOf(instanceId));
      expect(deletions.filter(({ items }) => items[0]?.instanceId === instanceId)).toEqual([deletion]);
    }
  }
});
