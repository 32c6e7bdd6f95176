import { expect, it } from 'vitest';
import { findRemarks } from '../../src/compute/DeleteFacts.tsx';
import type { InstanceRow } from '../../src/compute/instanceRow.ts';
import { aList, aLogItem, aRow, asQuery } from './fixtures.ts';

const now = Date.parse('2026-11-25T12:00:00Z');
const other = aRow({ id: 'i-2' }, { id: 'i-2' });
const unclear = { kind: 'unknown', ...aLogItem('unknown') } as const;
const listed = aLogItem('deleted');
const gone = aLogItem('gone');

it.each<[string, InstanceRow, string[]]>([
  ['READY and old', aRow({}, { status: 'READY', created: '2026-11-01' }), []],
  ['a day old', aRow({}, { created: '2026-11-24' }), ['younger than 7 days']],
  ['not ready', aRow({}, { status: 'PENDING' }), ['still PENDING']],
  ['listed again', aRow({ state: listed }), ['still listed after a delete']],
  ['not found', aRow({ state: gone }), ['not found earlier']],
  ['of an unknown delete', aRow({ state: unclear }), ['an earlier delete has no clear result']],
])('an instance that is %s → %j', (_, row, remarks) => {
  expect(findRemarks(row, { rows: [row, other], lists: [asQuery(aList('orders'))] }, now)).toEqual(remarks);
});

it.each([
  [true, ['the only listed instance of orders']],
  [false, []],
])('the only row of a list that is complete: %s → %j', (isComplete, remarks) => {
  const row = aRow({}, { status: 'READY' });
  const { list, databaseName } = aList('orders', {});
  const lists = [asQuery({ databaseName, list: { ...list, isComplete } })];
  expect(findRemarks(row, { rows: [row], lists }, now)).toEqual(remarks);
});
