import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { addedInstancesQuery, addInstances, removeAddedInstance } from '../../src/instances/add/added.ts';
import { ServiceStorage } from '../../src/storage.ts';

// Node 20 has no navigator.
vi.stubGlobal('navigator', {});
let count = 0;
function openStorage() {
  count += 1;
  const storage = new ServiceStorage(`service-${count}`);
  const read = async (workspace: string) =>
    (await new QueryClient().fetchQuery(addedInstancesQuery(storage, workspace))).map(
      ({ databaseName, id, name }) => `${databaseName}/${id}/${name}`,
    );
  return { storage, read };
}

it('added instances are kept by workspace, database and ID, one record each', async () => {
  const { storage, read } = openStorage();
  await addInstances(storage, 'acme', [
    { databaseName: 'orders', id: 'a', name: 'first' },
    { databaseName: 'orders', id: 'b', name: null },
  ]);
  await addInstances(storage, 'acme', [{ databaseName: 'orders', id: 'a', name: 'again' }]);
  await addInstances(storage, 'acme2', [{ databaseName: 'orders', id: 'c', name: null }]);
  expect(await read('acme')).toEqual(['orders/a/again', 'orders/b/null']);
  await removeAddedInstance(storage, 'acme', { databaseName: 'orders', id: 'a' });
  expect(await read('acme')).toEqual(['orders/b/null']);
  expect(await read('acme2')).toEqual(['orders/c/null']);
});

it('a record that can’t be decoded is left out', async () => {
  const { storage, read } = openStorage();
  await storage.run('readwrite', ['added'], async (transaction) => {
    await transaction.objectStore('added').put({ name: 7 }, ['acme', 'orders', 'a']);
    await transaction.objectStore('added').put({ name: null, addedAt: 1 }, ['acme', 'orders', 'b']);
  });
  expect(await read('acme')).toEqual(['orders/b/null']);
});

it('one instance that can’t be stored → none is stored', async () => {
  const { storage, read } = openStorage();
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const two = ['a', 'b'].map((id) => ({ databaseName: 'orders', id, name: null }));
  await expect(addInstances(storage, 'acme', two)).rejects.toThrow('full');
  put.mockRestore();
  expect(await read('acme')).toEqual([]);
});
