import fc from 'fast-check';
import { createLoader, createSerializer } from 'nuqs';
import { describe, expect, it } from 'vitest';
import { deriveHistory, stateAt } from '../../src/features/subscription/history.ts';
import {
  dayIn,
  dayStart,
  filterHistory,
  historyParams,
} from '../../src/features/subscription/historyView.ts';
import { aRecord, generatedHistory, generatedNow } from './generatedHistory.ts';

const noFilter = { level: null, state: null, from: null, to: null };

const read = createLoader(historyParams);
const write = createSerializer(historyParams);

describe('the filters', () => {
  it('split every history by state and by level without losing a record', () => {
    fc.assert(
      fc.property(generatedHistory, generatedNow, (records, now) => {
        const { entries } = deriveHistory(records, 'acme');
        const states = (['current', 'scheduled', 'ended', 'unknown'] as const).flatMap(
          (state) => filterHistory(entries, { ...noFilter, state }, now, 'UTC').entries,
        );
        const levels = ['FREE', 'PRO', 'TEAM', ''].flatMap(
          (level) => filterHistory(entries, { ...noFilter, level }, now, 'UTC').entries,
        );
        for (const parts of [states, levels])
          expect([...parts].sort((a, b) => a.index - b.index)).toEqual(entries);
        const { entries: current } = filterHistory(entries, { ...noFilter, state: 'current' }, now, 'UTC');
        expect(current.every((entry) => stateAt(entry, now) === 'current')).toBe(true);
      }),
    );
  });

  it.each([
    ['a day within the record', { from: '2024-03-05', to: '2024-03-05' }, 1],
    ['from the day on which it ends at midnight', { from: '2024-03-10' }, 0],
    ['from its last day', { from: '2024-03-09' }, 1],
    ['until the day before its start', { to: '2024-02-29' }, 0],
    ['until the day of its start', { to: '2024-03-01' }, 1],
  ])('with %s find the record or not', (_, span, expected) => {
    const { entries } = deriveHistory(
      [aRecord({ validFrom: '2024-03-01T00:00:00Z', validTo: '2024-03-10T00:00:00Z' })],
      'acme',
    );
    expect(filterHistory(entries, { ...noFilter, ...span }, 0, 'UTC').entries).toHaveLength(expected);
  });

  it('count the records that a date filter excludes because they have no date', () => {
    const { entries } = deriveHistory([aRecord({ validFrom: 'soon' }), aRecord({ level: null })], 'acme');
    expect(filterHistory(entries, { ...noFilter, from: '2024-01-01' }, 0, 'UTC')).toEqual({
      entries: [],
      undated: 2,
    });
  });

  it('survive the URL, and invalid values are ignored', () => {
    const view = { level: '', state: 'ended', from: '2024-02-29', to: null } as const;
    expect(read(write('?other=1', view))).toEqual(view);
    expect(write('?other=1&level=A', noFilter)).toBe('?other=1');
    expect(read('?state=gone&from=2024-02-30&to=1')).toEqual(noFilter);
  });

  it.each([
    ['2024', '2024-01-01', '2024-12-31'],
    ['2024-02', '2024-02-01', '2024-02-29'],
    [' 20240229 ', '2024-02-29', '2024-02-29'],
    ['0099-02', '0099-02-01', '0099-02-28'],
    ['2023-02-29', null, null],
    ['2024-13', null, null],
    ['May 2024', null, null],
    ['', null, null],
  ])('read %j as the days from %s to %s', (text, first, last) => {
    expect([dayIn(text, false), dayIn(text, true)]).toEqual([first, last]);
  });

  it('take whole days in both time zones', () => {
    expect(dayStart('2024-02-29', 'UTC')).toBe(Date.UTC(2024, 1, 29));
    expect(dayStart('2024-12-31', 'UTC', 1)).toBe(Date.UTC(2025, 0, 1));
    expect(dayStart('2024-03-31', 'local', 1)).toBe(new Date(2024, 3, 1).getTime());
  });
});
