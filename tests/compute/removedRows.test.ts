import { describe, expect, it } from 'vitest';
import type { InstanceRow, RowState } from '../../src/compute/instanceRow.ts';
import { describeListCheck } from '../../src/compute/listCheck.ts';
import { stateOfRow } from '../../src/compute/useDeletionLog.ts';
import type { Deletion, DeletionStage } from '../../src/rules/deletion.ts';
import { aDeletion, aList, aRow, asQuery } from './fixtures.ts';

const minuteMs = 60_000;
const endedAt = 1_000 * minuteMs;

describe('stateOfRow', () => {
  const ended = (stage: DeletionStage, fields: Partial<Omit<Deletion, 'outcome'>> = {}) =>
    aDeletion(stage, { endedAt, ...fields });
  const listed = (afterMs: number, created: string | null = null) =>
    aRow({ seenAt: endedAt + afterMs }, { id: 'i-1', created });
  const added = aRow({ isAdded: true });
  const read = ended('mismatch', { dismissedAt: 9, created: '2026-01-01T00:00:00Z' });
  const ofJanuary = ended('deleted', { created: '2026-01-01T00:00:00Z' });

  it.each<[situation: string, kind: RowState['kind'] | null, row: InstanceRow, deletions: Deletion[]]>([
    ['no deletion', null, listed(0), []],
    ['deleted, in a list of nine minutes later', 'removed', listed(9 * minuteMs), [ended('deleted')]],
    ['deleted, in a list of ten minutes later', 'still-listed', listed(10 * minuteMs), [ended('deleted')]],
    ['accepted, in a list of ten minutes later', 'still-listed', listed(10 * minuteMs), [ended('accepted')]],
    ['gone, in a list of before', 'removed', listed(-1), [ended('gone')]],
    ['gone and dismissed, in the next list', 'still-listed', listed(1), [ended('gone', { dismissedAt: 9 })]],
    ['deleted, then gone, in the next list', 'removed', listed(1), [ended('deleted'), ended('gone')]],
    ['gone, added by hand', 'not-found', added, [ended('gone')]],
    ['deleted, then added by hand', null, added, [ended('deleted')]],
    ['a later instance with this ID', null, listed(-1, '2026-02-01T00:00:00Z'), [ofJanuary]],
    ['the deleted instance itself', 'removed', listed(-1, '2026-01-01T00:00:00Z'), [ofJanuary]],
    ['a request in flight', 'deleting', listed(0), [aDeletion('sending')]],
    ['an unknown', 'unknown', listed(0), [ended('unknown')]],
    ['an unknown, then refused', 'unknown', listed(0), [ended('unknown'), ended('refused')]],
    ['a dismissed unknown', null, listed(0), [ended('unknown', { dismissedAt: 9 })]],
    ['a mismatch', 'mismatch', listed(0), [ended('mismatch')]],
    ['a mismatch that was read', 'mismatch', listed(0), [ended('mismatch', { dismissedAt: 9 })]],
    ['a read mismatch, then refused', 'mismatch', listed(0), [read, ended('refused')]],
    ['a read mismatch, then gone', 'still-listed', listed(1), [read, ended('gone')]],
    ['a read mismatch, and a later instance', null, listed(0, '2026-02-01T00:00:00Z'), [read]],
    ['deleted, then refused', 'removed', listed(-1), [ended('deleted'), ended('refused')]],
    ['refused and not sent', null, listed(0), [ended('refused'), ended('not-sent')]],
  ])('%s → %s', (_, kind, row, deletions) => expect(stateOfRow(row, deletions)?.kind ?? null).toBe(kind));
});

describe('describeListCheck', () => {
  const unknown = aDeletion('unknown', { name: 'db', created: '2026-01-01' });
  const check = (list: ReturnType<typeof aList>) => describeListCheck([asQuery(list)], unknown);
  const part = ({ databaseName, list }: ReturnType<typeof aList>, fields: object) => ({
    databaseName,
    list: { ...list, ...fields },
  });
  const other = { id: 'i-2' };

  it.each<[string, ReturnType<typeof aList>, RegExp | null]>([
    ['contains the ID', aList('orders', { id: 'i-1' }), /^Still listed at /],
    ['contains its name and date', aList('orders', { id: 7, name: 'db', created: '2026-01-01' }), /^Still/],
    ['has it in a different database', aList(null, { id: 'i-1', database: 'x' }), /doesn't show it/],
    ['is of the workspace, and names no database', aList(null, { id: 'i-1' }), null],
    ['says so', aList('orders', { id: 'i-1', deleted: '2026-03-01' }), /says that it's deleted/],
    ['contains a later one', aList('orders', { id: 'i-1', created: '2026-02-01' }), /a new instance/],
    ['contains a different ID', aList('orders', other), /^The list of .* doesn't show it\.$/],
    ['contains the ID in other letters', aList('orders', { id: 'I-1' }), /doesn't show it/],
    ['contains a record without an ID', aList('orders', other, { id: null }), null],
    ['contains a numeric ID', aList('orders', other, { id: 7 }), null],
    ['contains a damaged ID', aList('orders', other, { id: 'caf\ufffd' }), null],
    ['contains an unreadable record', part(aList('orders', other), { unreadable: [null] }), null],
    ['is incomplete', part(aList('orders', other), { isComplete: false }), null],
    ['is older than the request', part(aList('orders', { id: 'i-1' }), { requestedAt: 1 }), null],
    ['is of a different database', aList('billing', { id: 'i-1' }), null],
  ])('a list that %s → %s', (_, list, sentence) => {
    if (sentence === null) expect(check(list)).toBeNull();
    else expect(check(list)).toMatch(sentence);
  });
});
