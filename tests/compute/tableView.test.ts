import { expect, it } from 'vitest';
import { toComputeUrl } from '../../src/compute/tableView.ts';

it.each([
  [{}, ''],
  [{ search: 'a b&c' }, '?q=a+b%26c'],
  [{ databases: ['orders', 'a/b'] }, '?database=orders&database=a/b'],
  [{ sort: { column: 'created', descending: true } } as const, '?sort=-created'],
  [{ page: 3 }, '?page=3'],
  [{ details: '["orders","i-1"]' }, '?show=[%22orders%22,%22i-1%22]'],
])('the view %j is the URL %j', (view, query) => {
  expect(toComputeUrl('a b', view)).toBe(`/workspaces/a%20b/compute${query}`);
});
