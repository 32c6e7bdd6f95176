import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DeleteOutcomeKind } from '../../../src/api/deleteOutcome.ts';
import { decodeInstance } from '../../../src/api/instanceRecord.ts';
import type { DeletionEntry } from '../../../src/features/compute/deletion/deletionEntry.ts';
import {
  findReappearedRows,
  getCheckDelayMs,
  getRowStatuses,
  rowKeyOf,
  wasRemovedSince,
} from '../../../src/features/compute/deletion/rowStatus.ts';
import { instanceKey } from '../../../src/features/compute/instanceRow.ts';
import { deleteOutcomeKinds } from '../../support/deleteOutcomeKinds.ts';
import { anEndedEntry, anEntry, anOutcome } from './deletionFixtures.ts';

/** A deletion of an instance. `outcome` is null while the deletion runs. */
type Given = {
  outcome: DeleteOutcomeKind | null;
  isBulk?: boolean;
  dismissed?: boolean;
  putBack?: boolean;
  id?: string;
};

const running: Given = { outcome: null };
const deleted: Given = { outcome: 'deleted' };
const unknown: Given = { outcome: 'unknown' };
const mismatch: Given = { outcome: 'mismatch' };
const failed: Given = { outcome: 'refused', isBulk: true };
const putBack: Given = { outcome: 'gone', putBack: true };

/** The status of the row, and the index of the deletion that caused the status. */
type Status = [kind: string, index: number] | null;

const rows: [condition: string, given: Given[], isRemoved: boolean, status: Status][] = [
  ['is deleting before the response', [running], false, ['deleting', 0]],
  ['is removed after deleted', [deleted], true, null],
  ['is removed after accepted', [{ outcome: 'accepted' }], true, null],
  ['is removed after gone', [{ outcome: 'gone' }], true, null],
  ['is listed after the admin restores the row', [putBack], false, null],
  ['is unknown after unknown', [unknown], false, ['unknown', 0]],
  ['is a mismatch after mismatch', [mismatch], false, ['mismatch', 0]],
  ['has no status after a dismissed unknown', [dismiss(unknown)], false, null],
  ['has no status after a single refused deletion', [{ outcome: 'refused' }], false, null],
  ['has failed after a refused bulk delete', [failed], false, ['failed', 0]],
  ['has no status after a dismissed failure', [dismiss(failed)], false, null],
  ['is deleting again after unknown', [unknown, running], false, ['deleting', 1]],
  ['stays removed while a later deletion runs', [deleted, running], true, ['deleting', 1]],
  ['stays removed after a dismissed unknown', [deleted, dismiss(unknown)], true, null],
  ['is listed without a status after a restore', [deleted, unknown, putBack], false, null],
  ['is removed again after a restore', [putBack, deleted], true, null],
  ['has no status after a later dismissed mismatch', [unknown, dismiss(mismatch)], false, null],
  ['stays unknown after a failed bulk delete', [unknown, failed], false, ['unknown', 0]],
  ['stays removed after a failed bulk delete', [deleted, failed], true, ['failed', 1]],
];

const aDeletion: fc.Arbitrary<Given> = fc.record({
  outcome: fc.constantFrom(null, ...deleteOutcomeKinds),
  isBulk: fc.boolean(),
  dismissed: fc.boolean(),
  putBack: fc.boolean(),
  id: fc.constantFrom('a', 'b', 'c'),
});

test.each(rows)('depending on its deletions, a row %s', (_, given, isRemoved, status) => {
  const entries = given.map(entryOf);
  const { removals, statuses } = getRowStatuses(entries);
  const key = rowKeyOf(entryOf(running).target);
  expect([...removals.keys()]).toEqual(isRemoved ? [key] : []);
  const expected = status && { kind: status[0], entry: entries[status[1]] };
  expect(statuses).toEqual(new Map(expected && [[key, expected]]));
});

test('a row keeps its status after a single deletion that was refused or not sent', () => {
  fc.assert(
    fc.property(fc.array(aDeletion), fc.nat(5), fc.boolean(), (given, index, wasSent) => {
      const entries = given.map(entryOf);
      const futile = entryOf({ outcome: wasSent ? 'refused' : 'not-sent', id: 'a' });
      expect(getRowStatuses(entries.toSpliced(index, 0, futile))).toEqual(getRowStatuses(entries));
    }),
  );
});

test('the status of a row depends only on the deletions of its instance', () => {
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

test('a row that another tab deletes has the status in-another-tab', () => {
  const entries = [unknown, failed, running].map(entryOf);
  const { statuses } = getRowStatuses(entries, (intentKey) => intentKey !== entries.at(-1)?.intentKey);
  expect([...statuses.values()]).toEqual([{ kind: 'in-another-tab', entry: entries.at(-1) }]);
});

test('a row that was deleted twice has the later deletion as its removal', () => {
  const entries = [deleted, deleted].map(entryOf);
  expect([...getRowStatuses(entries).removals.values()]).toEqual([entries[1]]);
});

test('wasRemovedSince ignores earlier removals and restored rows', () => {
  const entries = [unknown, deleted, failed].map(entryOf);
  expect(entries.map(wasRemovedSince(entries))).toEqual([true, false, false]);
  const restored = [unknown, putBack].map(entryOf);
  expect(restored.map(wasRemovedSince(restored))).toEqual([false, false]);
});

const minutes = 60_000;
const created = '2026-01-01T10:00:00Z';
const key = instanceKey('orders', 'a');

/** Returns the removal of one row, by row key. */
function removedAt(settledAt: number, deletedInstanceCreated: string | null = created) {
  const entry = anEndedEntry('deleted', { intentKey: 'a', created: deletedInstanceCreated, settledAt });
  return new Map([[key, entry]]);
}

test.each([
  ['is hidden in a list that was requested within ten minutes', 14, []],
  ['is shown in a list that was requested ten minutes later', 15, [false]],
  ['is hidden in a list that was requested before the clock was set back', 25, []],
  ['is hidden if no list was requested', null, []],
])('a removed row %s', (_, requestedAt, isNewInstance) => {
  const listedRows = [{ key, record: decodeInstance({ created }) }];
  const getRequestedAt = () => requestedAt && requestedAt * minutes;
  const reappeared = findReappearedRows(removedAt(5 * minutes), listedRows, getRequestedAt, 20 * minutes);
  expect([...reappeared.values()].map((row) => row.isNewInstance)).toEqual(isNewInstance);
});

test.each([
  ['later', created, '2026-01-01T10:00:01Z', true],
  ['later in another zone', created, '2026-01-01T08:00:01-02:00', true],
  ['at the same time', created, '2026-01-01T12:00:00+02:00', false],
  ['at an unreadable time', created, 'yesterday', false],
  ['at any time, if the deleted instance has no date', null, '2026-01-01T10:00:01Z', false],
])('only a later instance with a deleted ID is shown at once: created %s', (_, deleted, listedAt, isNew) => {
  const listedRows = [{ key, record: decodeInstance({ created: listedAt }) }];
  // The clock of the browser doesn't matter. Here, it is years behind the service.
  const reappeared = findReappearedRows(removedAt(5, deleted), listedRows, () => 6, 7);
  expect([...reappeared.values()].map(({ isNewInstance }) => isNewInstance)).toEqual(isNew ? [true] : []);
});

test.each([
  ['10 min after a deletion', 5, 5, 5, 10 * minutes],
  ['at least 30 s', 5, 14.9, 14.9, 30_000],
  ['30 s if the check is overdue', 5, 5, 20, 30_000],
  ['none after a list that was requested ten minutes later', 5, 15, 20, false],
  ['none for a deletion in the future', 30, 5, 20, false],
  ['30 s if the last request is in the future', 5, 25, 20, 30_000],
])('the delay until the next check is %s', (_, deletedAt, requestedAt, now, delayMs) => {
  const removals = removedAt(deletedAt * minutes);
  expect(getCheckDelayMs(removals, 'orders', requestedAt * minutes, now * minutes)).toBe(delayMs);
});

test('a removed row needs a check only of a list that can contain the row', () => {
  expect(getCheckDelayMs(removedAt(0), null, 0, 0)).toBe(10 * minutes);
  expect(getCheckDelayMs(removedAt(0), 'analytics', 0, 0)).toBe(false);
});

test('the delay until the next check is 30 s to one hour even if the clocks are wrong', () => {
  const time = fc.double({ min: -8.64e15, max: 8.64e15, noNaN: true });
  fc.assert(
    fc.property(time, time, time, (deletedAt, requestedAt, now) => {
      const delayMs = getCheckDelayMs(removedAt(deletedAt), 'orders', requestedAt, now);
      if (delayMs === false) return;
      expect(delayMs).toBeGreaterThanOrEqual(30_000);
      expect(delayMs).toBeLessThanOrEqual(60 * minutes);
    }),
  );
});

function dismiss(given: Given): Given {
  return { ...given, dismissed: true };
}

function entryOf({ outcome, isBulk, id = 'a', ...given }: Given, index = 0): DeletionEntry {
  return anEntry({
    ...given,
    intentKey: `deletion-${index}`,
    target: { workspaceSlug: 'acme', databaseName: 'orders', instanceId: id },
    confirmedAt: index + 1,
    sentAt: null,
    outcome: outcome && anOutcome(outcome),
    bulkKey: isBulk ? 'bulk' : null,
  });
}
