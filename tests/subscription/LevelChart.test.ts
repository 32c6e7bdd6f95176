import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveHistory } from '../../src/subscription/history.ts';
import {
  type AxisLabel,
  createAxisLabels,
  createBars,
  getChartRange,
  toPercent,
} from '../../src/subscription/LevelChart.tsx';
import { aHistory, anyHistory, anyMoment, dayMs } from './generatedHistory.ts';

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

  it('keeps the labels of the axis apart from each other', () => {
    fc.assert(
      fc.property(anyHistory, anyMoment, (items, now) => {
        const history = deriveHistory({ items, unreadable: [], isComplete: true }, 'acme', now);
        const labels = createAxisLabels(history, getChartRange(history), 6, 0.95);
        expect(labels[0]?.text).toBe('now');
        const spans = labels.map(({ text, left, kind }) => {
          const width = text.length * 0.95;
          const from = kind === 'tick' ? left : Math.min(Math.max(left - width / 2, 0), 100 - width);
          return { from, to: from + width };
        });
        let end = -1;
        for (const { from, to } of spans.sort((a, b) => a.from - b.from)) {
          expect(from).toBeGreaterThan(end);
          expect(to).toBeLessThanOrEqual(100.001);
          end = to;
        }
      }),
    );
  });

  it.each([
    ['2024-02-18', '2026-12-18', 'Jul 2024, 2025, Jul, 2026, Jul, now'],
    ['2025-01-01', '2026-12-18', '2025, Jul, 2026, Jul, now'],
    ['2026-11-01', '2027-02-05', 'Nov 2026, now, Dec, 2027, Feb'],
    ['2026-11-24', '2026-11-27', '24 Nov 2026, 25 Nov, now, 26 Nov'],
    ['0001-06-01', '2026-12-01', '500, 1000, 1500, now'],
  ])('from %s to %s, the axis has dates at equal distances, and the years: %s', (from, to, texts) => {
    const range = { from: Date.parse(from), to: Date.parse(to) };
    expect(toTexts(createAxisLabels(aHistory(''), range, 6, 0.95))).toBe(texts);
  });

  it('gaps have the same unit as in the list, and a label without room is left out', () => {
    const history = aHistory('PRO 2026-06-23T12:00:00Z - | FREE 2025-01-01 2026-06-01T00:00:00Z');
    const range = getChartRange(history);
    expect(toTexts(createAxisLabels(history, range, 6, 0.95))).toBe('2025, Jul, 2026, gap 22.5 days, now');
    expect(toTexts(createAxisLabels(history, range, 3, 2.75))).toBe('2025, 2026, now');
  });
});

function toTexts(labels: readonly AxisLabel[]): string {
  const sorted = labels.toSorted((a, b) => a.left - b.left);
  return sorted.map(({ text }) => text).join(', ');
}
