import { describe, expect, it } from 'vitest';
import { formatProgress } from '../../src/compute/outcomes.ts';
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
