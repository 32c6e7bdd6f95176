// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { DateText } from '../../src/ui/DateText.tsx';
import { renderInstanceTable } from '../compute/renderInstanceTable.tsx';
import { aRow } from '../compute/rowFixtures.ts';
import { fillJsdomGaps } from '../support/fillJsdomGaps.ts';
import { UiProviders } from '../support/UiProviders.tsx';

beforeAll(fillJsdomGaps);

/** Dates with and without a time zone, in the order of their moments. The last one is no moment. */
const dates = [
  ['0000-01-01', '1 Jan 0, 00:00 UTC'],
  ['2026-02-28T23:30', '28 Feb 2026, 23:30 UTC'],
  ['2026-03-01', '1 Mar 2026, 00:00 UTC'],
  ['2026-03-01T10:30:00+09:00', '1 Mar 2026, 01:30 UTC'],
  ['2026-03-01T02:00:00', '1 Mar 2026, 02:00 UTC'],
  ['2026-03-01T03:00:00.000Z', '1 Mar 2026, 03:00 UTC'],
  ['2026-03-01T24:00:00Z', '2 Mar 2026, 00:00 UTC'],
  ['9999-12-31T23:59:59Z', '31 Dec 9999, 23:59 UTC'],
  ['2026-02-30', 'invalid date “2026-02-30”'],
] as const;

const before = process.env.TZ;
afterEach(() => {
  process.env.TZ = before;
});

it.each(['Asia/Tokyo', 'America/New_York'])(
  'in %s, dates are displayed in UTC and the list is sorted by them',
  (zone) => {
    process.env.TZ = zone;
    const rows = dates.toReversed().map(([created]) => aRow({ id: created }, { created }));
    const byDate = { sort: { column: 'created', descending: false } } as const;
    const sorted = renderInstanceTable(rows, byDate).result.current.matching;
    const shown = sorted.map(({ record }) => shownOf(record?.created ?? ''));
    expect(shown).toEqual(dates.map(([, words]) => words));
  },
);

function shownOf(iso: string): string {
  const { container } = render(<DateText iso={iso} />, { wrapper: UiProviders });
  const words = container.textContent ?? '';
  cleanup();
  return words;
}
