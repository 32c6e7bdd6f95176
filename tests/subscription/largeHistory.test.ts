import { describe, expect, it } from 'vitest';
import { analyseHistory, newestFirst } from '../../src/features/subscription/historyEntries.ts';
import { findGaps, findOverlaps } from '../../src/features/subscription/spans.ts';
import { summaryAt } from '../../src/features/subscription/totals.ts';
import { aRecord } from './generatedHistory.ts';

const count = 100_000;
const hourMs = 3_600_000;
const start = Date.UTC(2010, 0, 1);

describe('100 000 records', () => {
  it('that all share time: pairs are capped, counts are exact', () => {
    const overlaps = findOverlaps(analyse(count * hourMs));
    expect(overlaps.pairs).toHaveLength(10_000);
    expect(overlaps.total).toBe((count * (count - 1)) / 2);
    expect(overlaps.sharedBy.size).toBe(count);
    expect(overlaps.sharedBy.get(17)).toBe(count - 1);
  });

  it('in a row: every other hour is a gap, none overlaps, all are sorted', () => {
    const entries = analyse(hourMs / 2);
    expect(findGaps(entries)).toHaveLength(count - 1);
    expect(findOverlaps(entries)).toMatchObject({ pairs: [], total: 0 });
    expect(newestFirst(entries).servedNewestFirst).toBe(false);
    expect(summaryAt(entries, start + count * hourMs).coveredMs).toBe((count * hourMs) / 2);
  });
});

function analyse(lengthMs: number) {
  const records = Array.from({ length: count }, (_, at) => {
    const from = start + at * hourMs;
    return aRecord({
      level: at % 3 === 0 ? 'FREE' : 'PRO',
      validFrom: new Date(from).toISOString(),
      validTo: new Date(from + lengthMs).toISOString(),
    });
  });
  return analyseHistory(records, 'acme');
}
