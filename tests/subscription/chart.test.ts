import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAxisLabels, createBars, getChartRange, toPercent } from '../../src/subscription/chart.ts';
import { deriveHistory } from '../../src/subscription/history.ts';
import { aHistory, anyHistory, anyMoment, aRecord, dayMs } from './generatedHistory.ts';

describe('the chart', () => {
  it('covers the whole history and now, and no bars overlap', () => {
    fc.assert(
      fc.property(anyHistory, anyMoment, anyMoment, (items, now, from) => {
        const history = deriveHistory({ items, unreadable: [], isComplete: true }, 'acme', now);
        const range = getChartRange(history);
        expect([range.from <= now, now <= range.to]).toEqual([true, true]);
        let right = 0;
        for (const bar of createBars(history, range, { from, to: from + dayMs })) {
          expect(toPercent(bar.from, range)).toBeGreaterThanOrEqual(right);
          right = toPercent(bar.to, range);
          expect(bar.isOutside).toBe(bar.from < from || bar.to > from + dayMs);
        }
      }),
    );
  });

  it('records of one level in a row → one bar', () => {
    const history = aHistory(
      'PRO 2026-08-27 2026-12-15 | PRO 2026-05-29 2026-08-26 | FREE 2026-01-01 2026-05-01',
    );
    const bars = createBars(history, getChartRange(history), null);
    expect(bars.map(({ run }) => run?.level ?? 'gap')).toEqual(['FREE', 'gap', 'PRO']);
  });

  it('10 000 records → at most 2 000 bars', () => {
    const at = (hours: number) => new Date(Date.UTC(2000, 0, 1) + hours * 3_600_000).toISOString();
    const records = Array.from({ length: 10_000 }, (_, i) =>
      aRecord({ level: i % 2 === 0 ? 'FREE' : 'PRO', validFrom: at(i), validTo: at(i + 1) }),
    );
    const history = aHistory(records, { now: '2001-02-21T00:00:00Z' });
    const { length } = createBars(history, getChartRange(history), null);
    expect([length > 1000, length <= 2000]).toEqual([true, true]);
  });

  it('keeps the labels of the axis apart from each other and from "now"', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3650 }),
        fc.constantFrom(11, 26),
        fc.integer({ min: 0, max: 5000 }),
        (dayCount, labelWidth, nowDay) => {
          const day = (count: number) => new Date(Date.UTC(2020, 3, 5 + count)).toISOString();
          const history = aHistory(`PRO ${day(0)} ${day(dayCount)}`, { now: day(nowDay) });
          const labels = createAxisLabels(history, getChartRange(history), labelWidth);
          expect(labels[0]?.text).toBe('now');
          const lefts = labels.map(({ left }) => left).sort((a, b) => a - b);
          for (const [i, left] of lefts.entries())
            if (i > 0) expect(left - (lefts[i - 1] ?? 0)).toBeGreaterThanOrEqual(labelWidth);
        },
      ),
    );
  });
});

it('gaps have the same unit as in the list', () => {
  const history = aHistory('PRO 2026-01-23T12:00:00Z - | FREE 2025-01-01 2026-01-01T00:00:00Z');
  const labels = createAxisLabels(history, getChartRange(history), 11);
  expect(labels.map(({ text }) => text)).toContain('gap 22.5 days');
});
