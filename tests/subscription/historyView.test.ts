import { createLoader, createSerializer } from 'nuqs';
import { describe, expect, it } from 'vitest';
import { filterHistory, historyParams, parseDay } from '../../src/subscription/historyView.ts';
import { aHistory, type Row } from './generatedHistory.ts';

const noFilter = { level: null, from: null, to: null, on: null };
const readView = createLoader(historyParams);
const writeView = createSerializer(historyParams);

describe('a typed day', () => {
  it.each([
    ['2025-05-01', Date.UTC(2025, 4, 1)],
    ['1 May 2025', Date.UTC(2025, 4, 1)],
    [' 01 may 2025 ', Date.UTC(2025, 4, 1)],
    ['1. MAY, 2025', Date.UTC(2025, 4, 1)],
    ['3 Sept 2026', Date.UTC(2026, 8, 3)],
    ['0099-02-01', Date.parse('0099-02-01')],
  ])('%j → is read', (text, ms) => expect(parseDay(text)).toBe(ms));

  const refused = ['', '2025', '05/01/2025', '29 Feb 2025', '2025-13-01', '١ May 2025'];
  it.each(refused)('%j → is refused', (text) => expect(parseDay(text)).toBeNull());
});

describe('the filters', () => {
  const record: Row = ['PRO', '2024-03-01T00:00:00Z', '2024-03-10T00:00:00Z'];

  it.each([
    ['includes a day within the record', { from: '2024-03-05', to: '2024-03-05' }, 1],
    ['excludes days that start at its end', { from: '2024-03-10' }, 0],
    ['includes days that start on its last day', { from: '2024-03-09' }, 1],
    ['includes days that end on its first day', { to: '2024-03-01' }, 1],
    ['excludes a different level', { level: 'TEAM' }, 0],
  ])('%s', (_, filter, count) => {
    const view = readView(new URLSearchParams(filter));
    expect(filterHistory(aHistory([record]).entries, view)).toHaveLength(count);
  });

  it('a date filter → excludes a record without a readable date', () => {
    const { entries } = aHistory('PRO soon -');
    expect(filterHistory(entries, noFilter)).toHaveLength(1);
    expect(filterHistory(entries, readView('?from=2024-01-01'))).toHaveLength(0);
  });

  it('the URL → keeps the view, and ignores what it can’t read', () => {
    const view = { level: '', from: Date.UTC(2024, 1, 29), to: null, on: Date.UTC(2025, 4, 1) };
    expect(writeView('?other=1', view)).toBe('?other=1&level=&from=2024-02-29&on=2025-05-01');
    expect(readView(writeView('?other=1', view))).toEqual(view);
    expect(readView('?from=2024-02-30&to=1&on=now')).toEqual(noFilter);
  });
});
