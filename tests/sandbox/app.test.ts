import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { operations as documented, servicePath } from '../../src/api/servicePath.ts';
import { service } from './service.ts';

const compute = '/workspaces/acme/databases/orders/compute';
const history = '/workspaces/acme/subscription/history';
const regions = '/workspaces/acme/regions';

const operations = [
  ['GET', '/regions'],
  ['GET', '/subscription/history'],
  ['GET', '/databases/orders/compute'],
  ['DELETE', '/databases/orders/compute/error-500'],
] as const;

test.each([null, 'Bearer wrong', 'sandbox-token', 'Basic sandbox-token'])(
  'responds with 401 to the authorization %s, whatever the path',
  async (authorization) => {
    const { call } = service();
    for (const workspace of ['acme', 'error-500', 'forbidden', 'nobody'])
      for (const [method, tail] of [...operations, ['GET', '/no/such/operation']] as const) {
        const answer = await call(method, `/workspaces/${workspace}${tail}`, authorization);
        expect(await answer.json()).toEqual({ message: expect.any(String), statusCode: 401 });
        expect(answer.status).toBe(401);
      }
  },
);

test.each(operations)('%s …%s: 404 in an unknown workspace, 403 in forbidden', async (method, tail) => {
  const { call } = service();
  for (const [workspace, status, message] of [
    ['nobody', 404, 'There is no workspace nobody.'],
    ['forbidden', 403, 'This token has no access to the workspace “forbidden”.'],
  ]) {
    const answer = await call(method, `/workspaces/${workspace}${tail}`);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({ message, statusCode: status });
  }
});

test.each(Object.values(documented))('serves $method $path', async ({ method, path }) => {
  const { call, list } = service();
  const [{ id }] = await list('acme', 'orders');
  const values = { workspaceSlug: 'acme', databaseName: 'orders', instanceId: id };
  expect((await call(method, servicePath(path, values))).status).toBe(200);
});

describe('the listing', () => {
  test('has 24 instances in three databases, with every documented field', async () => {
    const { list } = service();
    const databases = ['orders', 'analytics', 'identity'];
    const all = (await Promise.all(databases.map((database) => list('acme', database)))).flat();
    expect(all).toHaveLength(24);
    expect(new Set(all.map(({ id }) => id)).size).toBe(24);
    expect(new Set(all.map(({ name }) => name)).size).toBe(24);
    for (const record of all) {
      expect(record.workspace).toEqual({
        name: 'Acme',
        slug: 'acme',
        id: expect.any(String),
        payments_customer_id: expect.any(String),
        created: expect.stringMatching(/^\d{4}-.*Z$/),
      });
      expect(record).toMatchObject({
        id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        name: expect.stringMatching(/^(orders|analytics|identity)-[a-z]+/),
        expandable: expect.any(Boolean),
        sharded: expect.any(Boolean),
        deleted: null,
        status: expect.stringMatching(/^(PENDING|REQUESTED|BUILT|READY)$/),
        region: expect.stringMatching(/^CLOUD(A_US_WEST_2|A_EU_CENTRAL_1|B_EASTUS)$/),
      });
    }
    expect(all.filter((record) => !('apiHost' in record))).toHaveLength(1);
    expect(all.filter((record) => record.dbHost === null)).toHaveLength(1);
    expect(all[0].name).toBe('orders-primary');
  });

  test('is a 404 for an unknown database and empty in the workspace empty', async () => {
    const { get, list } = service();
    expect((await get('/workspaces/acme/databases/nope/compute')).status).toBe(404);
    expect(await list('empty', 'orders')).toEqual([]);
  });

  test('decodes a path value exactly once', async () => {
    const { get } = service();
    const message = async (database: string) => {
      const answer = await get(`/workspaces/acme/databases/${database}/compute`);
      return (await answer.json()).message;
    };
    expect(await message('a%252Fb')).toBe('There is no database a%2Fb.');
    expect(await message('a%2Fb')).toBe('There is no database a/b.');
    expect(await message('%E2%82%AC%20%3F%23')).toBe('There is no database € ?#.');
    expect((await get('/workspaces/ac%6De/databases/orders/compute')).status).toBe(200);
  });
});

describe('a DELETE', () => {
  test('returns the documented record and removes the instance from the listing', async () => {
    const { list, remove, sandbox } = service({ now: () => Date.UTC(2030, 0, 2) });
    const [first, second] = await list('acme', 'orders');
    const answer = await remove(`${compute}/${first.id}`);
    expect(answer.status).toBe(200);
    // Compare the whole body, because a field that only the listing has must not be in the response.
    const { status, region, ...documented } = first;
    expect(await answer.json()).toEqual({ ...documented, deleted: '2030-01-02T00:00:00.000Z' });
    const remaining = await list('acme', 'orders');
    expect(remaining).toHaveLength(7);
    expect(remaining[0]).toEqual(second);
    expect(sandbox.instances('acme', 'orders').map(({ id }) => id)).not.toContain(first.id);
    expect(sandbox.queued('acme', 'orders').map(({ id }) => id)).toEqual([first.id]);
  });

  test('is a 404 for a deleted instance and for another or unknown database', async () => {
    const { list, remove } = service();
    const [{ id }] = await list('acme', 'orders');
    for (const place of ['acme/databases/analytics', 'beta/databases/orders', 'acme/databases/nope'])
      expect((await remove(`/workspaces/${place}/compute/${id}`)).status).toBe(404);
    expect((await remove(`${compute}/${id}`)).status).toBe(200);
    expect((await remove(`${compute}/${id}`)).status).toBe(404);
  });

  test('is a 404 for the collection', async () => {
    const { remove, sandbox } = service();
    for (const path of [compute, `${compute}/`]) expect((await remove(path)).status).toBe(404);
    expect(sandbox.instances('acme', 'orders')).toHaveLength(8);
  });
});

describe('the subscription history', () => {
  const now = Date.UTC(2030, 5, 15, 13);

  test('is newest first, with one scheduled, one current, one gap and an open end', async () => {
    const { get } = service({ now: () => now });
    const answer = await get(history);
    const records: { workspace: string; validFrom: string; validTo: string | null }[] = await answer.json();
    expect(records).toHaveLength(12);
    expect(new Set(records.map(({ workspace }) => workspace))).toEqual(new Set(['acme']));
    const spans = records.map(({ validFrom, validTo }) => ({
      from: Date.parse(validFrom),
      to: validTo === null ? Number.POSITIVE_INFINITY : Date.parse(validTo),
    }));
    expect(spans.filter(({ from }) => from > now)).toHaveLength(1);
    expect(spans.filter(({ from, to }) => from <= now && now < to)).toHaveLength(1);
    expect(spans.filter(({ to }) => to === Number.POSITIVE_INFINITY)).toEqual([spans[0]]);
    const distances = spans.slice(1).map(({ to }, place) => (spans[place]?.from ?? 0) - to);
    expect(distances.filter((distance) => distance > 0)).toHaveLength(1);
    expect(Math.min(...distances)).toBe(0);
    expect(spans.every(({ from, to }) => from < to)).toBe(true);
  });

  test.each([0, 1, 2, 5, 5_000])('has %i records if configured', async (records) => {
    const { get } = service({ records, now: () => now });
    expect(await (await get(history)).json()).toHaveLength(records);
  });
});

test('lists the three documented regions, and nothing in the workspace empty', async () => {
  const { get } = service();
  const read = async (path: string) => (await get(path)).json();
  expect(await read(regions)).toEqual(['CLOUDA_US_WEST_2', 'CLOUDA_EU_CENTRAL_1', 'CLOUDB_EASTUS']);
  expect(await read('/workspaces/empty/regions')).toEqual([]);
  expect(await read('/workspaces/empty/subscription/history')).toEqual([]);
});

test('creates the same data in every sandbox and shares nothing', async () => {
  const now = () => Date.UTC(2030, 0, 1);
  const one = service({ now });
  const two = service({ now });
  const before = await two.list('acme', 'orders');
  expect(await one.list('acme', 'orders')).toEqual(before);
  expect(await (await one.get(history)).text()).toBe(await (await two.get(history)).text());
  await one.remove(`${compute}/${before[0].id}`);
  expect(await two.list('acme', 'orders')).toEqual(before);
  expect(two.sandbox.calls.some(({ method }) => method === 'DELETE')).toBe(false);
  const known = new Set(before.map(({ id }: { id: string }) => id));
  const beta: { id: string; workspace: { slug: string } }[] = await two.list('beta', 'orders');
  expect(beta.map(({ id, workspace }) => [known.has(id), workspace.slug])).toEqual(
    Array(3).fill([false, 'beta']),
  );
});

test('logs calls as sent, without the token', async () => {
  const { call, get, sandbox } = service();
  const path = '/workspaces/ac%6De/databases/a%252Fb%20c/compute';
  await call('GET', path, null);
  await get(`${regions}?token=sandbox-token`);
  expect(sandbox.calls).toEqual([
    { method: 'GET', path, authorized: false },
    { method: 'GET', path: regions, authorized: true },
  ]);
});

test('the sandbox delays each response by latencyMs, or until the sandbox closes', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { get, sandbox } = service({ latencyMs: 600_000 });
  const responded = vi.fn();
  const first = get(regions).finally(responded);
  await vi.advanceTimersByTimeAsync(599_999);
  expect(responded).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect((await first).status).toBe(200);
  const second = get(regions);
  sandbox.close();
  expect((await second).status).toBe(200);
});

test('streams 100 000 instances and records completely', async () => {
  const { get, list, remove } = service({ instances: 100_000, records: 100_000 });
  const all: { id: string; name: string }[] = [];
  for (const database of ['orders', 'analytics', 'identity']) all.push(...(await list('acme', database)));
  for (const values of [all.map(({ id }) => id), all.map(({ name }) => name)])
    expect(new Set(values).size).toBe(100_000);
  expect((await remove(`/workspaces/acme/databases/identity/compute/${all.at(-1)?.id}`)).status).toBe(200);
  const records: unknown[] = await (await get(history)).json();
  expect(records).toHaveLength(100_000);
});

test('the workspace odd deletes its edge cases by the ID in their record', async () => {
  const { list, remove, sandbox } = service();
  const before: Record<string, unknown>[] = await list('odd', 'orders');
  expect(before.filter((record) => typeof record.id !== 'string')).toHaveLength(3);
  const slash = encodeURIComponent('odd/slash ?#%2F');
  for (const id of [slash, '12345', 'odd-variant', 'odd-same-id', 'odd-same-id'])
    expect((await remove(`/workspaces/odd/databases/orders/compute/${id}`)).status).toBe(200);
  expect((await remove('/workspaces/odd/databases/orders/compute/odd-same-id')).status).toBe(404);
  expect(sandbox.instances('odd', 'orders')).toHaveLength(before.length - 5);
});
