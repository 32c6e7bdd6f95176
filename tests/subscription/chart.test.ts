import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseBars, createAxisLabels, getChartRange, toPercent } from '../../src/subscription/chart.ts';
import { deriveHistory } from '../../src/subscription/history.ts';
import { aHistory, anyHistory, anyNow } from './generatedHistory.ts';

describe('the chart', () => {
  it('covers the whole history and now, and no bars overlap', () => {
    fc.assert(
      fc.property(anyHistory, anyNow, (items, now) => {
        const model = deriveHistory({ items, unreadable: [], isComplete: true }, 'acme', now);
        const range = getChartRange(model);
        expect([range.from <= now, now <= range.to]).toEqual([true, true]);
        let right = 0;
        for (const { from, to } of chooseBars(model, range)) {
          expect(toPercent(from, range)).toBeGreaterThanOrEqual(right);
          right = toPercent(to, range);
          expect(right).toBeLessThanOrEqual(100);
        }
      }),
    );
  });

  it('records of one level in a row → one bar, split at what is scheduled', () => {
    const model = aHistory(
      'PRO 2026-12-16 - | PRO 2026-08-27 2026-12-15 | PRO 2026-05-29 2026-08-26 | FREE 2026-01-01 2026-05-01',
    );
    const bars = chooseBars(model, getChartRange(model));
    expect(bars.map(({ entry }) => entry?.record.level ?? 'gap')).toEqual(['FREE', 'gap', 'PRO', 'PRO']);
  });

  it('10 000 records → at most 2 000 bars', () => {
    const start = Date.UTC(2000, 0, 1);
    const rows = Array.from({ length: 10_000 }, (_, i) => {
      const at = (hours: number) => new Date(start + (i + hours) * 3_600_000).toISOString();
      return [i % 2 === 0 ? 'FREE' : 'PRO', at(0), at(1)] as const;
    });
    const model = aHistory(rows, { now: '2001-02-21T00:00:00Z' });
    const { length } = chooseBars(model, getChartRange(model));
    expect([length > 1000, length <= 2000]).toEqual([true, true]);
  });

  it('keeps the labels of the axis apart from each other and from "now"', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3650 }),
        fc.constantFrom(8, 20),
        fc.integer({ min: 0, max: 5000 }),
        (dayCount, labelWidth, nowDay) => {
          const day = (count: number) => new Date(Date.UTC(2020, 3, 5 + count)).toISOString();
          const model = aHistory([['PRO', day(0), day(dayCount)]], { now: day(nowDay) });
          const labels = createAxisLabels(model, getChartRange(model), labelWidth);
          expect(labels[0]?.text).toBe('now');
          const lefts = labels.map(({ left }) => left).sort((a, b) => a - b);
          for (const [i, left] of lefts.entries())
            if (i > 0) expect(left - (lefts[i - 1] ?? 0)).toBeGreaterThanOrEqual(labelWidth);
        },
      ),
    );
  });
});
