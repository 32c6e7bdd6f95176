// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import type { InstanceRow } from '../../src/compute/instanceRow.ts';
import type { TableView } from '../../src/compute/tableView.ts';
import { fillJsdomGaps } from '../support/fillJsdomGaps.ts';
import { renderInstanceTable } from './renderInstanceTable.tsx';
import { aRow, manyRows } from './rowFixtures.ts';

beforeAll(fillJsdomGaps);

function findRows(rows: readonly InstanceRow[], view: Partial<TableView>): readonly InstanceRow[] {
  const { result, unmount } = renderInstanceTable(rows, view);
  const { matchingRows } = result.current;
  unmount();
  return matchingRows;
}

function sortRows(rows: readonly InstanceRow[], column: 'name' | 'created' | 'scaling', descending = false) {
  return findRows(rows, { sort: { column, descending } });
}

describe('sorting rows by name', () => {
  it.each([
    ['compares numbers by value', ['node-1', 'node-2', 'node-9', 'node-10', 'node-011', 'node-100']],
    ['ignores case and accents', ['Alpha', 'beta', 'Café', 'cafz', 'Delta']],
    ['puts shorter names first', ['a', 'a-1', 'a1', 'a1b', 'a10', 'ab']],
    [
      'compares numbers of 16 and more digits',
      ['v9007199254740993', 'v9007199254740994', 'v10000000000000000000'],
    ],
  ])('%s', (_, sortedLabels) => {
    const rows = sortedLabels.toReversed().map((label) => aRow({ id: label, label }));
    expect(sortRows(rows, 'name').map(({ label }) => label)).toEqual(sortedLabels);
  });
});

describe('sortRows', () => {
  const datedRows = [
    aRow({ id: 'late' }, { created: '2025-03-01T00:00:00+02:00' }),
    aRow({ id: 'none' }, {}),
    aRow({ id: 'zoneless' }, { created: '2025-02-28T23:00:00' }),
    aRow({ id: 'broken' }, { created: 'yesterday' }),
    aRow({ id: 'old' }, { created: '0000-01-01T00:00:00Z' }),
    aRow({ id: 'last' }, { created: '9999-12-31T00:00:00Z' }),
  ];

  it('sorts dates by time, and rows without a date last in both directions', () => {
    expect(idsOf(sortRows(datedRows, 'created'))).toBe('old late zoneless last none broken');
    expect(idsOf(sortRows(datedRows, 'created', true))).toBe('last zoneless late old none broken');
  });

  it('sorts by scaling, and keeps the order of equal rows in both directions', () => {
    const rows = [true, null, false, true, false].map((sharded, index) =>
      aRow({ id: `${index}` }, { sharded }),
    );
    expect(idsOf(sortRows(rows, 'scaling'))).toBe('2 4 0 3 1');
    expect(idsOf(sortRows(rows, 'scaling', true))).toBe('0 3 2 4 1');
  });
});

describe('useInstanceTable', () => {
  it('returns exactly the rows that match every search word and filter', () => {
    const rows = manyRows(300).map((row, index) =>
      index % 2 ? row : { ...row, record: row.record && { ...row.record, status: 'PENDING' } },
    );
    const foundRows = findRows(rows, {
      search: 'ORDERS 1',
      databases: ['orders', 'nowhere'],
      status: 'READY',
      sort: { column: 'name', descending: true },
    });
    const expectedRows = rows.filter(
      ({ databaseName, record, name, id }) =>
        databaseName === 'orders' &&
        record?.status === 'READY' &&
        [name, id, record.apiHost, record.dbHost].some((text) => text?.includes('1')),
    );
    expect(foundRows.length).toBeGreaterThan(3);
    expect(new Set(foundRows)).toEqual(new Set(expectedRows));
    expect(findRows(rows, { databases: ['nowhere'] })).toEqual([]);
  });

  it('deselects rows that leave the list', () => {
    const rows = manyRows(3);
    const { result, rerender } = renderInstanceTable(rows);
    act(() => result.current.selection.selectAll());
    rerender({ listedRows: rows.slice(1) });
    expect(result.current.selection.rows).toEqual(rows.slice(1));
    rerender({ listedRows: rows });
    expect(result.current.selection.rows).toEqual(rows.slice(1));
  });

  it('deselects a row if its ID now belongs to a newer instance', () => {
    const row = (name: string, created: string) => aRow({ id: name.at(0) ?? '', name }, { created });
    const rows = [row('a', '2026-01-01'), row('b', '2026-01-01')];
    const { result, rerender } = renderInstanceTable(rows);
    act(() => result.current.selection.selectAll());
    const renamedRow = row('a renamed', '2026-01-01');
    rerender({ listedRows: [renamedRow, row('b replaced', '2026-01-02')] });
    expect(result.current.selection.rows).toEqual([renamedRow]);
  });

  it.each([
    ['that is not hidden', null, 'select name database status created scaling delete'],
    ['that fits beside the open details', '["orders","i-1"]', 'select name database status delete'],
  ])('shows every column %s', (_, details, ids) => {
    const { result } = renderInstanceTable([], { hidden: ['region', 'hosts'], details });
    expect(idsOf(result.current.table.getVisibleLeafColumns())).toBe(ids);
  });
});

function idsOf(rows: readonly { id: string | null }[]): string {
  return rows.map(({ id }) => id).join(' ');
}
