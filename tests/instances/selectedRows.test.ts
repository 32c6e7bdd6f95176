import { expect, it } from 'vitest';
import { divideRows, findRemarks } from '../../src/instances/bulk/selectedRows.ts';
import { hasId, type InstanceRow } from '../../src/instances/instanceRow.ts';
import { aDeletion, aRow } from './fixtures.ts';

const now = Date.parse('2026-11-25T12:00:00Z');

it.each<[string, InstanceRow, string[]]>([
  ['READY and old', aRow({}, { status: 'READY', created: '2026-11-01' }), []],
  ['a day old', aRow({}, { created: '2026-11-24' }), ['younger than 7 days']],
  ['not ready', aRow({}, { status: 'BUILT' }), ['still BUILT']],
  ['a look-alike', aRow({ lookAlike: 'node-1' }), ['looks like node-1']],
  ['of an unknown delete', aRow({ id: 'u' }), ['an earlier delete has no clear result']],
])('an instance that is %s → the remarks %j', (_, row, remarks) => {
  const unknown = aRow({ id: 'u' });
  const byRow = new Map([[unknown.key, [aDeletion('unknown', { instanceId: 'u' })]]]);
  expect(findRemarks(row, byRow, now)).toEqual(remarks);
});

it('rows that changed or may not be deleted are left out, each with its reason', () => {
  const ids = ['same', 'renamed', 'gone', 'running'];
  const selected = ids.map((id) => aRow({ id })).filter(hasId);
  const refusal = { code: 'in-flight' as const, message: 'Running.' };
  const current = selected
    .filter(({ id }) => id !== 'gone')
    .map((row) => (row.id === 'renamed' ? { ...row, name: 'new' } : row))
    .map((row) => (row.id === 'running' ? { ...row, refusal } : row));
  const byKey = new Map(current.map((row) => [row.key, row]));
  const { rows, leftOut } = divideRows(selected, byKey);
  expect(rows.map(({ id }) => id)).toEqual(['same']);
  expect(leftOut.map(({ row, sentence }) => `${row.id}: ${sentence}`)).toEqual([
    expect.stringMatching(/^renamed: .*changed/),
    expect.stringMatching(/^gone: .*no longer/),
    'running: Running.',
  ]);
});

it('a log that can’t be read → nothing is left out, and nothing may be deleted', () => {
  const selected = [aRow()].filter(hasId);
  const refusal = { code: 'storage' as const, message: "The log can't be read." };
  const current = new Map(selected.map((row) => [row.key, { ...row, refusal }]));
  expect(divideRows(selected, current)).toEqual({
    rows: selected,
    leftOut: [],
    refusal,
  });
});
