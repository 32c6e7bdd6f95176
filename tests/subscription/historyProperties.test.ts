import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveHistory, endOf, type HistoryEntry, stateAt } from '../../src/features/subscription/history.ts';
import { levelKey } from '../../src/features/subscription/levels.tsx';
import { coveredMs, levelTotals, summaryAt } from '../../src/features/subscription/totals.ts';
import { covers, dayMs, generatedHistory, generatedNow, segments } from './generatedHistory.ts';

describe('generated histories', () => {
  it('keep every record, newest first, and ties in the order of the service', () => {
    check(({ entries, newest }) => {
      expect([...newest].sort((a, b) => a.index - b.index)).toEqual(entries);
      for (const [i, entry] of newest.entries()) {
        const next = newest[i + 1];
        if (next === undefined) continue;
        if (entry.from === null) expect(next.from).toBeNull();
        else if (next.from !== null) expect(entry.from).toBeGreaterThanOrEqual(next.from);
        if (entry.from === next.from) expect(entry.index).toBeLessThan(next.index);
      }
    });
  });

  it('count as served newest first unless a readable start is later than one above it', () => {
    check(({ entries, servedNewestFirst }) => {
      const starts = entries.flatMap((entry) => (entry.from === null ? [] : [entry.from]));
      const isRising = starts.some((from, i) => starts.slice(0, i).some((above) => above < from));
      expect(servedNewestFirst).toBe(!isRising);
    });
  });

  it('consist of gaps and covered time, and every gap is empty', () => {
    check(({ entries, gaps: count }) => {
      const plain = segments(entries);
      const gaps = entries.flatMap(({ gap }) => (gap === null ? [] : [gap]));
      const span = { from: plain[0]?.from ?? 0, to: plain.at(-1)?.to ?? 0 };
      const gapMs = gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0);
      expect(gaps).toHaveLength(count);
      expect(coveredMs(entries, span) + gapMs).toBe(span.to - span.from);
      expect(coveredMs(entries, span)).toBe(lengthOf(plain.filter(({ by }) => by.length > 0)));
      for (const gap of gaps) {
        expect(gap.from).toBeLessThan(gap.to);
        for (const at of [gap.from, gap.to - 1])
          expect(entries.some((entry) => covers(entry, at))).toBe(false);
      }
    });
  });

  it('count each overlap from both sides and describe the longest one', () => {
    check(({ entries, oldest, overlaps }) => {
      let pairs = 0;
      for (const [i, entry] of oldest.entries()) {
        const earlier = oldest.slice(0, i).map((other) => ({ other, ms: sharedMs(entry, other) }));
        const shared = earlier.filter(({ ms }) => ms > 0);
        pairs += shared.length;
        expect(entry.overlap === null).toBe(shared.length === 0);
        const others = entries.filter((other) => other !== entry && sharedMs(entry, other) > 0);
        expect(entry.sharedWith).toBe(others.length);
        if (entry.overlap === null) continue;
        const { first, from, to, kind } = entry.overlap;
        expect(to - from).toBe(Math.max(...shared.map(({ ms }) => ms)));
        expect(to - from).toBe(sharedMs(first, entry));
        expect(kind !== 'partial').toBe(endOf(entry) <= endOf(first));
      }
      expect(overlaps).toBe(pairs);
    });
  });

  it('have totals that are exact to the ms and count no overlap twice within a level', () => {
    check(({ entries }, now) => {
      const window = { from: now - 9 * dayMs - 17, to: now };
      const totals = levelTotals(entries, window);
      expect(totals.reduce((sum, total) => sum + total.records, 0)).toBe(entries.length);
      for (const total of totals) {
        const ofLevel = entries.filter(
          ({ counted, record }) => counted && levelKey(record.level) === total.level,
        );
        const covered = segments(ofLevel, window).filter(({ by }) => by.length > 0);
        expect(total.ms).toBe(lengthOf(covered));
      }
      const sum = totals.reduce((all, total) => all + total.ms, 0);
      expect(sum).toBeGreaterThanOrEqual(coveredMs(entries, window));
    });
  });

  it('are current exactly while a counted record covers the moment', () => {
    check(({ entries }, now) => {
      for (const entry of entries) expect(stateAt(entry, now) === 'current').toBe(covers(entry, now));
    });
  });

  it('have the same summary as a direct computation from the records', () => {
    check(({ entries }, now) => {
      const { current, alsoCurrent, since, until, next, ...summary } = summaryAt(entries, now);
      const currents = entries.filter((entry) => covers(entry, now));
      expect(current === null).toBe(currents.length === 0);
      expect(alsoCurrent).toBe(Math.max(0, currents.length - 1));
      for (const entry of currents) expect(current?.from).toBeGreaterThanOrEqual(entry.from ?? 0);
      if (current !== null) {
        const isInForce = (at: number) =>
          entries.some((entry) => entry.record.level === current.record.level && covers(entry, at));
        expect(isInForce(since ?? 0)).toBe(true);
        expect(isInForce((since ?? 0) - 1)).toBe(false);
        // An end is shown as stated, which may be a second or a day before the next start.
        expect(until === null || !isInForce(until + dayMs) || isInForce(until - 1)).toBe(true);
      }
      const reopened = entries.filter(
        ({ ending, from, counted }) => ending === 'superseded' && counted && (from ?? 0) <= now,
      );
      const lastReopened = Math.max(...reopened.map(({ from }) => from ?? 0));
      expect(summary.mayApplyAgain?.from ?? Number.NEGATIVE_INFINITY).toBe(
        current === null ? lastReopened : Number.NEGATIVE_INFINITY,
      );
      const past = segments(entries, { from: 0, to: now }).filter(({ by }) => by.length > 0);
      expect(summary.coveredMs).toBe(lengthOf(past));
      const starts = entries.flatMap(({ counted, from }) =>
        counted && from !== null && from > now ? [from] : [],
      );
      expect(next?.from ?? Number.POSITIVE_INFINITY).toBe(Math.min(...starts));
    });
  });
});

function check(property: (model: ReturnType<typeof deriveHistory>, now: number) => void): void {
  fc.assert(
    fc.property(generatedHistory, generatedNow, (records, now) =>
      property(deriveHistory(records, 'acme'), now),
    ),
    { numRuns: 500 },
  );
}

function lengthOf(spans: readonly { from: number; to: number }[]): number {
  return spans.reduce((sum, span) => sum + span.to - span.from, 0);
}

function sharedMs(a: HistoryEntry, b: HistoryEntry): number {
  if (!a.counted || !b.counted || a.from === null || b.from === null) return 0;
  return Math.max(0, Math.min(endOf(a), endOf(b)) - Math.max(a.from, b.from));
}
