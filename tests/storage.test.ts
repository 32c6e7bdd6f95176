import 'fake-indexeddb/auto';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ServiceStorage } from '../src/storage.ts';

it.each<[string, () => Promise<boolean>]>([
  ['agrees', async () => true],
  ['refuses', () => Promise.reject(new Error('No.'))],
  ['never answers', () => new Promise(() => {})],
  [
    'fails',
    () => {
      throw new Error('This browser has no permission for it.');
    },
  ],
])('a browser that %s is asked once to keep the data, and data is stored', async (_, answer) => {
  const persist = vi.fn(answer);
  vi.stubGlobal('navigator', { storage: { persist } });
  onTestFinished(() => void vi.unstubAllGlobals());
  const storage = new ServiceStorage(crypto.randomUUID());
  const put = (table: 'databases' | 'added', key: string | string[]) =>
    storage.run('readwrite', [table], (transaction) => transaction.objectStore(table).put({}, key));
  await put('databases', 'acme');
  expect(persist).not.toHaveBeenCalled();
  await put('added', ['acme', 'orders', 'i-1']);
  await put('added', ['acme', 'orders', 'i-2']);
  expect(persist).toHaveBeenCalledOnce();
  expect(await storage.run('readonly', ['added'], (read) => read.objectStore('added').count())).toBe(2);
});
