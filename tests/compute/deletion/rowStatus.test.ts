import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DeleteOutcomeKind } from '../../../src/api/deleteOutcome.ts';
import { decodeInstance } from '../../../src/api/instanceRecord.ts';
import type { DeletionEntry } from '../../../src/features/compute/deletion/deletionEntry.ts';
import { notSentOutcome } from '../../../src/features/compute/deletion/deletionEntry.ts';
import {
  getRowStatuses,
  nextCheckMs,
  reappearedRows,
  removedAt,
  rowKeyOf,
  wasRemovedSince,
} from '../../../src/features/compute/deletion/rowStatus.ts';
import { instanceKey } from '../../../src/features/compute/instanceRow.ts';
import { deleteOutcomeKinds } from '../../support/deleteOutcomeKinds.ts';
import { anEntry } from './deletionFixtures.ts';

/** The outcome of a deletion, null while it runs, and the action of the admin. */
type Given = {
  end: DeleteOutcomeKind | null;
  isBulk?: boolean;
  dismissed?: boolean;
  putBack?: boolean;
  id?: string;
};

const open: Given = { end: null };
const deleted: Given = { end: 'deleted' };
const unknown: Given = { end: 'unknown' };
const failed: Given = { end: 'refused', isBulk: true };
const putBack: Given = { end: 'gone', putBack: true };

/** The status of the row, and the index of its deletion. */
type Status = [kind: string, by: number] | null;

const rows: [what: string, given: Given[], isRemoved: boolean, status: Status][] = [
  ['is deleting until the response', [open], false, ['deleting', 0]],
  ['is removed by deleted', [deleted], true, null],
  ['is removed by accepted', [{ end: 'accepted' }], true, null],
  ['is removed by gone', [{ end: 'gone' }], true, null],
  ['stays if the admin restores it', [putBack], false, null],
  ['is unknown after unknown', [unknown], false, ['unknown', 0]],
  ['is a mismatch after mismatch', [{ end: 'mismatch' }], false, ['mismatch', 0]],
  ['has no status after a dismissed unknown', [dismissed('unknown')], false, null],
  ['has no status after a single refused deletion', [{ end: 'refused' }], false, null],
  ['has failed after a refused item of a bulk delete', [failed], false, ['failed', 0]],
  ['has no status after a dismissed failure', [{ ...failed, dismissed: true }], false, null],
  ['is deleting again after unknown', [unknown, open], false, ['deleting', 1]],
  ['stays removed while a later deletion is open', [deleted, open], true, ['deleting', 1]],
  ['stays removed after a dismissed unknown', [deleted, dismissed('unknown')], true, null],
  ['is restored without a status', [deleted, unknown, putBack], false, null],
  ['is removed again after it was restored', [putBack, deleted], true, null],
  ['has no status if the later deletion is dismissed', [unknown, dismissed('mismatch')], false, null],
  ['stays unknown if a bulk delete then fails', [unknown, failed], false, ['unknown', 0]],
  ['stays removed if a bulk delete then fails', [deleted, failed], true, ['failed', 1]],
];

const aDeletion: fc.Arbitrary<Given> = fc.record({
  end: fc.constantFrom(null, ...deleteOutcomeKinds),
  isBulk: fc.boolean(),
  dismissed: fc.boolean(),
  putBack: fc.boolean(),
  id: fc.constantFrom('a', 'b', 'c'),
});

describe('the row of an instance', () => {
  test.each(rows)('%s', (_, given, isRemoved, status) => {
    const entries = given.map(entryOf);
    const key = rowKeyOf(entryOf(open).target);
    expect(statusesOf(entries)).toEqual({
      removals: isRemoved ? [key] : [],
      statuses: new Map(status === null ? [] : [[key, { kind: status[0], entry: entries[status[1]] }]]),
    });
  });

  test('keeps its status after a single deletion that was refused or not sent', () => {
    fc.assert(
      fc.property(fc.array(aDeletion), fc.nat(5), fc.boolean(), (given, at, wasSent) => {
        const entries = given.map(entryOf);
        const futile = entryOf({ end: wasSent ? 'refused' : 'not-sent', id: 'a' });
        expect(getRowStatuses(entries.toSpliced(at, 0, futile))).toEqual(getRowStatuses(entries));
      }),
    );
  });

  test('depends only on the deletions of its instance', () => {
    fc.assert(
      fc.property(fc.array(aDeletion), (given) => {
        const entries = given.map(entryOf);
        const all = getRowStatuses(entries);
        const parts = ['a', 'b', 'c'].map((id) =>
          getRowStatuses(entries.filter(({ target }) => target.instanceId === id)),
        );
        expect(all.removals).toEqual(new Map(parts.flatMap(({ removals }) => [...removals])));
        expect(all.statuses).toEqual(new Map(parts.flatMap(({ statuses }) => [...statuses])));
      }),
    );
  });
});

test('a row that another tab deletes has the status in-another-tab', () => {
  const entries = [unknown, failed, open].map((deletion, at) => entryOf(deletion, at));
  const { statuses } = getRowStatuses(entries, (intentKey) => intentKey !== entries.at(-1)?.intentKey);
  expect([...statuses.values()]).toEqual([{ kind: 'in-another-tab', entry: entries.at(-1) }]);
});

test('a removal is the later of two deletions and has the time of its outcome', () => {
  const [first, second] = [deleted, { end: 'gone' as const }].map((deletion, at) => entryOf(deletion, at));
  const { removals } = getRowStatuses([first, second].flatMap((entry) => entry ?? []));
  expect([...removals.values()]).toEqual([second]);
  expect(removedAt(anEntry({ confirmedAt: 1, settledAt: 11 }))).toBe(11);
  expect(removedAt(anEntry({ confirmedAt: 1 }))).toBe(1);
});

test('wasRemovedSince ignores earlier removals and restored rows', () => {
  const entries = [unknown, deleted, failed].map((deletion, at) => entryOf(deletion, at + 1));
  const isRemoved = wasRemovedSince(entries);
  expect(entries.map(isRemoved)).toEqual([true, false, false]);
  const restored = [unknown, putBack].map((deletion, at) => entryOf(deletion, at + 1));
  expect(restored.map(wasRemovedSince(restored))).toEqual([false, false]);
});

const minutes = 60_000;
const created = '2026-01-01T10:00:00Z';
const key = instanceKey('orders', 'a');

function removedAfter(minutesPassed: number, deletedInstanceCreated: string | null = created) {
  const outcome = { ...notSentOutcome(''), kind: 'deleted' as const };
  const settledAt = minutesPassed * minutes;
  return new Map([[key, anEntry({ intentKey: 'a', created: deletedInstanceCreated, settledAt, outcome })]]);
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
    removedAfter(5),
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
  ['at an unreadable time', created, 'yesterday', false],
  ['at any time, if the deleted one has none', null, '2026-01-01T10:00:01Z', false],
])(
  'decides whether a listed instance is a new one under the deleted ID: created %s',
  (_, deleted, listedAt, isNew) => {
    // The browser's clock doesn't matter. Here it is far behind.
    const reappeared = reappearedRows(
      removedAfter(5, deleted),
      listed({ created: listedAt }),
      () => 5 * minutes + 1,
      6 * minutes,
    );
    expect([...reappeared.values()].map(({ isNewInstance }) => isNewInstance)).toEqual(isNew ? [true] : []);
  },
);

describe('the delay until the next check', () => {
  const delay = (deletedAt: number, requestedAt: number, now: number, database: string | null = 'orders') =>
    nextCheckMs(removedAfter(deletedAt), database, requestedAt * minutes, now * minutes);

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

  test('is between 30 s and one hour even if the clocks are wrong', () => {
    const time = fc.double({ min: -8.64e15, max: 8.64e15, noNaN: true });
    fc.assert(
      fc.property(time, time, time, (deletedAt, requestedAt, now) => {
        const next = nextCheckMs(removedAfter(deletedAt / minutes), 'orders', requestedAt, now);
        if (next === false) return;
        expect(next).toBeGreaterThanOrEqual(30_000);
        expect(next).toBeLessThanOrEqual(60 * minutes);
      }),
    );
  });
});

function statusesOf(entries: readonly DeletionEntry[]) {
  const { removals, statuses } = getRowStatuses(entries);
  return { removals: [...removals.keys()], statuses };
}

function dismissed(end: DeleteOutcomeKind): Given {
  return { end, dismissed: true };
}

function entryOf({ end, isBulk, id = 'a', ...marks }: Given, at = 0): DeletionEntry {
  return anEntry({
    ...marks,
    intentKey: `deletion-${at}`,
    target: { workspaceSlug: 'acme', databaseName: 'orders', instanceId: id },
    confirmedAt: at,
    sentAt: null,
    outcome: end && { ...notSentOutcome('why'), kind: end },
    bulkKey: isBulk ? 'bulk' : null,
  });
}
