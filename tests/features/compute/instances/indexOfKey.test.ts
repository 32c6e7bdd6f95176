import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indexOfKey } from '../../../../src/features/compute/instances/indexOfKey.ts';
import { instanceKey } from '../../../../src/features/compute/instances/instanceKey.ts';
import { createRowRemover } from '../../../../src/features/compute/inventory/createRowRemover.ts';
import { aRow } from '../generatedRows.ts';

const keyOf = (id: number) => instanceKey('orders', `i-${id}`);

test('a key is where it stands, whatever has left the list, however often it is asked for', () => {
  const ids = fc.uniqueArray(fc.nat(20), { maxLength: 20 });
  fc.assert(
    fc.property(ids, fc.array(ids, { maxLength: 5 }), fc.array(fc.nat(25)), (all, leaving, asked) => {
      const removeRows = createRowRemover();
      const whole = all.map((id) => aRow({ id: `i-${id}` }));
      for (const left of leaving) {
        const rows = removeRows(whole, new Set(left.map(keyOf)));
        for (const id of asked)
          expect(indexOfKey(rows, keyOf(id))).toBe(rows.findIndex(({ key }) => key === keyOf(id)));
      }
    }),
    { numRuns: 1000 },
  );
});

test('a list is looked through once for a key, and not at all for one that has just been taken out', () => {
  let looks = 0;
  const rows = [1, 2, 3].map((id) => {
    const row = aRow({ id: `i-${id}` });
    const { key } = row;
    return Object.defineProperty(row, 'key', {
      get() {
        looks += 1;
        return key;
      },
    });
  });
  expect(indexOfKey(rows, keyOf(3))).toBe(2);
  expect(looks).toBe(3);
  expect(indexOfKey(rows, keyOf(3))).toBe(2);
  const rest = createRowRemover()(rows, new Set([keyOf(3)]));
  expect(rest).toHaveLength(2);
  expect(indexOfKey(rest, keyOf(3))).toBe(-1);
  expect(looks).toBe(3);
});
