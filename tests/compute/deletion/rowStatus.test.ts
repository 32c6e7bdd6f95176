import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DeleteOutcomeKind } from '../../../src/api/deleteOutcome.ts';
import type { DeletionEntry } from '../../../src/features/compute/deletion/deletionEntry.ts';
import { notSent } from '../../../src/features/compute/deletion/deletionEntry.ts';
import {
  getRowStatuses,
  removedAt,
  rowKeyOf,
  wasRemovedSince,
} from '../../../src/features/compute/deletion/rowStatus.ts';
import { deleteOutcomeKinds } from '../../support/deleteOutcomeKinds.ts';

/** The outcome of an intent, null while it is open, and the action of the admin. */
type Intent = {
  end: DeleteOutcomeKind | null;
  isBulk?: boolean;
  dismissed?: boolean;
  putBack?: boolean;
  id?: string;
};

const open: Intent = { end: null };
const deleted: Intent = { end: 'deleted' };
const unknown: Intent = { end: 'unknown' };
const failed: Intent = { end: 'refused', isBulk: true };
const unsent: Intent = { end: 'not-sent', isBulk: true };
const putBack: Intent = { end: 'gone', putBack: true };

/** The status of the row, and the index of its intent. */
type Mark = [kind: string, by: number] | null;

const rows: [what: string, intents: Intent[], hasLeft: boolean, mark: Mark][] = [
  ['is deleting until the response', [open], false, ['deleting', 0]],
  ['is deleting as part of a bulk delete', [{ end: null, isBulk: true }], false, ['deleting', 0]],
  ['is removed by deleted', [deleted], true, null],
  ['is removed by accepted', [{ end: 'accepted' }], true, null],
  ['is removed by gone', [{ end: 'gone' }], true, null],
  ['stays if the admin restores it', [putBack], false, null],
  ['is unknown after unknown', [unknown], false, ['unknown', 0]],
  ['is a mismatch after mismatch', [{ end: 'mismatch' }], false, ['mismatch', 0]],
  ['has no status after a dismissed unknown', [dismissed('unknown')], false, null],
  ['has no status after a dismissed mismatch', [dismissed('mismatch')], false, null],
  ['has no status after a single refused intent', [{ end: 'refused' }], false, null],
  ['has no status after a single unsent intent', [{ end: 'not-sent' }], false, null],
  ['has failed after a refused item of a bulk delete', [failed], false, ['failed', 0]],
  ['has failed after an unsent item of a bulk delete', [unsent], false, ['failed', 0]],
  ['has no status after a dismissed failure', [{ ...failed, dismissed: true }], false, null],
  ['is deleting again after unknown', [unknown, open], false, ['deleting', 1]],
  ['is deleting again after a failed bulk delete', [failed, open], false, ['deleting', 1]],
  ['is removed if a later intent deletes it', [unknown, deleted], true, null],
  ['stays removed while a later intent is open', [deleted, open], true, ['deleting', 1]],
  ['stays removed after a dismissed unknown', [deleted, dismissed('unknown')], true, null],
  ['is restored without a status', [deleted, unknown, putBack], false, null],
  ['is removed again after it was restored', [putBack, deleted], true, null],
  ['has no status if the later intent is dismissed', [unknown, dismissed('mismatch')], false, null],
  ['stays unknown if a bulk delete then fails', [unknown, failed], false, ['unknown', 0]],
  ['stays removed if a bulk delete then fails', [deleted, failed], true, ['failed', 1]],
];

const anIntent: fc.Arbitrary<Intent> = fc.record({
  end: fc.constantFrom(null, ...deleteOutcomeKinds),
  isBulk: fc.boolean(),
  dismissed: fc.boolean(),
  putBack: fc.boolean(),
  id: fc.constantFrom('a', 'b', 'c'),
});

describe('the row of an instance', () => {
  test.each(rows)('%s', (_, intents, hasLeft, mark) => {
    const entries = intents.map(entryOf);
    const key = rowKeyOf(entryOf(open).target);
    expect(marksOf(entries)).toEqual({
      removals: hasLeft ? [key] : [],
      statuses: new Map(mark === null ? [] : [[key, { kind: mark[0], entry: entries[mark[1]] }]]),
    });
  });

  test('does not change after one intent that was refused or not sent', () => {
    fc.assert(
      fc.property(fc.array(anIntent), fc.nat(5), fc.boolean(), (intents, at, wasSent) => {
        const entries = intents.map(entryOf);
        const futile = entryOf({ end: wasSent ? 'refused' : 'not-sent', id: 'a' });
        expect(getRowStatuses(entries.toSpliced(at, 0, futile), isOfThisPage)).toEqual(
          getRowStatuses(entries, isOfThisPage),
        );
      }),
    );
  });

  test('depends on the intents for its instance only', () => {
    fc.assert(
      fc.property(fc.array(anIntent), (intents) => {
        const entries = intents.map(entryOf);
        const all = getRowStatuses(entries, isOfThisPage);
        const parts = ['a', 'b', 'c'].map((id) =>
          getRowStatuses(
            entries.filter(({ target }) => target.instanceId === id),
            isOfThisPage,
          ),
        );
        expect(all.removals).toEqual(new Map(parts.flatMap(({ removals }) => [...removals])));
        expect(all.statuses).toEqual(new Map(parts.flatMap(({ statuses }) => [...statuses])));
      }),
    );
  });
});

test.each([
  ['nothing', []],
  ['unknown', [unknown]],
  ['a mismatch', [{ end: 'mismatch' as const }]],
  ['refused', [failed]],
])('a row that another tab deletes says so, whatever its status before: %s', (_, before) => {
  const entries = [...before, open].map((intent, at) => entryOf(intent, at));
  const { statuses } = getRowStatuses(entries, (intentKey) => intentKey !== entries.at(-1)?.intentKey);
  expect([...statuses.values()]).toEqual([{ kind: 'in-another-tab', entry: entries.at(-1) }]);
});

test('uses the end of the later of two deletions as the time of removal', () => {
  const entries = [deleted, { end: 'gone' as const }].map((intent, at) => ({
    ...entryOf(intent, at),
    settledAt: 10 + at,
  }));
  const [first, second] = entries;
  expect([...getRowStatuses(entries, isOfThisPage).removals.values()]).toEqual([second]);
  if (first === undefined || second === undefined) throw new Error('An entry is missing.');
  expect([removedAt(second), removedAt({ ...first, settledAt: null })]).toEqual([11, 0]);
});

test('distinguishes a later removal of a row from an earlier and a restored removal', () => {
  const entries = [unknown, deleted, failed].map((intent, at) => entryOf(intent, at + 1));
  const isRemoved = wasRemovedSince(entries);
  expect(entries.map(isRemoved)).toEqual([true, false, false]);
  const restored = [unknown, putBack].map((intent, at) => entryOf(intent, at + 1));
  expect(restored.map(wasRemovedSince(restored))).toEqual([false, false]);
});

const isOfThisPage = () => true;

function marksOf(entries: readonly DeletionEntry[]) {
  const { removals, statuses } = getRowStatuses(entries, isOfThisPage);
  return { removals: [...removals.keys()], statuses };
}

function dismissed(end: DeleteOutcomeKind): Intent {
  return { end, dismissed: true };
}

function entryOf({ end, isBulk, dismissed, putBack, id }: Intent, at = 0): DeletionEntry {
  return {
    intentKey: `intent-${at}`,
    target: { workspaceSlug: 'acme', databaseName: 'orders', instanceId: id ?? 'a' },
    label: 'eu-1',
    name: null,
    created: null,
    listed: true,
    sessionId: null,
    confirmedAt: at,
    sequence: at,
    sentAt: null,
    settledAt: null,
    outcome: end && { ...notSent('why'), kind: end },
    bulkKey: isBulk ? 'bulk' : null,
    dismissed: dismissed ?? false,
    putBack: putBack ?? false,
  };
}
