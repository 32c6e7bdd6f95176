import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isSelectable } from '../../src/compute/instanceRow.ts';
import { mergeLists } from '../../src/compute/mergeLists.ts';
import type { AddedInstance } from '../../src/rules/requests.ts';
import { aList, aRow } from './fixtures.ts';

const merge = (lists: readonly ReturnType<typeof aList>[], added: readonly AddedInstance[] = []) =>
  mergeLists(lists, added, 'acme');

it.each([
  [{ instanceId: 'b', database: { name: 'analytics' } }, 'analytics'],
  [{ id: 'd', databaseName: 7 }, ''],
  [{ id: 'e', database: 'orders' }, 'orders'],
])('in a list of the whole workspace, %j is in database “%s”', (record, databaseName) =>
  expect(merge([aList(null, record)])).toMatchObject([{ databaseName }]),
);

const past: unknown[] = ['2026-03-02T13:59:00Z', '2026-03-02T14:04:00Z'];
const later = ['2026-03-03T14:00:00Z', '9999-12-31T23:59:59Z'];
const unclear = ['1970-01-01T01:00:00+01:00', '2001-01-01T00:00:00Z', 'yesterday', null, true];
it.each([...past, ...later, ...unclear])('only a past `deleted` hides a record: %j', (deleted) => {
  const rows = merge([aList('orders', { id: 'a', deleted }, { id: 'b' })]);
  expect(rows.map(({ id }) => id)).toEqual(past.includes(deleted) ? ['b'] : ['a', 'b']);
});

it('names that repeat, are invisible or have a line break → the label is the ID', () => {
  const named = { a: 'same', b: ' same ', c: ' ', d: 'two\nlines', e: ' trimmed ', f: 'a', g: '\u3164' };
  const records = Object.entries(named).map(([id, name]) => ({ id, name }));
  const labels = merge([aList('orders', ...records, { id: 9, name: 'number' }, { name: '' })]);
  const expected = ['a', 'b', 'c', 'd', 'trimmed', 'f', 'g', 'number', 'instance without an ID'];
  expect(labels.map(({ label }) => label)).toEqual(expected);
});

it('two records with one ID → one row with the newer one; no ID → one row each', () => {
  const records = ['2024-01-01', '2025-01-01'].map((created) => ({ id: 'a', name: created, created }));
  const duplicate = { name: '2025-01-01', warnings: [{ mark: 'Duplicate ID' }] };
  expect(merge([aList('orders', ...records)])).toMatchObject([duplicate]);
  expect(merge([aList('orders', { id: 1 }, { id: 2 }, {})])).toHaveLength(3);
});

it('an added instance that is listed, too → one row, with the listed name if any', () => {
  const list = aList('orders', { id: 'a', name: 'listed' }, { id: 'b' });
  const mine = ['a', 'b'].map((instanceId) => ({ databaseName: 'orders', instanceId, name: 'mine' }));
  const other = { databaseName: 'billing', instanceId: 'b', name: null };
  const seen = ['listed', 'mine'].map((name) => ({ name, seenAt: 5 }));
  expect(merge([list], [...mine, other])).toMatchObject([...seen, { databaseName: 'billing', record: null }]);
});

it('any lists → unique keys, a label names one instance of its database, and none is lost', () => {
  const text = fc.constantFrom('a', 'b', 'A', ' a', '', '"', 'ä');
  const record = fc.record({ id: fc.oneof(text, fc.integer()), name: fc.option(text) });
  const lists = fc.array(fc.tuple(fc.constantFrom('x', 'y'), fc.array(record, { maxLength: 6 })));
  const instance = fc.record({ databaseName: text, instanceId: text, name: fc.constant(null) });
  const property = fc.property(lists, fc.array(instance), (listed, added) => {
    const listsOf = listed.map(([database, records]) => aList(database, ...records));
    const rows = merge(listsOf, added);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
    const labels = rows
      .filter(({ id }) => id !== null)
      .map(({ databaseName, label }) => `${databaseName} ${label}`);
    expect(new Set(labels).size).toBe(labels.length);
    const targets = listed.flatMap(([database, records]) =>
      records.flatMap(({ id }) => (typeof id === 'string' ? [`${database} ${id}`] : [])),
    );
    const shown = new Set(rows.map(({ databaseName, id }) => `${databaseName} ${id}`));
    expect(targets.every((target) => shown.has(target))).toBe(true);
  });
  fc.assert(property);
});

it.each([
  [{ deleted: true }, 'deleted: true'],
  [{ deleted: 1764000000000 }, 'deleted: 1764000000000'],
  [{ deleted: 'Fri, 27 Nov 2026 10:00:00 GMT' }, 'deleted: Fri, 27 Nov 2026 10:00:00 GMT'],
  [{ deleted: '2026-03-02T13:59:00Z' }, null],
  [{ deletedAt: '2026-03-02T13:59:00Z' }, 'deletedAt: 2026-03-02T13:59:00Z'],
  [{ isDeleted: true }, 'isDeleted: true'],
  [{ soft_deleted: 1 }, 'soft_deleted: 1'],
  [{ deletionTimestamp: '2026-03-01' }, 'deletionTimestamp: 2026-03-01'],
  [{ deleteTime: '2026-03-01' }, 'deleteTime: 2026-03-01'],
  [{ delete: true, deletionProtection: true, deletable: true }, null],
  [{ deletedAt: '0001-01-01T00:00:00Z', deleted_on: '1970-01-01T00:00:00Z' }, null],
  [{ deleted_at: 1_772_459_940 }, 'deleted_at: 1772459940'],
  [{ is_deleted: true, undeleted: true }, 'is_deleted: true'],
  [{ deleted: null, deletedAt: null, isDeleted: false }, null],
  [{ deleted: 0, isDeleted: '0', deletedAt: '0000-00-00 00:00:00', is_deleted: 'False' }, null],
  [{ workspace: { slug: 'ACME' } }, null],
  [{ workspace: { slug: 'beta' } }, 'Different workspace'],
  // As in the response to a DELETE, which would be a mismatch.
  [{ workspace: { slug: 'ａcme' } }, 'Different workspace'],
  [{ databaseName: 'orders' }, null],
  [{ databaseName: 'Orders' }, 'Different database'],
])('%j → the mark %j, and with one it can be deleted only by itself', (fields, mark) => {
  const row = aRow({}, { id: 'i-1', ...fields });
  expect(row.warnings.map(({ mark }) => mark)).toEqual(mark === null ? [] : [mark]);
  expect(isSelectable(row)).toBe(mark === null);
});
