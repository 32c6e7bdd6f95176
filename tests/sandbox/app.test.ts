import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestSandbox } from './testSandbox.ts';

const compute = '/workspaces/acme/databases/orders/compute';
const history = '/workspaces/acme/subscription/history';
const databases = ['orders', 'analytics', 'identity'];

test.each([null, 'Bearer wrong', 'sandbox-token', 'Basic sandbox-token'])(
  'the sandbox responds with 401 to the Authorization header %s, whatever the path',
  async (authorization) => {
    const { call } = createTestSandbox();
    for (const workspace of ['acme', 'error-500', 'forbidden', 'nobody'])
      expect((await call('GET', `/workspaces/${workspace}/regions`, authorization)).status).toBe(401);
  },
);

test('the lists of acme have eight instances each, and two of all lack a host', async () => {
  const { list } = createTestSandbox();
  const lists = await Promise.all(databases.map((database) => list('acme', database)));
  expect(lists.map(({ length }) => length)).toEqual([8, 8, 8]);
  expect(lists.map(([first]) => first.name)).toEqual(databases.map((name) => `${name}-primary`));
  expect(lists.flat().filter((record) => !('apiHost' in record))).toHaveLength(1);
  expect(lists.flat().filter((record) => record.dbHost === null)).toHaveLength(1);
});

test('a DELETE returns the documented record and removes the instance', async () => {
  const { list, remove, sandbox } = createTestSandbox({ now: () => Date.UTC(2030, 0, 2) });
  const [firstInstance, secondInstance] = await list('acme', 'orders');
  const response = await remove(`${compute}/${firstInstance.id}`);
  expect(response.status).toBe(200);
  // Compare the whole body, because the response must not contain the fields that exist only in the listing.
  const { status, region, ...documented } = firstInstance;
  expect(await response.json()).toEqual({ ...documented, deleted: '2030-01-02T00:00:00.000Z' });
  const remainingInstances = await list('acme', 'orders');
  expect(remainingInstances).toHaveLength(7);
  expect(remainingInstances[0]).toEqual(secondInstance);
  expect(sandbox.instances('acme', 'orders').map(({ id }) => id)).not.toContain(firstInstance.id);
  expect((await remove(`${compute}/${firstInstance.id}`)).status).toBe(404);
  const message = 'There is no such instance in this database.';
  for (const place of ['acme/databases/analytics', 'beta/databases/orders', 'acme/databases/nope']) {
    const wrong = await remove(`/workspaces/${place}/compute/${secondInstance.id}`);
    expect(await wrong.json()).toEqual({ message, statusCode: 404 });
  }
});

const now = Date.UTC(2030, 5, 15, 13);

test('the history has one scheduled record, one current record and one gap', async () => {
  const { get } = createTestSandbox({ now: () => now });
  const records: { validFrom: string; validTo: string | null }[] = await (await get(history)).json();
  const spans = records.map(({ validFrom, validTo }) => ({
    from: Date.parse(validFrom),
    to: validTo === null ? Number.POSITIVE_INFINITY : Date.parse(validTo),
  }));
  expect(spans.filter(({ from }) => from > now)).toHaveLength(1);
  expect(spans.filter(({ from, to }) => from <= now && now < to)).toHaveLength(1);
  const distances = spans.slice(1).map(({ to }, index) => (spans[index]?.from ?? 0) - to);
  expect(distances.filter((distance) => distance > 0)).toHaveLength(1);
  expect(Math.min(...distances)).toBe(0);
});

test('the sandbox delays each response by latencyMs, or until the sandbox closes', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { get, sandbox } = createTestSandbox({ latencyMs: 600_000 });
  const onResponse = vi.fn();
  void get('/workspaces/acme/regions').then(onResponse);
  await vi.advanceTimersByTimeAsync(599_999);
  expect(onResponse).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onResponse).toHaveBeenCalledOnce();
  const secondResponse = get('/workspaces/acme/regions');
  sandbox.close();
  expect((await secondResponse).status).toBe(200);
});

test.each([0, 2, 100_000])('a sandbox has as many instances and records as it should: %i', async (count) => {
  const { get, sandbox } = createTestSandbox({ instances: count, records: count });
  const instances = databases.flatMap((name) => sandbox.instances('acme', name));
  for (const field of ['id', 'name'] as const)
    expect(new Set(instances.map((instance) => instance[field])).size).toBe(count);
  expect(await (await get(history)).json()).toHaveLength(count);
});
