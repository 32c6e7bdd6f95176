import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveHistory, endOf, getStateAt, type HistoryEntry } from '../../src/subscription/history.ts';
import { getLevelKey } from '../../src/subscription/levels.tsx';
import { summarizeHistory, sumPerLevel, sumSubscribedMs } from '../../src/subscription/totals.ts';
import { anyHistory, anyNow, covers, dayMs, splitTime } from './generatedHistory.ts';

describe('the model of a generated history', () => {
  it('lists every record, newest first, and keeps the response order of equal starts', () => {
    checkGenerated(({ entries, newestFirst }) => {
      expect([...newestFirst].sort((a, b) => a.index - b.index)).toEqual(entries);
      for (const [i, entry] of newestFirst.entries()) {
        const nextEntry = newestFirst[i + 1];
        if (nextEntry === undefined) continue;
        if (entry.from === null) expect(nextEntry.from).toBeNull();
        else if (nextEntry.from !== null) expect(entry.from).toBeGreaterThanOrEqual(nextEntry.from);
        if (entry.from === nextEntry.from) expect(entry.index).toBeLessThan(nextEntry.index);
      }
    });
  });

  it('detects a response that is not sorted newest first', () => {
    checkGenerated(({ entries, isServedNewestFirst }) => {
      const starts = entries.flatMap((entry) => (entry.from === null ? [] : [entry.from]));
      const isUnsorted = starts.some((from, i) => starts.slice(0, i).some((earlier) => earlier < from));
      expect(isServedNewestFirst).toBe(!isUnsorted);
    });
  });

  it('divides time into gaps and time that records cover', () => {
    checkGenerated(({ entries, gapCount }) => {
      const parts = splitTime(entries);
      const gaps = entries.flatMap(({ gap }) => (gap === null ? [] : [gap]));
      const span = { from: parts[0]?.from ?? 0, to: parts.at(-1)?.to ?? 0 };
      const gapMs = gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0);
      expect(gaps).toHaveLength(gapCount);
      expect(sumSubscribedMs(entries, span) + gapMs).toBe(span.to - span.from);
      expect(sumSubscribedMs(entries, span)).toBe(
        totalMs(parts.filter(({ covering }) => covering.length > 0)),
      );
      for (const gap of gaps) {
        expect(gap.from).toBeLessThan(gap.to);
        for (const moment of [gap.from, gap.to - 1])
          expect(entries.some((entry) => covers(entry, moment))).toBe(false);
      }
    });
  });

  it('counts the overlaps of each record and describes the longest overlap', () => {
    checkGenerated(({ entries, includedEntries, overlapCount }) => {
      let overlapPairCount = 0;
      for (const [i, entry] of includedEntries.entries()) {
        const overlapsMs = includedEntries
          .slice(0, i)
          .map((other) => sharedMs(entry, other))
          .filter((ms) => ms > 0);
        overlapPairCount += overlapsMs.length;
        expect(entry.overlap === null).toBe(overlapsMs.length === 0);
        const overlappingEntries = entries.filter((other) => other !== entry && sharedMs(entry, other) > 0);
        expect(entry.overlapCount).toBe(overlappingEntries.length);
        if (entry.overlap === null) continue;
        const { earlier, from, to, kind } = entry.overlap;
        expect(to - from).toBe(Math.max(...overlapsMs));
        expect(to - from).toBe(sharedMs(earlier, entry));
        expect(kind !== 'partial').toBe(endOf(entry) <= endOf(earlier));
      }
      expect(overlapCount).toBe(overlapPairCount);
    });
  });

  it('sorts the totals by duration, and counts overlapping time once per level', () => {
    checkGenerated(({ entries }, now) => {
      const range = { from: now - 9 * dayMs - 17, to: now };
      const totals = sumPerLevel(entries, range);
      expect(totals.reduce((sum, total) => sum + total.recordCount, 0)).toBe(entries.length);
      expect(totals.map(({ ms }) => ms)).toEqual(totals.map(({ ms }) => ms).sort((a, b) => b - a));
      for (const total of totals) {
        const levelEntries = entries.filter(
          ({ isIncluded, record }) => isIncluded && getLevelKey(record.level) === total.level,
        );
        const coveredTime = splitTime(levelEntries, range).filter(({ covering }) => covering.length > 0);
        expect(total.ms).toBe(totalMs(coveredTime));
      }
      const sum = totals.reduce((all, total) => all + total.ms, 0);
      expect(sum).toBeGreaterThanOrEqual(sumSubscribedMs(entries, range));
    });
  });

  it('marks exactly the records that cover the moment as current', () => {
    checkGenerated(({ entries }, now) => {
      for (const entry of entries) expect(getStateAt(entry, now) === 'current').toBe(covers(entry, now));
    });
  });

  it('has the same summary as a simple computation from the records', () => {
    checkGenerated(({ entries }, now) => {
      const { current, otherCurrentCount, since, until, nextEntry, ...summary } = summarizeHistory(
        entries,
        now,
      );
      const currentEntries = entries.filter((entry) => covers(entry, now));
      expect(current === null).toBe(currentEntries.length === 0);
      expect(otherCurrentCount).toBe(Math.max(0, currentEntries.length - 1));
      for (const entry of currentEntries) expect(current?.from).toBeGreaterThanOrEqual(entry.from ?? 0);
      if (current !== null) {
        const isLevelCovered = (moment: number) =>
          entries.some((entry) => entry.record.level === current.record.level && covers(entry, moment));
        expect(isLevelCovered(since ?? 0)).toBe(true);
        expect(isLevelCovered((since ?? 0) - 1)).toBe(false);
        // If the level applies a day after `until`, it has started again. Then check only that it applied just before `until`.
        expect(until === null || !isLevelCovered(until + dayMs) || isLevelCovered(until - 1)).toBe(true);
      }
      const supersededEntries = entries.filter(
        ({ endKind, from, isIncluded }) => endKind === 'superseded' && isIncluded && (from ?? 0) <= now,
      );
      const lastSuperseded = Math.max(...supersededEntries.map(({ from }) => from ?? 0));
      expect(summary.supersededEntry?.from ?? Number.NEGATIVE_INFINITY).toBe(
        current === null ? lastSuperseded : Number.NEGATIVE_INFINITY,
      );
      const pastTime = splitTime(entries, { from: 0, to: now }).filter(({ covering }) => covering.length > 0);
      expect(summary.subscribedMs).toBe(totalMs(pastTime));
      const starts = entries.flatMap(({ isIncluded, from }) =>
        isIncluded && from !== null && from > now ? [from] : [],
      );
      expect(nextEntry?.from ?? Number.POSITIVE_INFINITY).toBe(Math.min(...starts));
    });
  });
});

function checkGenerated(checkModel: (model: ReturnType<typeof deriveHistory>, now: number) => void): void {
  fc.assert(
    fc.property(anyHistory, anyNow, (records, now) => checkModel(deriveHistory(records, 'acme'), now)),
    { numRuns: 500 },
  );
}

function totalMs(spans: readonly { from: number; to: number }[]): number {
  return spans.reduce((sum, span) => sum + span.to - span.from, 0);
}

function sharedMs(a: HistoryEntry, b: HistoryEntry): number {
  if (!a.isIncluded || !b.isIncluded || a.from === null || b.from === null) return 0;
  return Math.max(0, Math.min(endOf(a), endOf(b)) - Math.max(a.from, b.from));
}
