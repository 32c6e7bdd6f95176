import { expect, test } from 'vitest';
import { service } from './service.ts';

test('100 000 of each are answered whole, with unique ids and names, and can be deleted', async () => {
  const { get, list, remove } = service({ instances: 100_000, records: 100_000 });
  const ids = new Set<string>();
  const names = new Set<string>();
  let last = '';
  for (const database of ['orders', 'analytics', 'identity'])
    for (const { id, name } of await list('acme', database)) {
      ids.add(id);
      names.add(name);
      last = id;
    }
  expect([ids.size, names.size]).toEqual([100_000, 100_000]);
  expect((await remove(`/workspaces/acme/databases/identity/compute/${last}`)).status).toBe(200);
  const records: unknown[] = await (await get('/workspaces/acme/subscription/history')).json();
  expect(records).toHaveLength(100_000);
}, 20_000);
