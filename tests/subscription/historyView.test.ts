import { createLoader, createSerializer } from 'nuqs';
import { describe, expect, it } from 'vitest';
import { deriveHistory } from '../../src/subscription/history.ts';
import {
  filterHistory,
  getDayStart,
  historyParams,
  parsePartialDate,
} from '../../src/subscription/historyView.ts';
import { aRecord } from './generatedHistory.ts';

const noFilter = { level: null, state: null, from: null, to: null };

const readFilters = createLoader(historyParams);
const writeFilters = createSerializer(historyParams);

describe('the history filters', () => {
  it.each([
    ['include', 'a day within the record', { from: '2024-03-05', to: '2024-03-05' }],
    ['exclude', 'days that start at its end', { from: '2024-03-10' }],
    ['include', 'days that start on its last day', { from: '2024-03-09' }],
    ['exclude', 'days that end before its start', { to: '2024-02-29' }],
    ['include', 'days that end on its first day', { to: '2024-03-01' }],
  ])('%s a record for %s', (expected, _, span) => {
    const { entries } = deriveHistory(
      [aRecord({ validFrom: '2024-03-01T00:00:00Z', validTo: '2024-03-10T00:00:00Z' })],
      'acme',
    );
    const foundEntries = filterHistory(entries, { ...noFilter, ...span }, 0, 'UTC').entries;
    expect(foundEntries).toHaveLength(expected === 'include' ? 1 : 0);
  });

  it('count the records that a date filter excludes because they have no date', () => {
    const { entries } = deriveHistory([aRecord({ validFrom: 'soon' }), aRecord({ level: null })], 'acme');
    expect(filterHistory(entries, { ...noFilter, from: '2024-01-01' }, 0, 'UTC')).toEqual({
      entries: [],
      undatedCount: 2,
    });
  });

  it('are the same after a round trip through the URL, and ignore invalid values', () => {
    const view = { level: '', state: 'ended', from: '2024-02-29', to: null } as const;
    expect(readFilters(writeFilters('?other=1', view))).toEqual(view);
    expect(writeFilters('?other=1&level=A', noFilter)).toBe('?other=1');
    expect(readFilters('?state=gone&from=2024-02-30&to=1')).toEqual(noFilter);
  });

  it.each([
    ['2024', '2024-01-01', '2024-12-31'],
    ['2024-02', '2024-02-01', '2024-02-29'],
    [' 20240229 ', '2024-02-29', '2024-02-29'],
    ['0099-02', '0099-02-01', '0099-02-28'],
  ])('read %j as the days from %s to %s', (text, first, last) => {
    expect([parsePartialDate(text, false), parsePartialDate(text, true)]).toEqual([first, last]);
  });

  it.each(['2023-02-29', '2024-13', 'May 2024', ''])('reject the text %j, because it is no date', (text) => {
    expect([parsePartialDate(text, false), parsePartialDate(text, true)]).toEqual([null, null]);
  });

  it('cover whole days in UTC and in local time', () => {
    expect(getDayStart('2024-02-29', 'UTC')).toBe(Date.UTC(2024, 1, 29));
    expect(getDayStart('2024-12-31', 'UTC', 1)).toBe(Date.UTC(2025, 0, 1));
    expect(getDayStart('2024-03-31', 'local', 1)).toBe(new Date(2024, 3, 1).getTime());
  });
});
