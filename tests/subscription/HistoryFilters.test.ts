import { createLoader, createSerializer } from 'nuqs';
import { describe, expect, it } from 'vitest';
import { filterHistory, findSelectedSpan, historyParams } from '../../src/subscription/HistoryFilters.tsx';
import { aHistory, dayMs } from './generatedHistory.ts';

const readView = createLoader(historyParams);
const writeView = createSerializer(historyParams);

describe('the filters', () => {
  it.each([
    ['include a day within the record', { from: '2024-03-05', to: '2024-03-05' }, 1],
    ['include days that start on its last day', { from: '2024-03-09' }, 1],
    ['exclude days before it', { to: '2024-02-29' }, 0],
    ['exclude all if "To" is before "From"', { from: '2024-03-05', to: '2024-03-04' }, 0],
    ['exclude a different level', { level: 'TEAM' }, 0],
    ['exclude a record without a readable start', { to: '2030-01-01' }, 0, 'PRO soon -'],
  ])(
    '%s',
    (_, filter: Record<string, string>, count, rows = 'PRO 2024-03-01T00:00:00Z 2024-03-10T00:00:00Z') => {
      const history = aHistory(rows);
      expect(filterHistory(history, readView(new URLSearchParams(filter)))).toHaveLength(count);
    },
  );

  it.each([
    ['', 1],
    ['?from=2024-03-12', 1],
    ['?from=2024-03-20', 0],
    ['?to=2024-03-10', 0],
    ['?level=TEAM', 0],
  ])('of %j keep %i gaps: those inside of the dates', (search, count) => {
    const history = aHistory('PRO 2024-03-01 2024-03-11 | TEAM 2024-03-20 -');
    const entries = filterHistory(history, readView(search));
    expect(entries.filter(({ gap }) => gap !== null)).toHaveLength(count);
  });
});

it.each([
  ['', null],
  ['?from=2026-07-01&to=2026-09-30', 92],
  ['?from=2026-11-20', 5.5],
  ['?to=2024-01-10', 10],
  ['?from=2027-01-01', 1],
  ['?from=2026-02-01&to=2026-01-01', null],
])('the selected days of %j are %s', (search, days) => {
  const span = findSelectedSpan(readView(search), aHistory('PRO 2024-01-01 -'));
  expect(span && (span.to - span.from) / dayMs).toBe(days);
});

it('the URL keeps the view, and ignores what it can’t read', () => {
  const view = { level: '', from: '2024-02-29', to: null, on: '2025-05-01' };
  expect(writeView('?other=1', view)).toBe('?other=1&level=&from=2024-02-29&on=2025-05-01');
  expect(readView(writeView('?other=1', view))).toEqual(view);
  expect(readView('?from=2024-02-30&to=1&on=now')).toEqual({ level: null, from: null, to: null, on: null });
});
