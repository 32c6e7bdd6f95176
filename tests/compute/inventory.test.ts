// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inventoryOf } from '../../src/features/compute/inventory.ts';

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

let visits = 0;
/** A store of its own, as a fresh page has one; `stored` is what the browser kept before. */
function visit(stored?: unknown) {
  visits += 1;
  const slug = `acme-${visits}`;
  const key = `workspace-console.inventory.${JSON.stringify(['/api', slug])}`;
  if (stored !== undefined) localStorage.setItem(key, JSON.stringify(stored));
  const inventory = inventoryOf('/api', slug);
  return { key, inventory, stored: () => JSON.parse(localStorage.getItem(key) ?? 'null') };
}

function tellOfOtherTab(key: string, stored: unknown) {
  localStorage.setItem(key, JSON.stringify(stored));
  window.dispatchEvent(new StorageEvent('storage', { key }));
}

test('one odd entry of what was kept loses none of the others', () => {
  const good = { databaseName: 'orders', id: 'i-1', name: null };
  const odd = [7, null, { id: 'i-2' }, { databaseName: 'orders', id: 3, name: null }];
  const { inventory } = visit({
    databases: ['orders', 5],
    added: [...odd, good],
    protectedKeys: [null, 'k'],
  });
  expect(inventory.getState()).toMatchObject({ databases: ['orders'], added: [good], protectedKeys: ['k'] });
});

test.each([null, 7, 'text', [], {}, { databases: 'x', added: 1, protectedKeys: {} }])(
  'where %j was kept nothing is known',
  (stored) => {
    const { databases, added, protectedKeys } = visit(stored).inventory.getState();
    expect({ databases, added, protectedKeys }).toEqual({ databases: null, added: [], protectedKeys: [] });
  },
);

test('what is changed is kept in the form it always had, and follows another tab', () => {
  const { key, inventory, stored } = visit();
  const one = { databaseName: 'orders', id: 'i-1', name: 'one' };
  inventory.getState().add([one]);
  inventory.getState().setProtected('k', true);
  expect(stored()).toEqual({ databases: null, added: [one], protectedKeys: ['k'] });
  inventory.getState().forget([{ databaseName: 'orders', id: 'i-1' }]);
  expect(stored().added).toEqual([]);
  tellOfOtherTab(key, { databases: ['theirs'], added: [one], protectedKeys: [] });
  expect(inventory.getState()).toMatchObject({ databases: ['theirs'], added: [one], protectedKeys: [] });
  localStorage.removeItem(key);
  window.dispatchEvent(new StorageEvent('storage', { key }));
  expect(inventory.getState()).toMatchObject({ databases: null, added: [] });
});

test('what another tab protects is protected here, also where this tab had no room for a change of its own', () => {
  const { key, inventory, stored } = visit();
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  inventory.getState().setDatabases(['orders', 'payments']);
  expect(inventory.getState().isStored).toBe(false);
  full.mockRestore();

  tellOfOtherTab(key, { databases: null, added: [], protectedKeys: ['theirs'] });
  expect(inventory.getState()).toMatchObject({
    databases: ['orders', 'payments'],
    protectedKeys: ['theirs'],
    isStored: false,
  });
  inventory.getState().setProtected('ours', true);
  expect(stored()).toMatchObject({ databases: ['orders', 'payments'], protectedKeys: ['theirs', 'ours'] });
  expect(inventory.getState().isStored).toBe(true);
});
