import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveHistory } from '../../src/subscription/history.ts';
import {
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

  it('keeps the labels of the axis apart from each other and from "now"', () => {
    fc.assert(
      fc.property(anyHistory, anyMoment, fc.constantFrom(11, 26), (items, now, labelWidth) => {
        const history = deriveHistory({ items, unreadable: [], isComplete: true }, 'acme', now);
        const labels = createAxisLabels(history, getChartRange(history), labelWidth);
        expect(labels[0]?.text).toBe('now');
        const lefts = labels.map(({ left }) => left).sort((a, b) => a - b);
        for (const [i, left] of lefts.entries())
          if (i > 0) expect(left - (lefts[i - 1] ?? 0)).toBeGreaterThanOrEqual(labelWidth);
      }),
    );
  });
});

it('gaps have the same unit as in the list', () => {
  const history = aHistory('PRO 2026-01-23T12:00:00Z - | FREE 2025-01-01 2026-01-01T00:00:00Z');
  const labels = createAxisLabels(history, getChartRange(history), 11);
  expect(labels.map(({ text }) => text)).toContain('gap 22.5 days');
});
