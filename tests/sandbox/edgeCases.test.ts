import { expect, test } from 'vitest';
import { service } from './service.ts';

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

test('the workspace odd has edge cases of regions and records', async () => {
  const { get } = service();
  const regions: string[] = await (await get('/workspaces/odd/regions')).json();
  expect(regions).toEqual(expect.arrayContaining(['CLOUDC', '', '_EASTUS', 'CLOUDB_', 'clouda_us_west_2']));
  expect(regions.length).toBeGreaterThan(new Set(regions).size);
  const history: unknown[] = await (await get('/workspaces/odd/subscription/history')).json();
  expect(history).toContain(null);
});
