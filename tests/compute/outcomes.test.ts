import { describe, expect, it } from 'vitest';
import { formatProgress, formatStillListed } from '../../src/compute/outcomes.ts';
import type { ItemStage } from '../../src/rules/deletion.ts';
import { aDeletion, anItem } from './fixtures.ts';

describe('the title of several', () => {
  it.each<[string, ItemStage[], stopReason: string | null]>([
    ['2 instances deleted', ['deleted', 'deleted'], null],
    ['1 deleted, 1 accepted', ['deleted', 'accepted'], null],
    ['Stopped: 1 not found, 2 not sent', ['gone', 'not-sent', 'not-sent'], 'Not found.'],
    ['Stopped: 1 deleted, 1 without a clear result', ['deleted', 'unknown'], 'No clear result.'],
    ['Deleting 1 of 2', ['sending', 'waiting'], null],
    ['Deleting 2 of 3', ['deleted', 'sending', 'waiting'], null],
  ])('%s', (title, stages, stopReason) => {
    const items = stages.map((stage, index) => anItem(stage, { instanceId: `i-${index}` }));
    expect(formatProgress(aDeletion(items, { stopReason }))).toBe(title);
  });
});

it('still listed on the day of the delete → the time alone', () => {
  const item = anItem('deleted', { endedAt: Date.parse('2026-11-25T14:02:00Z') });
  expect(formatStillListed(item, Date.parse('2026-11-25T15:00:00Z'))).toBe(
    'Still listed; deleted at 14:02 UTC',
  );
  expect(formatStillListed(item, Date.parse('2026-11-26T15:00:00Z'))).toMatch(/ at 25 Nov 2026, 14:02 UTC$/);
});
