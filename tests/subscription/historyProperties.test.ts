import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveHistory, getEntryState, type HistoryModel } from '../../src/subscription/history.ts';
import { compareStarts, getEntryEnd, getEntryStart } from '../../src/subscription/historyRecord.ts';
import { findLevelAt, sumPerLevel } from '../../src/subscription/levels.ts';
import { anyHistory, anyNow, covers } from './generatedHistory.ts';

describe('the model of a generated history', () => {
  it('divides all time into segments, in which the covering entry with the latest start applies', () => {
    checkGenerated(({ entries, segments }) => {
      for (const [i, { from, to, entry }] of segments.entries()) {
        expect(from).toBeLessThan(to);
        expect(segments[i + 1]?.from ?? to).toBe(to);
        const covering = entries.filter((candidate) => covers(candidate, from)).sort(compareStarts);
        expect(entry).toBe(covering.at(-1) ?? null);
      }
      const included = entries.filter(({ isIncluded }) => isIncluded);
      for (const entry of included.filter(({ from, to }) => from !== to)) {
        const start = getEntryStart(entry);
        expect(segments.some(({ from, to }) => from <= start && start < to)).toBe(true);
      }
      const dates = included.flatMap((entry) => [getEntryStart(entry), getEntryEnd(entry)]);
      for (const { from, to } of segments) expect(dates).toEqual(expect.arrayContaining([from, to]));
    });
  });

  it('finds exactly the gaps longer than a second, and gives each to the entry after it', () => {
    checkGenerated(({ entries, gaps }) => {
      const withGap = entries.flatMap(({ gap, from }) => (gap === null ? [] : [{ gap, from }]));
      expect(withGap.map(({ gap }) => gap).reverse()).toEqual(gaps.map(({ from, to }) => ({ from, to })));
      for (const { gap, from } of withGap) {
        expect(gap.to).toBe(from);
        expect(gap.to - gap.from).toBeGreaterThan(1000);
        for (const moment of [gap.from, gap.to - 1])
          expect(entries.some((entry) => covers(entry, moment))).toBe(false);
      }
    });
  });

  it('counts each moment until now once in the totals', () => {
    checkGenerated((model, now) => {
      const totals = sumPerLevel(model);
      expect(totals.map(({ ms }) => ms)).toEqual(totals.map(({ ms }) => ms).sort((a, b) => b - a));
      const past = model.segments.filter(({ entry, from }) => entry !== null && from < now);
      const coveredMs = past.reduce((sum, { from, to }) => sum + Math.min(to, now) - from, 0);
      expect(totals.reduce((sum, { ms }) => sum + ms, 0)).toBe(coveredMs);
    });
  });

  it('never claims a level or its absence while a record that nobody understands could change it', () => {
    checkGenerated((model, now) => {
      const { current, entries } = model;
      const covering = entries
        .filter((entry) => covers(entry, now))
        .sort(compareStarts)
        .at(-1);
      const isUnclear = entries.some((entry) => {
        const [hasStarted, hasNotEnded] = [getEntryStart(entry) <= now, now < getEntryEnd(entry)];
        if (entry.isIncluded || entry.problems.includes('different-workspace')) return false;
        if (entry.problems.includes('end-before-start')) return hasStarted || hasNotEnded;
        return hasStarted && hasNotEnded;
      });
      if (current.kind === 'level') expect(current.entry).toBe(covering);
      if (current.kind === 'none') expect([covering, isUnclear]).toEqual([undefined, false]);
      if (current.kind === 'unknown') expect(current.entry).toBe(covering ?? null);
      if (!isUnclear && covering !== undefined) expect(current.kind).toBe('level');
      const currentEntries = entries.filter((entry) => getEntryState(entry, model) === 'current');
      expect(currentEntries).toEqual(current.kind === 'level' ? [covering] : []);
    });
  });

  it('an incomplete list → the level is never "none", and no level differs from the complete list', () => {
    fc.assert(
      fc.property(anyHistory, anyNow, (items, now) => {
        const whole = deriveHistory({ items, unreadable: [], isComplete: true }, 'acme', now);
        const { kind } = findLevelAt({ ...whole, isComplete: false }, now);
        expect(kind).not.toBe('none');
        if (kind === 'level') expect(whole.current.kind).toBe('level');
      }),
    );
  });
});

function checkGenerated(check: (model: HistoryModel, now: number) => void): void {
  fc.assert(
    fc.property(anyHistory, anyNow, (items, now) =>
      check(deriveHistory({ items, unreadable: [], isComplete: true }, 'acme', now), now),
    ),
    { numRuns: 300 },
  );
}
