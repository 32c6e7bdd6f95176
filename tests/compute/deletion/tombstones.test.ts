import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeInstance } from '../../../src/api/instanceRecord.ts';
import { notSent } from '../../../src/features/compute/deletion/deletionEntry.ts';
import { stillListedSentence } from '../../../src/features/compute/deletion/outcomes.tsx';
import {
  getRowStatuses,
  nextCheckMs,
  reappearedRows,
} from '../../../src/features/compute/deletion/rowStatus.ts';
import { instanceKey } from '../../../src/features/compute/instanceRow.ts';
import { anEntry } from './deletionFixtures.ts';

function removal(
  at: number,
  created: string | null = null,
  kind: 'deleted' | 'accepted' | 'gone' = 'deleted',
) {
  return anEntry({ intentKey: 'a', created, settledAt: at, outcome: { ...notSent(''), kind } });
}

test('a deletion removes the row of its own database only', () => {
  expect([...getRowStatuses([removal(1)]).removals.keys()]).toEqual([instanceKey('orders', 'a')]);
});

const minutes = 60_000;
const created = '2026-01-01T10:00:00Z';
const key = instanceKey('orders', 'a');

function removedAt(at: number, deletedInstanceCreated: string | null = created) {
  return new Map([[key, removal(at * minutes, deletedInstanceCreated)]]);
}

function listed(record: object | null) {
  return record === null ? [] : [{ key, record: decodeInstance(record) }];
}

test.each([
  ['a list requested within ten minutes keeps the removed row hidden', { created }, 14, 20, []],
  ['a list requested ten minutes later shows the removed row again', { created }, 15, 20, ['a']],
  ['a list without the row doesn’t show it again', null, 15, 20, []],
  ['a list requested before the clock was set back keeps the row hidden', { created }, 25, 20, []],
  ['the removed row stays hidden without a list', { created }, null, 20, []],
])('%s', (_, record, requestedAt, now, shown) => {
  const reappeared = reappearedRows(
    removedAt(5),
    listed(record),
    () => requestedAt && requestedAt * minutes,
    now * minutes,
  );
  expect(
    [...reappeared.values()].map(({ entry, isNewInstance }) => [entry.target.instanceId, isNewInstance]),
  ).toEqual(shown.map((id) => [id, false]));
});

test.each([
  ['later', created, '2026-01-01T10:00:01Z', true],
  ['later in another zone', created, '2026-01-01T08:00:01-02:00', true],
  ['at the same time', created, '2026-01-01T12:00:00+02:00', false],
  ['earlier', created, '2025-01-01T10:00:00Z', false],
  ['at an unreadable time', created, 'yesterday', false],
  ['at an unknown time', created, null, false],
  ['at any time, if the deleted one has none', null, '2026-01-01T10:00:01Z', false],
])(
  'tells a new instance under the same ID from the deleted one: created %s',
  (_, deleted, listedAt, isNew) => {
    // The browser's clock doesn't matter. Here it is far behind.
    const reappeared = reappearedRows(
      removedAt(5, deleted),
      listed({ created: listedAt }),
      () => 5 * minutes + 1,
      6 * minutes,
    );
    expect([...reappeared.values()].map(({ isNewInstance }) => isNewInstance)).toEqual(isNew ? [true] : []);
  },
);

describe('the delay until the next check', () => {
  const delay = (deletedAt: number, requestedAt: number, now: number, database: string | null = 'orders') =>
    nextCheckMs(removedAt(deletedAt), database, requestedAt * minutes, now * minutes);

  test.each([
    ['ends with the ten minutes', 5, 5, 5, 10 * minutes],
    ['is 30 s at least', 5, 14.9, 14.9, 30_000],
    ['is 30 s if the check is overdue', 5, 5, 20, 30_000],
    ['is none once a list was requested after the ten minutes', 5, 15, 20, false],
    ['ignores a deletion in the future', 30, 5, 20, false],
    ['ignores a request in the future', 5, 25, 20, 30_000],
  ])('%s', (_, deletedAt, requestedAt, now, expected) => {
    expect(delay(deletedAt, requestedAt, now)).toBe(expected);
  });

  test('depends on the databases in the list', () => {
    expect(delay(5, 0, 5, null)).toBe(10 * minutes);
    expect(delay(5, 0, 5, 'analytics')).toBe(false);
  });

  test('is between 30 s and one hour whatever the clocks say', () => {
    const time = fc.double({ min: -8.64e15, max: 8.64e15, noNaN: true });
    fc.assert(
      fc.property(time, time, time, (deletedAt, requestedAt, now) => {
        const next = nextCheckMs(removedAt(deletedAt / minutes), 'orders', requestedAt, now);
        if (next === false) return;
        expect(next).toBeGreaterThanOrEqual(30_000);
        expect(next).toBeLessThanOrEqual(60 * minutes);
      }),
    );
  });
});

test.each([
  ['deleted', '2026-03-02T23:30:00Z', 'Still listed; deleted at 23:05 UTC'],
  ['deleted', '2026-03-03T00:06:00Z', 'Still listed; deleted at 2 Mar 2026, 23:05 UTC'],
  ['gone', '2026-03-02T23:30:00Z', 'Still listed; not found at 23:05 UTC'],
  ['accepted', '2026-03-02T23:30:00Z', 'Still listed; deletion accepted at 23:05 UTC'],
] as const)(
  'a row that is still listed says how and when it was removed: %s, read at %s',
  (kind, now, says) => {
    const at = Date.parse('2026-03-02T23:05:00Z');
    expect(stillListedSentence(removal(at, null, kind), 'UTC', Date.parse(now))).toBe(says);
  },
);
