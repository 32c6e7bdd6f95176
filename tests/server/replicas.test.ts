import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { deleteComputeInstance } from '../../src/api/deleteComputeInstance.ts';
import { createSandbox } from '../../src/sandbox/app.ts';
import { faults } from '../../src/sandbox/faults.ts';
import { listenConsole } from '../support/listenConsole.ts';
import { listenSandbox } from '../support/listenSandbox.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('two servers that receive requests in turn report `deleted` and `accepted` only for deleted instances', async () => {
  const sandbox = createSandbox();
  const service = await listenSandbox(sandbox);
  // With three of the faults, the service responds late or never, so a short deadline saves time.
  const start = () => listenConsole({ SERVICE_URL: service.origin }, { deleteMs: 300 });
  const servers = [await start(), await start()];
  for (const end of [() => sandbox.close(), service.close, ...servers.map(({ end }) => end)])
    onTestFinished(end);
  const sendDelete = (instanceId: string, attempt: number) => {
    const origin = `http://127.0.0.1:${servers[attempt % 2]?.port}`;
    // The client sends an Idempotency-Key only to the origin of the page.
    vi.stubGlobal('location', { origin });
    const target = { workspaceSlug: 'faults', databaseName: 'orders', instanceId };
    const confirmed = { id: `deletion-${instanceId}`, expectedName: null, reason: '' };
    return deleteComputeInstance({ serviceUrl: `${origin}/api`, token: 'sandbox-token' }, target, confirmed);
  };
  for (const { name } of faults) {
    // A browser may repeat a DELETE, so send two requests with one key at the same time and a third afterwards.
    const outcomes = await Promise.all([sendDelete(name, 0), sendDelete(name, 1)]);
    outcomes.push(await sendDelete(name, 2));
    const isGone = !sandbox.instances('faults', 'orders').some(({ id }) => id === name);
    const kinds = outcomes.map(({ kind }) => kind);
    if (kinds.includes('deleted') || kinds.includes('accepted')) expect([name, isGone]).toEqual([name, true]);
    if (kinds.includes('deleted')) expect(kinds.filter((kind) => !/^(deleted|gone)$/.test(kind))).toEqual([]);
    const deletes = sandbox.calls.filter(({ path }) => path.endsWith(`/${name}`));
    expect([name, deletes.length]).toEqual([name, 2]);
  }
}, 120_000);
