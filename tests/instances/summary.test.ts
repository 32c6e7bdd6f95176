import { describe, expect, it } from 'vitest';
import {
  groupSmallSegments,
  summarizeCreated,
  summarizeDatabases,
  summarizeRegions,
} from '../../src/instances/table/summary.ts';
import { aRow } from './rowFixtures.ts';

const withRegion = (region: unknown) => aRow({}, { region });
const createdOn = (created: string) => aRow({}, { created });
const now = Date.parse('2026-11-25T12:00:00Z');

describe('summary', () => {
  it('databases are in the order of the list, regions begin with the largest', () => {
    const databases = summarizeDatabases([aRow(), aRow({ databaseName: 'a' }), aRow()]);
    expect(databases.map(({ label, value }) => `${label} ${value}`)).toEqual(['orders 2', 'a 1']);
    const rows = ['CLOUDA_X', 'CLOUDB_Y', 'CLOUDB_Y', null, 7].map(withRegion);
    expect(summarizeRegions(rows).map(({ label, value }) => `${label} ${value}`)).toEqual(['y 2', 'x 1']);
  });

  it('two providers with a region of one name → the identifiers', () => {
    const segments = summarizeRegions(['CLOUDA_EASTUS', 'CLOUDB_EASTUS', 'CLOUDB_X'].map(withRegion));
    expect(segments.map(({ label }) => label)).toEqual(['CLOUDA_EASTUS', 'CLOUDB_EASTUS', 'x']);
  });

  it('more than six segments → the five largest, and one for the others', () => {
    const group = (names: string) =>
      groupSmallSegments(summarizeDatabases([...names].map((databaseName) => aRow({ databaseName }))));
    expect(group('faabbccddee')).toMatchObject({ named: { length: 6 }, others: [] });
    expect(group('faabbccddeegg')).toMatchObject({ named: { length: 5 }, others: [{ value: 3 }] });
  });

  it('creation dates → ten columns of whole days that contain every date once', () => {
    const dates = ['2024-03-05T10:00:00Z', '2024-11-24', '2024-11-25', '2025-06-01', '2026-11-24T23:59:59Z'];
    const summary = summarizeCreated([...dates, 'yesterday'].map(createdOn), now);
    expect(summary?.columns).toHaveLength(10);
    expect(summary?.columns.reduce((sum, { count }) => sum + count, 0)).toBe(5);
    for (const [index, { range }] of summary?.columns.entries() ?? [])
      expect(range.to).toBe(summary?.columns[index + 1]?.range.from ?? range.to);
    expect(summary?.oldCount).toBe(2);
    expect(summary?.oldRange).toEqual({ from: null, to: '2024-11-25' });
    expect(summary?.columns.map(({ isOld }) => Number(isOld)).join('')).toBe('1110000000');
  });

  it('one date, or none', () => {
    expect(summarizeCreated([createdOn('2026-01-01')], now)?.columns[0]).toMatchObject({
      count: 1,
      range: { from: '2026-01-01', to: '2026-01-02' },
    });
    expect(summarizeCreated([createdOn('soon'), aRow()], now)).toBeNull();
  });
});
