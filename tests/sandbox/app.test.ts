import { expect, it, onTestFinished, vi } from 'vitest';
import { createSandbox, failures, oddSuccesses, type SandboxOptions } from '../../src/sandbox/app.ts';

const databases = ['orders', 'analytics', 'identity'];
const listOf = (workspace: string, database = 'orders') =>
  `/workspaces/${workspace}/databases/${database}/compute`;

function start(options: SandboxOptions = {}) {
  const sandbox = createSandbox(options);
  const headers = { authorization: 'Bearer sandbox-token' };
  const call = async (method: string, path: string) =>
    sandbox.fetch(new Request(`http://sandbox.test${path}`, { method, headers }));
  return {
    get: (path: string) => call('GET', path),
    remove: (id: string, workspace = 'acme', database?: string) =>
      call('DELETE', `${listOf(workspace, database)}/${id}`),
    list: async (database?: string) => (await call('GET', listOf('acme', database))).json(),
    instances: sandbox.instances,
  };
}

it('acme has eight instances in each database, and two of all lack a host', async () => {
  const { list } = start();
  const lists = await Promise.all(databases.map(list));
  expect(lists.map(({ length }) => length)).toEqual([8, 8, 8]);
  expect(lists.map(([first]) => first.name)).toEqual(databases.map((name) => `${name}-primary`));
  expect(lists.flat().filter(({ dbHost }) => !dbHost)).toHaveLength(2);
});

it('a DELETE → the documented record, and the instance is gone', async () => {
  const { list, remove, instances } = start({ now: () => Date.UTC(2030, 0, 2) });
  const [first, second] = await list();
  const response = await remove(first.id);
  // The fields that exist only in a list are missing.
  const { status, region, ...documented } = first;
  expect(await response.json()).toEqual({ ...documented, deleted: '2030-01-02T00:00:00.000Z' });
  expect((await list())[0]).toEqual(second);
  expect(instances('acme', 'orders')).toHaveLength(7);
  const error = { message: 'There is no such instance in this database.', statusCode: 404 };
  const again = [remove(first.id), remove(second.id, 'acme', 'analytics'), remove(second.id, 'beta')];
  for (const refused of await Promise.all(again)) expect(await refused.json()).toEqual(error);
});

it.each([['acme'], ['faults']])(
  'in %s, a fault deletes its instance only if it says so',
  async (workspace) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { get, remove, instances } = start({ latencyMs: 1_000 });
    const later = async (response: Promise<Response>) => {
      await vi.advanceTimersByTimeAsync(601_000);
      return response;
    };
    const listed = instances(workspace, 'orders').length;
    for (const [name, fail] of failures)
      for (const request of [remove(name, workspace), remove(name, workspace), get(listOf(workspace, name))])
        expect((await later(request)).status).toBe(fail().status);
    expect(instances(workspace, 'orders')).toHaveLength(listed);
    for (const name of oddSuccesses.keys())
      for (const isFirst of [true, false]) expect((await later(remove(name, workspace))).ok).toBe(isFirst);
    const left = instances(workspace, 'orders').map(({ id }) => id);
    expect(left.filter((id) => oddSuccesses.has(id))).toEqual([]);
  },
);
