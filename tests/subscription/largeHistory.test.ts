import { describe, expect, it } from 'vitest';
import { chartPieces } from '../../src/features/subscription/chart.ts';
import { deriveHistory } from '../../src/features/subscription/history.ts';
import { summaryAt } from '../../src/features/subscription/totals.ts';
import { aRecord } from './generatedHistory.ts';

const count = 10_000;
const hourMs = 3_600_000;
const start = Date.UTC(2010, 0, 1);

describe('a history of 10 000 records', () => {
  it('counts every overlap if all records share time', () => {
    const { entries, overlaps } = largeHistory(count * hourMs);
    expect(overlaps).toBe((count * (count - 1)) / 2);
    expect(entries[17]?.sharedWith).toBe(count - 1);
  });

  it('finds every gap and sorts records that the service sent oldest first', () => {
    const { entries, gaps, overlaps, servedNewestFirst } = largeHistory(hourMs / 2);
    expect(gaps).toBe(count - 1);
    expect(overlaps).toBe(0);
    expect(servedNewestFirst).toBe(false);
    expect(summaryAt(entries, start + count * hourMs).coveredMs).toBe((count * hourMs) / 2);
  });

  it('draws no more pieces than the chart has room for', () => {
    const { oldest, span } = largeHistory(hourMs);
    const { pieces } = chartPieces(oldest, span ?? { from: 0, to: 1 });
    expect(pieces.length).toBeGreaterThan(1000);
    expect(pieces.length).toBeLessThan(2_100);
  });
});

function largeHistory(lengthMs: number) {
  const records = Array.from({ length: count }, (_, i) => {
    const from = start + i * hourMs;
    return aRecord({
      level: i % 3 === 0 ? 'FREE' : 'PRO',
      validFrom: new Date(from).toISOString(),
      validTo: new Date(from + lengthMs).toISOString(),
    });
  });
  return deriveHistory(records, 'acme');
}
