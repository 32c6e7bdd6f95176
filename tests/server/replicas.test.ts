import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { deleteComputeInstance } from '../../src/api/computeInstances.ts';
import { createSandbox } from '../../src/sandbox/app.ts';
import { faults } from '../../src/sandbox/faults.ts';
import { listenConsole } from '../support/listenConsole.ts';
import { listenSandbox } from '../support/listenSandbox.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Starts two servers in front of one service that counts its deletes. `sendDelete` calls the servers in turn. */
async function startTwoReplicas(deleteMs = 60_000) {
  const sandbox = createSandbox();
  const counts = new Map<string, number>();
  const service = await listenSandbox({
    async fetch(request) {
      if (request.method !== 'DELETE') return sandbox.fetch(request);
      const id = new URL(request.url).pathname.split('/').at(-1) ?? '';
      counts.set(id, (counts.get(id) ?? 0) + 1);
      return sandbox.fetch(request);
    },
  });
  const start = () => listenConsole({ SERVICE_URL: service.origin }, { deleteMs });
  const replicas = [await start(), await start()];
  for (const end of [() => sandbox.close(), service.close, ...replicas.map(({ end }) => end)])
    onTestFinished(end);
  let callCount = 0;
  const sendDelete = (instanceId: string, id: string, workspaceSlug = 'acme') => {
    const origin = `http://127.0.0.1:${replicas[callCount % 2]?.port}`;
    callCount += 1;
    // `deleteComputeInstance` sends an Idempotency-Key only to the origin of the page.
    vi.stubGlobal('location', { origin });
    return deleteComputeInstance(
      { serviceUrl: `${origin}/api`, token: 'sandbox-token' },
      { workspaceSlug, databaseName: 'orders', instanceId },
      { id, expectedName: null, reason: '' },
    );
  };
  return { sandbox, counts, sendDelete };
}

describe('two servers that receive requests in turn', { timeout: 120_000 }, () => {
  it('return `deleted` and `accepted` only for deleted instances', async () => {
    // With three of the faults, the service responds late or never, so a short deadline saves time.
    const { sandbox, counts, sendDelete } = await startTwoReplicas(300);
    for (const [index, { name }] of faults.entries()) {
      // A browser may repeat a DELETE, so send two requests with one key at the same time and a third afterwards.
      const key = `deletion-${index}`;
      const outcomes = await Promise.all([sendDelete(name, key, 'faults'), sendDelete(name, key, 'faults')]);
      outcomes.push(await sendDelete(name, key, 'faults'));
      const isGone = !sandbox.instances('faults', 'orders').some(({ id }) => id === name);
      for (const { kind } of outcomes)
        if (kind === 'deleted' || kind === 'accepted') expect([name, isGone]).toEqual([name, true]);
      const kinds = new Set(outcomes.map(({ kind }) => kind));
      if (kinds.has('deleted'))
        expect([...kinds].filter((kind) => !/^(deleted|gone)$/.test(kind))).toEqual([]);
      expect(counts.get(name)).toBeGreaterThanOrEqual(1);
      expect(counts.get(name)).toBeLessThanOrEqual(2);
    }
  });

  it('a repeated DELETE that reaches the other server returns `gone`', async () => {
    const { sandbox, counts, sendDelete } = await startTwoReplicas();
    const id = sandbox.instances('acme', 'orders')[0]?.id ?? '';
    const kinds = [];
    for (let time = 0; time < 4; time += 1) kinds.push((await sendDelete(id, 'the-same-key')).kind);
    expect(kinds).toEqual(['deleted', 'gone', 'deleted', 'gone']);
    expect(counts.get(id)).toBe(2);
    expect(sandbox.queued('acme', 'orders').map((instance) => instance.id)).toEqual([id]);
  });
});
