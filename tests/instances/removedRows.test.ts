import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { removeFromLists } from '../../src/instances/delete/useDeletions.ts';
import type { InstanceRow } from '../../src/instances/instanceRow.ts';
import { type RowState, stateOfRow } from '../../src/instances/removedRows.ts';
import { type Deletion, prunableDeletions } from '../../src/rules/deletion.ts';
import { decodeInstance } from '../../src/rules/instanceRecord.ts';
import type { DeleteOutcomeKind } from '../../src/rules/outcome.ts';
import { aDeletion, anEndedDeletion, aRow } from './fixtures.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const endedAt = 100 * hourMs;
const now = endedAt + 2 * hourMs;
const seen = (afterMs: number, fields: Partial<InstanceRow> = {}) =>
  aRow('one', { seenAt: endedAt + afterMs, ...fields } as never);
const created = (date: string) => ({ record: decodeInstance({ id: 'one', created: date }) });

describe('stateOfRow', () => {
  const ended = (kind: DeleteOutcomeKind, fields: Partial<Deletion> = {}) =>
    anEndedDeletion(kind, { endedAt, ...fields });
  const refused = ended('refused', { id: 'b' });
  const ofJanuary = ended('deleted', { created: '2026-01-01T00:00:00Z' });
  const ofAnHourAgo = ended('deleted', { id: 'b', endedAt: endedAt - hourMs });
  const inFuture = { endedAt: now + hourMs };
  const wasAdded = { source: 'added' } as const;

  it.each<[situation: string, kind: RowState['kind'], row: InstanceRow, deletions: Deletion[]]>([
    ['no deletion', 'plain', seen(0), []],
    ['deleted, in a list of before', 'removed', seen(-1), [ended('deleted')]],
    ['deleted, in a list of nine minutes later', 'removed', seen(9 * minuteMs), [ended('deleted')]],
    ['deleted, in a list of ten minutes later', 'still-listed', seen(10 * minuteMs), [ended('deleted')]],
    ['accepted, in a list of ten minutes later', 'still-listed', seen(10 * minuteMs), [ended('accepted')]],
    ['deleted twice, in a list of between', 'removed', seen(-1), [ofAnHourAgo, ended('deleted')]],
    ['gone, in a list of before', 'removed', seen(-1), [ended('gone')]],
    ['gone, in the next list', 'still-listed', seen(1), [ended('gone')]],
    ['gone and restored', 'plain', seen(-1), [ended('gone', { restored: true })]],
    ['a removal in the future', 'still-listed', seen(0), [ended('deleted', inFuture)]],
    ['added before the deletion', 'removed', seen(-1, wasAdded), [ended('gone')]],
    ['added again after the deletion', 'plain', seen(1, wasAdded), [ended('deleted')]],
    ['a new instance with the same ID', 'plain', seen(-1, created('2026-02-01T00:00:00Z')), [ofJanuary]],
    ['the deleted instance itself', 'removed', seen(-1, created('2026-01-01T00:00:00Z')), [ofJanuary]],
    ['a request in flight', 'deleting', seen(0), [aDeletion({ sentAt: now })]],
    ['a deletion that waits', 'deleting', seen(0), [aDeletion({ sentAt: null })]],
    ['no outcome after two minutes', 'unknown', seen(0), [aDeletion({ sentAt: now - 2 * minuteMs })]],
    ['an unknown', 'unknown', seen(0), [ended('unknown')]],
    ['an unknown, then refused', 'unknown', seen(0), [ended('unknown'), refused]],
    ['a dismissed unknown', 'plain', seen(0), [ended('unknown', { dismissed: true })]],
    ['a mismatch', 'mismatch', seen(0), [ended('mismatch')]],
    ['deleted, then refused', 'removed', seen(-1), [ended('deleted'), refused]],
    ['refused and not sent', 'plain', seen(0), [refused, ended('not-sent')]],
  ])('%s → %s', (_, kind, row, deletions) => expect(stateOfRow(row, deletions, now).kind).toBe(kind));
});

it('a deleted instance leaves only the cached lists of its workspace and its database', () => {
  const queryClient = new QueryClient();
  const keys = [
    ['acme', 'databases', 'orders'],
    ['acme', 'databases', 'analytics'],
    ['beta', 'databases', 'orders'],
  ].map((path) => ['service', 'session', ...path]);
  const list = { items: [decodeInstance({ id: 'one' })], receivedAt: 1 };
  for (const key of keys) queryClient.setQueryData(key, list);
  removeFromLists(queryClient, anEndedDeletion('deleted'));
  const counts = keys.map((key) => queryClient.getQueryData<typeof list>(key)?.items.length);
  expect(counts).toEqual([0, 1, 1]);
  queryClient.clear();
});

describe('prunableDeletions', () => {
  const old = { endedAt: now - 25 * hourMs };
  const resolved = Array.from({ length: 1_005 }, (_, index) =>
    anEndedDeletion('deleted', { id: `${index}`, ...old }),
  );
  const prune = (deletions: Deletion[], all = false) =>
    prunableDeletions(deletions, now, { all }).map(({ id }) => id);

  it('keeps the last 1 000 resolved deletions', () =>
    expect(prune(resolved)).toEqual(['0', '1', '2', '3', '4']));
  it('clearing removes all of them', () => expect(prune(resolved, true)).toHaveLength(1_005));
  it('clearing beside a single delete in flight removes the resolved ones', () =>
    expect(prune([anEndedDeletion('deleted', old), aDeletion({ id: 'x' })], true)).toEqual(['one']));
  it.each<[string, Deletion[]]>([
    ['unresolved', [anEndedDeletion('unknown', old), anEndedDeletion('mismatch', old)]],
    ['younger than 24 hours', [anEndedDeletion('deleted', { endedAt: now - 23 * hourMs })]],
    ['without an outcome', [aDeletion()]],
    [
      'of a run in progress',
      [anEndedDeletion('deleted', { ...old, bulk: 'b' }), aDeletion({ id: 'x', bulk: 'b' })],
    ],
  ])('never removes deletions that are %s', (_, deletions) => expect(prune(deletions, true)).toEqual([]));
});
