import { expect, it } from 'vitest';
import { findRemarks } from '../../src/compute/BulkDeleteDialog.tsx';
import type { InstanceRow } from '../../src/compute/instanceRow.ts';
import { aDeletion, aRow } from './fixtures.ts';

const now = Date.parse('2026-11-25T12:00:00Z');
const state = { kind: 'unknown', deletion: aDeletion('unknown') } as const;
const listed = { kind: 'still-listed', deletion: aDeletion('deleted') } as const;

it.each<[string, InstanceRow, ReturnType<typeof findRemarks>]>([
  ['READY and old', aRow({}, { status: 'READY', created: '2026-11-01' }), []],
  ['a day old', aRow({}, { created: '2026-11-24' }), [['younger than 7 days']]],
  ['not ready', aRow({}, { status: 'BUILT' }), [['still', 'BUILT']]],
  ['listed again', aRow({ state: listed }), [['still listed after a delete']]],
  ['of an unknown delete', aRow({ state }), [['an earlier delete has no clear result']]],
])('an instance that is %s → the remarks %j', (_, row, remarks) => {
  expect(findRemarks(row, now)).toEqual(remarks);
});
