import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AddedInstance } from '../../src/instances/add/added.ts';
import { checkLists } from '../../src/instances/listedInstances.ts';
import { mergeRows } from '../../src/instances/mergeRows.ts';
import type { InstanceListQuery } from '../../src/instances/useInstances.ts';
import { decodeInstance } from '../../src/rules/instanceRecord.ts';

const servedAt = Date.parse('2026-03-02T14:00:00Z');

/** A list that was requested at 5 and that the service sent at 14:00 UTC on 2 March 2026. */
function aList(databaseName: string | null, ...raw: unknown[]) {
  const items = raw.flatMap((record) => decodeInstance(record) ?? []);
  const list = { items, unreadable: [], isComplete: true, servedAt, requestedAt: 5, receivedAt: 6 };
  return { databaseName, list };
}

function anAdded(databaseName: string, id: string, name: string | null = null): AddedInstance {
  return { databaseName, id, name, addedAt: 7 };
}

describe('mergeRows', () => {
  it.each([
    [{ id: 'a', databaseName: 'orders' }, 'orders'],
    [{ instanceId: 'b', database: { name: 'analytics' } }, 'analytics'],
    [{ id: 'c' }, ''],
    [{ id: 'd', databaseName: 7 }, ''],
    [{ id: 'e', database: 'orders' }, 'orders'],
  ])('in a list of the whole workspace, %j is in database “%s”', (record, databaseName) =>
    expect(mergeRows([aList(null, record)], []).rows).toMatchObject([{ databaseName }]),
  );

  it.each([
    ['2026-03-02T13:59:00Z', 'hidden'],
    ['2026-03-02T14:04:00Z', 'hidden'],
    ['2026-03-03T14:00:00Z', 'shown'],
    ['9999-12-31T23:59:59Z', 'shown'],
    ['1970-01-01T01:00:00+01:00', 'shown'],
    ['2001-01-01T00:00:00Z', 'shown'],
    ['yesterday', 'shown'],
    [null, 'shown'],
    [true, 'shown'],
  ])('a record with `deleted` %j in a list of 2 March 2026, 14:00 UTC → %s', (deleted, expected) => {
    const { rows, deletedCount } = mergeRows([aList('orders', { id: 'a', deleted }, { id: 'b' })], []);
    expect(rows.map(({ id }) => id)).toEqual(expected === 'shown' ? ['a', 'b'] : ['b']);
    expect(deletedCount).toBe(expected === 'shown' ? 0 : 1);
  });

  it('names that repeat, are blank or have a line break → the label is the ID', () => {
    const list = aList(
      'orders',
      { id: 'a', name: 'same' },
      { id: 'b', name: ' same ' },
      { id: 'c', name: ' ' },
      { id: 'd', name: 'two\nlines' },
      { id: 'e', name: ' trimmed ' },
      { id: 'f', name: 'a' },
      { id: 9, name: 'number' },
      { name: '' },
    );
    expect(mergeRows([list], []).rows.map(({ label }) => label)).toEqual([
      ...['a', 'b', 'c', 'd', 'trimmed', 'f', 'number', 'instance without an ID'],
    ]);
  });

  it('two records with one ID → one row with the newer record, marked as a duplicate', () => {
    const list = aList(
      'orders',
      { id: 'a', name: 'old', created: '2024-01-01' },
      { id: 'a', name: 'new', created: '2025-01-01' },
    );
    expect(mergeRows([list], []).rows).toMatchObject([{ name: 'new', isDuplicate: true }]);
  });

  it('records without an ID → one row each', () => {
    expect(mergeRows([aList('orders', { id: 1 }, { id: 2 }, {})], []).rows).toHaveLength(3);
  });

  it('an added instance that is listed too → one row, with the added name only if the record has none', () => {
    const list = aList('orders', { id: 'a', name: 'listed' }, { id: 'b' });
    const added = [anAdded('orders', 'a', 'mine'), anAdded('orders', 'b', 'mine'), anAdded('billing', 'b')];
    expect(mergeRows([list], added).rows).toMatchObject([
      { name: 'listed', source: 'both', seenAt: 5 },
      { name: 'mine', source: 'both', seenAt: 5 },
      { databaseName: 'billing', source: 'added', record: null, seenAt: 7 },
    ]);
  });

  it('any lists → unique keys, unique labels of deletable rows, and no lost instance', () => {
    const text = fc.constantFrom('a', 'b', 'A', ' a', '', '"', 'ä');
    const record = fc.record({ id: fc.oneof(text, fc.integer()), name: fc.option(text) });
    const lists = fc.array(fc.tuple(fc.constantFrom('x', 'y'), fc.array(record, { maxLength: 6 })));
    fc.assert(
      fc.property(lists, fc.array(fc.tuple(text, text)), (listed, added) => {
        const { rows } = mergeRows(
          listed.map(([database, records]) => aList(database, ...records)),
          added.map(([database, id]) => anAdded(database, id)),
        );
        expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
        const targets = listed.flatMap(([database, records]) =>
          records.flatMap(({ id }) => (typeof id === 'string' ? [`${database} ${id}`] : [])),
        );
        const shown = new Set(rows.map(({ databaseName, id }) => `${databaseName} ${id}`));
        expect(targets.every((target) => shown.has(target))).toBe(true);
      }),
    );
  });
});

describe('checkLists', () => {
  const target = { workspaceSlug: 'acme', databaseName: 'orders', instanceId: 'a' };
  const asQuery = ({ databaseName, list }: ReturnType<typeof aList>) =>
    ({ databaseName, query: { data: list } }) as unknown as InstanceListQuery;

  it.each([
    ['contains it', aList('orders', { id: 'a' }), true],
    ['contains it as deleted', aList('orders', { id: 'a', deleted: '2026-03-01' }), false],
    ['contains a different ID', aList('orders', { id: 'b' }), false],
    ['is of the workspace', aList(null, { id: 'a', databaseName: 'orders' }), true],
    ['is of the workspace and names a different database', aList(null, { id: 'a', database: 'x' }), false],
  ])('a list that %s', (_, list, isListed) => {
    expect(checkLists([asQuery(list)], target)).toEqual({ listedAt: 5, isListed, isComplete: true });
  });

  it('a part of a list → says so', () => {
    const { databaseName, list } = aList('orders');
    const part = { databaseName, list: { ...list, isComplete: false } };
    expect(checkLists([asQuery(part)], target)).toMatchObject({ isListed: false, isComplete: false });
  });

  it('no list of its database → null', () => {
    expect(checkLists([asQuery(aList('billing', { id: 'a' }))], target)).toBeNull();
  });
});
