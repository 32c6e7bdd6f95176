import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createChartBars, createChartTicks, getChartRange, toPercent } from '../../src/subscription/chart.ts';
import { deriveHistory, endOf, startOf } from '../../src/subscription/history.ts';
import { chooseLevelStyles } from '../../src/subscription/levels.tsx';
import { anyHistory, anyNow, aRecord } from './generatedHistory.ts';

const noFilter = { level: null, state: null, from: null, to: null };

describe('the chart', () => {
  it('draws each record of at least an hour, and no bars overlap if 3 lanes are enough', () => {
    fc.assert(
      fc.property(anyHistory, anyNow, (records, now) => {
        const model = deriveHistory(records, 'acme');
        const { bars, lanes } = createChartBars(
          model.includedEntries,
          getChartRange(model, noFilter, now, 'UTC'),
        );
        for (const { left, width, lane } of bars) {
          expect(lane).toBeLessThan(lanes);
          expect(left).toBeGreaterThanOrEqual(0);
          expect(left + width).toBeLessThanOrEqual(100.001);
        }
        if (lanes === 4) return;
        const visibleEntries = model.includedEntries.filter(
          (entry) => endOf(entry) - startOf(entry) >= 3_600_000,
        );
        expect(visibleEntries.filter((entry) => !bars.some((bar) => bar.entry === entry))).toEqual([]);
        for (const a of bars)
          for (const b of bars)
            if (a.entry.index < b.entry.index && a.lane === b.lane && a.width > 0 && b.width > 0)
              expect(a.left + a.width <= b.left + 1e-6 || b.left + b.width <= a.left + 1e-6).toBe(true);
      }),
    );
  });

  it('shows the selected days and only the records in these days', () => {
    const model = deriveHistory(
      [
        aRecord({ level: 'B', validFrom: '2024-02-01', validTo: '2024-03-01' }),
        aRecord({ level: 'A', validFrom: '2024-01-01', validTo: '2024-02-01' }),
      ],
      'acme',
    );
    const view = { ...noFilter, from: '2024-02-10', to: '2024-02-19' };
    const range = getChartRange(model, view, 0, 'UTC');
    expect(range).toEqual({ from: Date.UTC(2024, 1, 10), to: Date.UTC(2024, 1, 20) });
    expect(createChartBars(model.includedEntries, range).bars).toMatchObject([
      { entry: { record: { level: 'B' } }, left: 0, width: 100 },
    ]);
    const reversedRange = getChartRange(
      model,
      { ...noFilter, from: '2024-03-01', to: '2024-01-01' },
      0,
      'UTC',
    );
    expect(reversedRange.from).toBe(Date.UTC(2024, 0, 1));
  });

  it('keeps tick labels apart from each other, from "now" and from the edge', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3650 }),
        fc.constantFrom(8, 11, 18, 27),
        fc.double({ min: -1, max: 2, noNaN: true }),
        (dayCount, labelWidth, nowFraction) => {
          const range = { from: Date.UTC(2020, 3, 5), to: Date.UTC(2020, 3, 5 + dayCount) };
          const now = range.from + nowFraction * (range.to - range.from);
          const lefts = createChartTicks(range, labelWidth, now, 'UTC').map(({ left }) => left);
          for (const [i, left] of lefts.entries()) {
            if (i > 0) expect(left - (lefts[i - 1] ?? 0)).toBeGreaterThan(labelWidth / 2);
            expect(left).toBeLessThanOrEqual(100 - labelWidth / 2);
            const distanceToNow = toPercent(now, range) - left;
            expect(distanceToNow > labelWidth || distanceToNow < -labelWidth / 3).toBe(true);
          }
        },
      ),
    );
  });
});

describe('the style of a level', () => {
  it('stays the same if newer levels follow, and differs from all other levels', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { maxLength: 20 }), (levels) => {
        const allStyles = chooseLevelStyles(levels);
        expect([...chooseLevelStyles(levels.slice(0, 5))]).toEqual([...allStyles].slice(0, 5));
        const firstStyles = [...allStyles.values()].slice(0, 8);
        expect(new Set(firstStyles.map(({ hue }) => hue)).size).toBe(firstStyles.length);
        expect(new Set([...allStyles.values()].map(({ hue, pattern }) => `${hue} ${pattern}`)).size).toBe(
          allStyles.size,
        );
      }),
    );
  });
});
