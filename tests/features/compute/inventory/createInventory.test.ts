// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createInventory } from '../../../../src/features/compute/inventory/createInventory.ts';

const key = `workspace-console.inventory.${JSON.stringify(['/api', 'acme'])}`;

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

test('what another tab protects is protected here, also where this tab had no room for a change of its own', () => {
  const inventory = createInventory('/api', 'acme', ['orders']);
  inventory.subscribe(() => {});
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  inventory.addDatabase('payments');
  expect(inventory.get().storageProblem).not.toBeNull();
  full.mockRestore();

  localStorage.setItem(key, JSON.stringify({ databases: null, added: [], protectedKeys: ['theirs'] }));
  window.dispatchEvent(new StorageEvent('storage', { key }));
  expect(inventory.get()).toMatchObject({ databases: ['orders', 'payments'], protectedKeys: ['theirs'] });
  // Another screen and back.
  expect(createInventory('/api', 'acme', ['orders']).get().protectedKeys).toEqual(['theirs']);
  inventory.setProtected('ours', true);
  expect(JSON.parse(localStorage.getItem(key) ?? '')).toMatchObject({
    databases: ['orders', 'payments'],
    protectedKeys: ['theirs', 'ours'],
  });
  expect(inventory.get().storageProblem).toBeNull();
});
