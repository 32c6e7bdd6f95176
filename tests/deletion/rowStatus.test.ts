import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DeleteOutcomeKind } from '../../src/api/deleteOutcome.ts';
import { decodeInstance } from '../../src/api/instanceRecord.ts';
import { createInstanceKey } from '../../src/compute/instanceRow.ts';
import type { DeletionEntry } from '../../src/deletion/deletionEntry.ts';
import {
  createRemovalCheck,
  findReappearedRows,
  getRefetchDelayMs,
  getRowKey,
  getRowStatuses,
} from '../../src/deletion/rowStatus.ts';
import { deleteOutcomeKinds } from '../support/deleteOutcomeKinds.ts';
import { anEndedEntry, anEntry, anOutcome } from './deletionFixtures.ts';

/** The fields of a deletion that affect its row. `outcome` is null while the deletion runs. */
type DeletionFields = {
  outcome: DeleteOutcomeKind | null;
  isBulk?: boolean;
  dismissed?: boolean;
  putBack?: boolean;
  id?: string;
};

const running: DeletionFields = { outcome: null };
const deleted: DeletionFields = { outcome: 'deleted' };
const unknown: DeletionFields = { outcome: 'unknown' };
const mismatch: DeletionFields = { outcome: 'mismatch' };
const failed: DeletionFields = { outcome: 'refused', isBulk: true };
const putBack: DeletionFields = { outcome: 'gone', putBack: true };

/** The status of the row, and the index of the deletion that caused the status. */
type Status = [kind: string, index: number] | null;

const rowCases: [condition: string, deletions: DeletionFields[], isRemoved: boolean, status: Status][] = [
  ['has the status "deleting" during a deletion', [running], false, ['deleting', 0]],
  ['is removed after the outcome "deleted"', [deleted], true, null],
  ['is removed after the outcome "accepted"', [{ outcome: 'accepted' }], true, null],
  ['is removed after the outcome "gone"', [{ outcome: 'gone' }], true, null],
  ['is listed after the admin restores it', [putBack], false, null],
  ['has the status "unknown" after an unknown outcome', [unknown], false, ['unknown', 0]],
  ['has the status "mismatch" after a mismatch', [mismatch], false, ['mismatch', 0]],
  ['has no status after an unknown outcome is dismissed', [dismiss(unknown)], false, null],
  ['has no status after a single deletion is refused', [{ outcome: 'refused' }], false, null],
  ['has the status "failed" after a refusal in a bulk delete', [failed], false, ['failed', 0]],
  ['has no status after a failure is dismissed', [dismiss(failed)], false, null],
  ['has the status "deleting" even after an unknown outcome', [unknown, running], false, ['deleting', 1]],
  ['stays removed during a later deletion', [deleted, running], true, ['deleting', 1]],
  ['stays removed if a later unknown outcome is dismissed', [deleted, dismiss(unknown)], true, null],
  ['loses the status "unknown" when the admin restores it', [deleted, unknown, putBack], false, null],
  ['is removed again by a deletion after a restore', [putBack, deleted], true, null],
  ['has no status after a later mismatch is dismissed', [unknown, dismiss(mismatch)], false, null],
  ['keeps the status "unknown" after a later refusal', [unknown, failed], false, ['unknown', 0]],
  ['stays removed after a later refusal', [deleted, failed], true, ['failed', 1]],
];

const anyDeletion: fc.Arbitrary<DeletionFields> = fc.record({
  outcome: fc.constantFrom(null, ...deleteOutcomeKinds),
  isBulk: fc.boolean(),
  dismissed: fc.boolean(),
  putBack: fc.boolean(),
  id: fc.constantFrom('a', 'b', 'c'),
});

test.each(rowCases)('a row %s', (_, deletions, isRemoved, status) => {
  const entries = deletions.map(toEntry);
  const { removals, statuses } = getRowStatuses(entries);
  const key = getRowKey(toEntry(running).target);
  expect([...removals.keys()]).toEqual(isRemoved ? [key] : []);
  const expected = status && { kind: status[0], entry: entries[status[1]] };
  expect(statuses).toEqual(new Map(expected && [[key, expected]]));
});

test('a row keeps its status after a single deletion that was refused or not sent', () => {
  fc.assert(
    fc.property(fc.array(anyDeletion), fc.nat(5), fc.boolean(), (deletions, index, wasSent) => {
      const entries = deletions.map(toEntry);
      const singleFailure = toEntry({ outcome: wasSent ? 'refused' : 'not-sent', id: 'a' });
      expect(getRowStatuses(entries.toSpliced(index, 0, singleFailure))).toEqual(getRowStatuses(entries));
    }),
  );
});

test('the status of a row depends only on the deletions of its instance', () => {
  fc.assert(
    fc.property(fc.array(anyDeletion), (deletions) => {
      const entries = deletions.map(toEntry);
      const allStatuses = getRowStatuses(entries);
      const statusesById = ['a', 'b', 'c'].map((id) =>
        getRowStatuses(entries.filter(({ target }) => target.instanceId === id)),
      );
      expect(allStatuses.removals).toEqual(new Map(statusesById.flatMap(({ removals }) => [...removals])));
      expect(allStatuses.statuses).toEqual(new Map(statusesById.flatMap(({ statuses }) => [...statuses])));
    }),
  );
});

test('a row that another tab deletes has the status in-another-tab', () => {
  const entries = [unknown, failed, running].map(toEntry);
  const { statuses } = getRowStatuses(entries, (intentKey) => intentKey !== entries.at(-1)?.intentKey);
  expect([...statuses.values()]).toEqual([{ kind: 'in-another-tab', entry: entries.at(-1) }]);
});

test('getRowStatuses returns the later removal of a row that was deleted twice', () => {
  const entries = [deleted, deleted].map(toEntry);
  expect([...getRowStatuses(entries).removals.values()]).toEqual([entries[1]]);
});

test('createRemovalCheck ignores earlier removals and restored rows', () => {
  const entries = [unknown, deleted, failed].map(toEntry);
  expect(entries.map(createRemovalCheck(entries))).toEqual([true, false, false]);
  const entriesOfRestoredRow = [unknown, putBack].map(toEntry);
  expect(entriesOfRestoredRow.map(createRemovalCheck(entriesOfRestoredRow))).toEqual([false, false]);
});

const minuteMs = 60_000;
const created = '2026-01-01T10:00:00Z';
const key = createInstanceKey('orders', 'a');

/** Returns the removals after the instance `a` was deleted at `settledAt` (ms). */
function removalsAt(settledAt: number, deletedInstanceCreated: string | null = created) {
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
  const getRequestedAt = () => requestedAt && requestedAt * minuteMs;
  const reappearedRows = findReappearedRows(
    removalsAt(5 * minuteMs),
    listedRows,
    getRequestedAt,
    20 * minuteMs,
  );
  expect([...reappearedRows.values()].map((row) => row.isNewInstance)).toEqual(isNewInstance);
});

test.each([
  ['is shown at once if it was created later', created, '2026-01-01T10:00:01Z', true],
  [
    'is shown at once if it was created later, in a different zone',
    created,
    '2026-01-01T08:00:01-02:00',
    true,
  ],
  ['is hidden if it was created at the same time', created, '2026-01-01T12:00:00+02:00', false],
  ['is hidden if its creation date is unreadable', created, 'yesterday', false],
  ['is hidden if the deleted instance has no creation date', null, '2026-01-01T10:00:01Z', false],
])('an instance with a deleted ID %s', (_, deleted, listed, isNew) => {
  const listedRows = [{ key, record: decodeInstance({ created: listed }) }];
  // The clock of the browser is years behind the service, but the result doesn't depend on this clock.
  const reappearedRows = findReappearedRows(removalsAt(5, deleted), listedRows, () => 6, 7);
  expect([...reappearedRows.values()].map(({ isNewInstance }) => isNewInstance)).toEqual(isNew ? [true] : []);
});

test.each([
  ['the next refetch is due 10 min after a deletion', 5, 5, 5, 10 * minuteMs],
  ['the next refetch is due in 30 s or more', 5, 14.9, 14.9, 30_000],
  ['an overdue refetch is due in 30 s', 5, 5, 20, 30_000],
  ['no refetch is due after a list that was requested ten minutes later', 5, 15, 20, false],
  ['no refetch is due for a deletion in the future', 30, 5, 20, false],
  ['the next refetch is due in 30 s if the last request is in the future', 5, 25, 20, 30_000],
])('for removed rows, %s', (_, deletedAt, requestedAt, now, delayMs) => {
  const removals = removalsAt(deletedAt * minuteMs);
  expect(getRefetchDelayMs(removals, 'orders', requestedAt * minuteMs, now * minuteMs)).toBe(delayMs);
});

test('a refetch is due only for a list that can contain the removed row', () => {
  expect(getRefetchDelayMs(removalsAt(0), null, 0, 0)).toBe(10 * minuteMs);
  expect(getRefetchDelayMs(removalsAt(0), 'analytics', 0, 0)).toBe(false);
});

test('the delay until the next refetch is 30 s to 1 h even if the clocks are wrong', () => {
  const time = fc.double({ min: -8.64e15, max: 8.64e15, noNaN: true });
  fc.assert(
    fc.property(time, time, time, (deletedAt, requestedAt, now) => {
      const delayMs = getRefetchDelayMs(removalsAt(deletedAt), 'orders', requestedAt, now);
      if (delayMs === false) return;
      expect(delayMs).toBeGreaterThanOrEqual(30_000);
      expect(delayMs).toBeLessThanOrEqual(60 * minuteMs);
    }),
  );
});

function dismiss(deletion: DeletionFields): DeletionFields {
  return { ...deletion, dismissed: true };
}

function toEntry({ outcome, isBulk, id = 'a', ...otherFields }: DeletionFields, index = 0): DeletionEntry {
  return anEntry({
    ...otherFields,
    intentKey: `deletion-${index}`,
    target: { workspaceSlug: 'acme', databaseName: 'orders', instanceId: id },
    confirmedAt: index + 1,
    sentAt: null,
    outcome: outcome && anOutcome(outcome),
    bulkKey: isBulk ? 'bulk' : null,
  });
}
