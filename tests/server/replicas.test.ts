import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { deleteComputeInstance } from '../../src/api/computeInstances.ts';
import { createSandbox } from '../../src/sandbox/app.ts';
import { faults } from '../../src/sandbox/faults.ts';
import { listenConsole } from '../support/listenConsole.ts';
import { listenSandbox } from '../support/listenSandbox.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Starts two servers that take turns, in front of one service that counts its deletes. */
async function twoReplicas(deleteMs = 60_000) {
  const sandbox = createSandbox();
  const counts = new Map<string, number>();
  let onDelete = async (): Promise<void> => {};
  const service = await listenSandbox({
    async fetch(request) {
      if (request.method !== 'DELETE') return sandbox.fetch(request);
      const id = new URL(request.url).pathname.split('/').at(-1) ?? '';
      counts.set(id, (counts.get(id) ?? 0) + 1);
      const response = await sandbox.fetch(request);
      await onDelete();
      return response;
    },
  });
  const start = () => listenConsole({ SERVICE_URL: service.origin }, { deleteMs });
  const replicas = [await start(), await start()];
  for (const end of [() => sandbox.close(), service.close, ...replicas.map(({ end }) => end)])
    onTestFinished(end);
  let turn = 0;
  const remove = (instanceId: string, intentKey: string, workspaceSlug = 'acme') => {
    const origin = `http://127.0.0.1:${replicas[turn++ % 2]?.port}`;
    // The browser sends a key only to its own origin.
    vi.stubGlobal('location', { origin });
    return deleteComputeInstance(
      { serviceUrl: `${origin}/api`, token: 'sandbox-token' },
      { workspaceSlug, databaseName: 'orders', instanceId },
      intentKey,
    );
  };
  const whileDeleting = (act: () => Promise<void>) => {
    onDelete = act;
  };
  return { sandbox, replicas, counts, remove, whileDeleting };
}

describe('two servers that take turns', { timeout: 120_000 }, () => {
  it('report `deleted` only for deleted instances, even for repeated deletes', async () => {
    // Short, because three faults never respond in time.
    const { sandbox, counts, remove } = await twoReplicas(300);
    for (const [at, { name }] of faults.entries()) {
      // Browsers repeat a DELETE with the same key: here twice at the same time, and once afterwards.
      const key = `intent-${at}`;
      const outcomes = await Promise.all([remove(name, key, 'faults'), remove(name, key, 'faults')]);
      outcomes.push(await remove(name, key, 'faults'));
      const isGone = !sandbox.instances('faults', 'orders').some(({ id }) => id === name);
      for (const { kind } of outcomes)
        if (kind === 'deleted' || kind === 'accepted') expect([name, isGone]).toEqual([name, true]);
      // Only `gone` may follow `deleted`.
      const kinds = new Set(outcomes.map(({ kind }) => kind));
      if (kinds.has('deleted'))
        expect([...kinds].filter((kind) => !/^(deleted|gone)$/.test(kind))).toEqual([]);
      expect(counts.get(name)).toBeGreaterThanOrEqual(1);
      expect(counts.get(name)).toBeLessThanOrEqual(2);
    }
  });

  it('report `gone` if the second one gets a repeated DELETE', async () => {
    const { sandbox, counts, remove } = await twoReplicas();
    const id = sandbox.instances('acme', 'orders')[0]?.id ?? '';
    const kinds = [];
    for (let time = 0; time < 4; time += 1) kinds.push((await remove(id, 'the-same-key')).kind);
    expect(kinds).toEqual(['deleted', 'gone', 'deleted', 'gone']);
    expect(counts.get(id)).toBe(2);
    expect(sandbox.queued('acme', 'orders').map((instance) => instance.id)).toEqual([id]);
  });

  it('report `unknown` if connections are cut during a DELETE, then `gone`', async () => {
    const { sandbox, replicas, counts, remove, whileDeleting } = await twoReplicas();
    const id = sandbox.instances('acme', 'orders')[0]?.id ?? '';
    whileDeleting(async () => {
      for (const { server } of replicas) server.closeAllConnections();
    });
    expect(await remove(id, 'first-intent')).toMatchObject({ kind: 'unknown' });
    expect(counts.get(id)).toBe(1);
    whileDeleting(async () => {});
    expect(await remove(id, 'second-intent')).toMatchObject({ kind: 'gone' });
    expect(sandbox.queued('acme', 'orders').map((instance) => instance.id)).toEqual([id]);
  });
});
