// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { DateText } from '../../src/ui/DateText.tsx';
import { renderInstanceTable } from '../compute/renderInstanceTable.tsx';
import { aRow } from '../compute/rowFixtures.ts';
import { fillJsdomGaps } from '../support/fillJsdomGaps.ts';
import { UiProviders } from '../support/UiProviders.tsx';

beforeAll(fillJsdomGaps);

/** Dates with and without a time zone, impossible dates, and texts that aren't dates. */
const text = fc.oneof(
  fc
    .tuple(
      fc.integer({ min: 2024, max: 2027 }),
      fc.integer({ min: 0, max: 13 }),
      fc.integer({ min: 0, max: 32 }),
      fc.constantFrom(
        '',
        'T02:00:00',
        'T23:30',
        'T02:00:00.000Z',
        'T02:00:00+09:00',
        'T24:00:00Z',
        'T25:00Z',
      ),
    )
    .map(([year, month, day, clock]) => `${year}-${two(month)}-${two(day)}${clock}`),
  fc.constantFrom(
    'tomorrow 5',
    'i-7',
    '1',
    '',
    '1 Mar 2026',
    '2026-03-01 02:00',
    '0000-01-01',
    '9999-12-31T23:59:59Z',
  ),
);

const byDate = { sort: { column: 'created', descending: false } } as const;

const before = process.env.TZ;
afterEach(() => {
  process.env.TZ = before;
});

it.each(['Asia/Tokyo', 'America/New_York'])(
  'in %s, dates are displayed in UTC and the list is sorted by them',
  (zone) => {
    process.env.TZ = zone;
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), (texts) => {
        const rows = texts.map((created, at) => aRow({ id: `${at}` }, { created }));
        const shown = renderInstanceTable(rows, byDate).result.current.matching.map((row) =>
          shownOf(row.record?.created ?? ''),
        );
        const moments = shown.map((words) =>
          words.startsWith('invalid date') ? Number.POSITIVE_INFINITY : Date.parse(words.replace(',', '')),
        );
        expect(moments).toEqual(moments.toSorted((a, b) => a - b));
        expect(moments).not.toContain(Number.NaN);
        for (const date of texts)
          if (/T02:00:00$/.test(date))
            expect(shownOf(date)).toBe(shownOf(`${date}.000Z`).replace('.000Z', ''));
      }),
      { numRuns: 200 },
    );
  },
);

function shownOf(iso: string): string {
  const { container } = render(<DateText iso={iso} />, { wrapper: UiProviders });
  const words = container.textContent ?? '';
  cleanup();
  return words;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
