import { expect, it } from 'vitest';
import { findRowState, type InstanceRow, type LogItem, toTarget } from '../../src/compute/instanceRow.ts';
import type { ItemStage } from '../../src/rules/deletion.ts';
import { aLogItem, aRow } from './fixtures.ts';

const minuteMs = 60_000;
const endedAt = 1_000 * minuteMs;
const ended = (...[stage, fields]: Parameters<typeof aLogItem>) => aLogItem(stage, { endedAt, ...fields });
const listed = (afterMs: number, created: string | null = null) =>
  aRow({ seenAt: endedAt + afterMs }, { id: 'i-1', created });
const added = aRow();
const read = ended('mismatch', { dismissedAt: 9, created: '2026-01-01T00:00:00Z' });
const ofJanuary = ended('deleted', { created: '2026-01-01T00:00:00Z' });
it.each<[situation: string, stage: ItemStage | 'removed' | null, row: InstanceRow, items: LogItem[]]>([
  ['deleted, in a list of nine minutes later', 'removed', listed(9 * minuteMs), [ended('deleted')]],
  ['deleted, in a list of ten minutes later', 'deleted', listed(10 * minuteMs), [ended('deleted')]],
  ['accepted, in a list of ten minutes later', 'accepted', listed(10 * minuteMs), [ended('accepted')]],
  ['deleted, in a list without a time', 'deleted', aRow({}, { id: 'i-1' }), [ended('deleted')]],
  ['gone, in a list of before', 'removed', listed(-1), [ended('gone')]],
  ['gone and dismissed, in the next list', 'gone', listed(1), [ended('gone', { dismissedAt: 9 })]],
  ['deleted, then gone, in the next list', 'removed', listed(1), [ended('deleted'), ended('gone')]],
  ['gone, added by hand', 'gone', added, [ended('gone')]],
  ['deleted, then added by hand', null, added, [ended('deleted')]],
  ['a later instance with this ID', null, listed(-1, '2026-02-01T00:00:00Z'), [ofJanuary]],
  ['the deleted instance itself', 'removed', listed(-1, '2026-01-01T00:00:00Z'), [ofJanuary]],
  ['a request in flight', 'sending', listed(0), [aLogItem('sending')]],
  ['an unknown', 'unknown', listed(0), [ended('unknown')]],
  ['an unknown, then refused', 'unknown', listed(0), [ended('unknown'), ended('refused')]],
  ['a dismissed unknown', null, listed(0), [ended('unknown', { dismissedAt: 9 })]],
  ['a mismatch that was read', 'mismatch', listed(0), [ended('mismatch', { dismissedAt: 9 })]],
  ['a read mismatch, then refused', 'mismatch', listed(0), [read, ended('refused')]],
  ['a read mismatch, then gone', 'gone', listed(1), [read, ended('gone')]],
  ['a read mismatch, and a later instance', null, listed(0, '2026-02-01T00:00:00Z'), [read]],
  ['deleted, then refused', 'removed', listed(-1), [ended('deleted'), ended('refused')]],
  ['refused and not sent', null, listed(0), [ended('refused'), ended('not-sent')]],
])('%s → %s', (_, stage, row, items) => {
  const state = findRowState(row, items);
  expect(state === 'removed' ? state : (state?.item.stage ?? null)).toBe(stage);
});

it('a name that is cut within a character → no half of it, as our server requires', () => {
  const row = { ...aRow({ name: `${'x'.repeat(511)}\u{1f600}` }), id: 'i-1' };
  expect(toTarget(row).name).toBe('x'.repeat(511));
});
