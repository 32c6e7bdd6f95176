import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instanceKey } from '../../../../src/features/compute/instances/instanceKey.ts';
import { createRowRemover } from '../../../../src/features/compute/inventory/createRowRemover.ts';
import { leftKeys } from '../../../../src/features/compute/inventory/leftKeys.ts';
import { targetKey } from '../../../../src/features/compute/journal/targetKey.ts';
import { aRow } from '../generatedRows.ts';

const rows = [
  aRow({ databaseName: 'orders', id: 'a' }),
  aRow({ databaseName: 'identity', id: 'a' }),
  aRow({ databaseName: 'orders', id: 'b' }),
  aRow({ databaseName: 'orders', id: null, key: 'without an id' }),
];

function left(workspaceSlug: string, databaseName: string, instanceId: string) {
  return leftKeys('acme', new Set([targetKey({ workspaceSlug, databaseName, instanceId })]));
}

test('of two databases with an instance of one id, only the one whose instance left loses its row', () => {
  expect(createRowRemover()(rows, left('acme', 'orders', 'a'))).toEqual([rows[1], rows[2], rows[3]]);
});

test('what left another workspace, or is not listed, takes no row away', () => {
  expect(createRowRemover()(rows, left('beta', 'orders', 'a'))).toBe(rows);
  expect(createRowRemover()(rows, left('acme', 'orders', 'c'))).toBe(rows);
  expect(createRowRemover()(rows, new Set([instanceKey('orders', 'null')]))).toBe(rows);
});

test('whatever leaves, is put back or is read anew, the rows are those whose keys have not left', () => {
  const listOf = (ids: readonly number[]) => ids.map((id) => aRow({ id: `i-${id}` }));
  const ids = fc.uniqueArray(fc.nat(30), { maxLength: 25 });
  const step = fc.tuple(fc.nat(2), ids);
  fc.assert(
    fc.property(fc.tuple(ids, ids, ids), fc.array(step, { maxLength: 8 }), (lists, steps) => {
      const removeRows = createRowRemover();
      const all = lists.map(listOf);
      for (const [at, gone] of steps) {
        const rows = all[at] ?? [];
        const left = new Set(gone.map((id) => instanceKey('orders', `i-${id}`)));
        expect(removeRows(rows, left)).toEqual(rows.filter(({ key }) => !left.has(key)));
      }
    }),
    { numRuns: 1000 },
  );
});
