import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  analyseHistory,
  groupByYear,
  type HistoryEntry,
  newestFirst,
} from '../../src/features/subscription/historyEntries.ts';
import { coveredMs, findGaps, findOverlaps } from '../../src/features/subscription/spans.ts';
import { nextChangeAt, stateAt } from '../../src/features/subscription/states.ts';
import { levelTotals, summaryAt } from '../../src/features/subscription/totals.ts';
import { covers, dayMs, endOf, generatedHistory, generatedNow, segments } from './generatedHistory.ts';

const runs = { numRuns: 2_000 };
vi.setConfig({ testTimeout: 60_000 });

describe('over 2 000 generated histories', () => {
  it('loses nothing and sorts newest first, ties and undated in the service order', () => {
    check((entries) => {
      const sorted = newestFirst(entries).entries;
      expect([...sorted].sort((a, b) => a.index - b.index)).toEqual(entries);
      for (const [at, entry] of sorted.entries()) {
        const next = sorted[at + 1];
        if (next === undefined) continue;
        if (entry.from === null) expect(next.from).toBeNull();
        else if (next.from !== null) expect(entry.from).toBeGreaterThanOrEqual(next.from);
        if (entry.from === next.from) expect(entry.index).toBeLessThan(next.index);
      }
      expect(groupByYear(sorted).flatMap((group) => group.entries)).toEqual(sorted);
    });
  });

  it('says that the service was newest first exactly where no readable start is later than one above it', () => {
    check((entries) => {
      const starts = entries.flatMap((entry) => (entry.from === null ? [] : [entry.from]));
      const rising = starts.some((from, at) => starts.slice(0, at).some((above) => above < from));
      expect(newestFirst(entries).servedNewestFirst).toBe(!rising);
    });
  });

  it('gap and covered time make the span, and every gap is really empty', () => {
    check((entries) => {
      const plain = segments(entries);
      const gaps = findGaps(entries);
      const span = { from: plain[0]?.from ?? 0, to: plain.at(-1)?.to ?? 0 };
      const gapMs = gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0);
      expect(coveredMs(entries, span) + gapMs).toBe(span.to - span.from);
      expect(coveredMs(entries, span)).toBe(length(plain.filter((segment) => segment.by.length > 0)));
      for (const gap of gaps) {
        expect(gap.from).toBeLessThan(gap.to);
        expect(gap.after.to).toBe(gap.from);
        expect(gap.before.from).toBe(gap.to);
        for (const at of [gap.from, gap.to - 1])
          expect(entries.some((entry) => covers(entry, at))).toBe(false);
      }
    });
  });

  it('finds each overlapping pair once, counts it from both sides, and says which lies in which', () => {
    check((entries) => {
      const overlaps = findOverlaps(entries);
      const found = overlaps.pairs.map(({ first, second }) => pairKey(first, second));
      const expected: string[] = [];
      for (const a of entries)
        for (const b of entries) if (a.index < b.index && sharedMs(a, b) > 0) expected.push(pairKey(a, b));
      expect([...found].sort()).toEqual(expected.sort());
      expect(overlaps.total).toBe(expected.length);
      for (const entry of entries) {
        const others = entries.filter((other) => other !== entry && sharedMs(entry, other) > 0);
        expect(overlaps.sharedBy.get(entry.index) ?? 0).toBe(others.length);
      }
      for (const { first, second, from, to, kind } of overlaps.pairs) {
        expect((to ?? Number.POSITIVE_INFINITY) - from).toBe(sharedMs(first, second));
        const inside = (second.from ?? 0) >= (first.from ?? 0) && endOf(second) <= endOf(first);
        expect(kind !== 'partial').toBe(inside);
      }
    });
  });

  it('totals are exact to the ms, and no overlap counts twice in a level', () => {
    check((entries, now) => {
      const window = { from: now - 9 * dayMs - 17, to: now };
      const totals = levelTotals(entries, window);
      expect(totals.reduce((sum, total) => sum + total.records, 0)).toBe(entries.length);
      for (const total of totals) {
        const own = entries.filter((entry) => entry.record.level === total.level);
        const bounded = [...own, windowEntry(window)];
        const inside = segments(bounded).filter(
          ({ from, by }) =>
            from >= window.from && from < window.to && by.some((entry) => own.includes(entry)),
        );
        expect(total.ms).toBe(length(inside));
      }
      const sum = totals.reduce((all, total) => all + total.ms, 0);
      expect(sum).toBeGreaterThanOrEqual(coveredMs(entries, window));
    });
  });

  it('changes no state before the moment it names, and changes one at it', () => {
    check((entries, now) => {
      const next = nextChangeAt(entries, now);
      const states = (at: number) => entries.map((entry) => stateAt(entry, at));
      if (next === null) expect(states(now)).toEqual(states(now + 1000 * dayMs));
      else {
        expect(next).toBeGreaterThan(now);
        expect(states(next - 1)).toEqual(states(now));
        expect(states(next)).not.toEqual(states(now));
      }
      for (const entry of entries)
        expect(stateAt(entry, now) === 'current').toBe(covers(entry, now) || plainDoubt(entry, entries, now));
    });
  });

  it('names as previous what was in force most recently before an entry started', () => {
    check((entries) => {
      for (const entry of entries) expect(entry.previous?.index ?? null).toBe(plainPrevious(entry, entries));
    });
  });

  it('sums up a moment as a plain reading of the entries does', () => {
    check((entries, now) => {
      const summary = summaryAt(entries, now);
      const certain = entries.filter((entry) => covers(entry, now));
      const doubtful = entries.filter((entry) => plainDoubt(entry, entries, now));
      const current = certain.length > 0 ? certain : doubtful;
      expect(summary.inDoubt).toBe(certain.length === 0 && doubtful.length > 0);
      expect(summary.current === null).toBe(current.length === 0);
      expect(summary.alsoCurrent).toBe(Math.max(0, current.length - 1));
      for (const entry of current) expect(summary.current?.from).toBeGreaterThanOrEqual(entry.from ?? 0);
      if (summary.current !== null && !summary.inDoubt) {
        const { level } = summary.current.record;
        const held = (at: number) => entries.some((e) => e.record.level === level && covers(e, at));
        expect(held(summary.since ?? 0)).toBe(true);
        expect(held((summary.since ?? 0) - 1)).toBe(false);
        expect(summary.until === null || (held(summary.until - 1) && !held(summary.until))).toBe(true);
      }
      const past = segments(entries).filter(({ by }) => by.length > 0);
      const clipped = past.map(({ from, to }) => ({ from, to: Math.max(from, Math.min(to, now)) }));
      const onGoing = entries.some((e) => e.counted && e.to === null)
        ? Math.max(0, now - lastMoment(entries))
        : 0;
      expect(summary.coveredMs).toBe(length(clipped) + onGoing);
      const starts = entries.flatMap((e) => (e.counted && e.from !== null && e.from > now ? [e.from] : []));
      expect(summary.next?.from ?? Number.POSITIVE_INFINITY).toBe(Math.min(...starts));
    });
  });
});

function check(property: (entries: readonly HistoryEntry[], now: number) => void): void {
  fc.assert(
    fc.property(generatedHistory, generatedNow, (records, now) =>
      property(analyseHistory(records, 'acme'), now),
    ),
    runs,
  );
}

// Overtaken last of all open ends, while nothing is in force: straight from the words of the rule.
function plainDoubt(entry: HistoryEntry, entries: readonly HistoryEntry[], now: number): boolean {
  if (entries.some((other) => covers(other, now))) return false;
  const open = entries.filter(
    (other) =>
      other.counted && other.ending === 'superseded' && (other.from ?? now) < now && endOf(other) <= now,
  );
  return open.includes(entry) && open.every((other) => (other.from ?? 0) <= (entry.from ?? 0));
}

function lastMoment(entries: readonly HistoryEntry[]): number {
  const counted = entries.filter((entry) => entry.counted && entry.from !== entry.to);
  return Math.max(...counted.flatMap(({ from, to }) => [from ?? 0, to ?? 0]));
}

function length(spans: readonly { from: number; to: number }[]): number {
  return spans.reduce((sum, span) => sum + span.to - span.from, 0);
}

function pairKey(a: HistoryEntry, b: HistoryEntry): string {
  return `${Math.min(a.index, b.index)}-${Math.max(a.index, b.index)}`;
}

function sharedMs(a: HistoryEntry, b: HistoryEntry): number {
  if (!a.counted || !b.counted || a.from === null || b.from === null) return 0;
  return Math.max(0, Math.min(endOf(a), endOf(b)) - Math.max(a.from, b.from));
}

// Not counted into anything: it only adds the window's own edges to the boundaries.
function windowEntry({ from, to }: { from: number; to: number }): HistoryEntry {
  const record = { workspace: null, level: null, validFrom: null, validTo: null, raw: null };
  const base = {
    record,
    index: -1,
    statedTo: to,
    counted: true,
    problems: [],
    previous: null,
    mayHoldAgain: [],
  };
  return { ...base, from, to, ending: 'given' };
}

function plainPrevious(entry: HistoryEntry, entries: readonly HistoryEntry[]): number | null {
  const { from } = entry;
  if (!entry.counted || from === null) return null;
  const earlier = entries.filter(
    (other) => other.counted && other.from !== null && other.from < from && endOf(other) > other.from,
  );
  const inForceUntil = (other: HistoryEntry) => Math.min(endOf(other), from);
  const [best] = earlier.sort(
    (a, b) =>
      inForceUntil(b) - inForceUntil(a) ||
      (b.from ?? 0) - (a.from ?? 0) ||
      (endOf(a) === endOf(b) ? a.index - b.index : endOf(a) - endOf(b)),
  );
  return best?.index ?? null;
}
