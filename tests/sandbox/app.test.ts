import { expect, it, onTestFinished, vi } from 'vitest';
import { createSandbox, sandboxFailures, sandboxOddDeletes } from '../../src/sandbox/app.ts';

const databases = ['orders', 'analytics', 'identity'];
const listOf = (slug: string, database = 'orders') => `/workspaces/${slug}/databases/${database}/compute`;

function start(options: Parameters<typeof createSandbox>[0] = {}) {
  const sandbox = createSandbox(options);
  const headers = { authorization: 'Bearer sandbox-token' };
  const call = async (method: string, path: string) =>
    sandbox.fetch(new Request(`http://sandbox.test${path}`, { method, headers }));
  return {
    get: (path: string) => call('GET', path),
    remove: (id: string, slug = 'acme', name?: string) => call('DELETE', `${listOf(slug, name)}/${id}`),
    list: async (database?: string, workspace = 'acme'): Promise<{ id: string; name: string }[]> =>
      (await call('GET', listOf(workspace, database))).json(),
  };
}

it('a DELETE → the documented record, and the instance is gone', async () => {
  const { list, remove } = start({ now: () => Date.UTC(2030, 0, 2) });
  const [first, second] = (await list()).map(Object);
  const response = await remove(first.id);
  // The fields that exist only in a list are missing.
  const { status, region, ...documented } = first;
  expect(await response.json()).toEqual({ ...documented, deleted: '2030-01-02T00:00:00.000Z' });
  expect((await list())[0]).toEqual(second);
  expect(await list()).toHaveLength(7);
  const error = { message: 'There is no such instance in this database.', statusCode: 404 };
  const again = [remove(first.id), remove(second.id, 'acme', 'analytics'), remove(second.id, 'beta')];
  for (const refused of await Promise.all(again)) expect(await refused.json()).toEqual(error);
});

it.each([0, 2, 100_000])('as many instances and records as it should have: %i', async (count) => {
  const { get, list } = start({ instances: count, records: count });
  const all = (await Promise.all(databases.map((name) => list(name)))).flat();
  for (const field of ['id', 'name'] as const)
    expect(new Set(all.map((instance) => instance[field])).size).toBe(count);
  expect(await (await get('/workspaces/acme/subscription/history')).json()).toHaveLength(count);
});

it.each(['acme', 'faults'])('in %s, a fault deletes its instance only if it says so', async (workspace) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { remove, list } = start({ latencyMs: 1_000 });
  const waitFor = async <Result>(result: Promise<Result>) => {
    await vi.advanceTimersByTimeAsync(601_000);
    return result;
  };
  const removeLater = (name: string) => waitFor(remove(name, workspace));
  const listed = await waitFor(list('orders', workspace));
  for (const name of sandboxFailures.keys())
    for (const _ of [1, 2])
      expect((await removeLater(name)).status).toBe(sandboxFailures.get(name)?.().status);
  expect(await waitFor(list('orders', workspace))).toEqual(listed);
  for (const name of sandboxOddDeletes.keys())
    for (const isFirst of [true, false]) expect((await removeLater(name)).ok).toBe(isFirst);
  const left = await waitFor(list('orders', workspace));
  expect(left.filter(({ id }) => sandboxOddDeletes.has(id))).toEqual([]);
});

it('a failure as the name of a database → its list fails', async () => {
  const response = await start().get(listOf('acme', 'error-429'));
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '5']);
  expect(await response.json()).toEqual({ message: expect.stringMatching(/\w/), statusCode: 429 });
});
