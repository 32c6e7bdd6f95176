import { expect, test } from 'vitest';
import { targetKey } from '../../../src/features/compute/deletion/deletionMarks.ts';
import { instanceKey } from '../../../src/features/compute/instanceRow.ts';
import { leftRows } from '../../../src/features/compute/tombstones.ts';

function keysLeft(workspaceSlug: string, databaseName: string, instanceId: string) {
  const target = targetKey({ workspaceSlug, databaseName, instanceId });
  return [...leftRows('acme', new Map([[target, { kind: 'deleted', at: 1 }]])).keys()];
}

test('of two databases with an instance of one id, only the one whose instance left loses its row', () => {
  expect(keysLeft('acme', 'orders', 'a')).toEqual([instanceKey('orders', 'a')]);
});

test('what left another workspace takes no row away', () => {
  expect(keysLeft('beta', 'orders', 'a')).toEqual([]);
});
