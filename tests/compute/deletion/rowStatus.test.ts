import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DeleteOutcomeKind } from '../../../src/api/deleteOutcome.ts';
import type { DeletionEntry } from '../../../src/features/compute/deletion/deletionEntry.ts';
import { notSent, targetKey } from '../../../src/features/compute/deletion/deletionEntry.ts';
import {
  getRowStatuses,
  isRemovedSince,
  removedAt,
} from '../../../src/features/compute/deletion/rowStatus.ts';
import { deleteOutcomeKinds } from '../../support/deleteOutcomeKinds.ts';

/** How an intent ended, null while it has not, and what the admin did about it. */
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

/** What the row is marked as, and by which of the intents. */
type Mark = [kind: string, by: number] | null;

const rows: [what: string, intents: Intent[], hasLeft: boolean, mark: Mark][] = [
  ['is deleting until the answer comes', [open], false, ['deleting', 0]],
  ['is deleting as part of a bulk deletion', [{ end: null, isBulk: true }], false, ['deleting', 0]],
  ['leaves when it is deleted', [deleted], true, null],
  ['leaves when the service took the deletion on', [{ end: 'accepted' }], true, null],
  ['leaves when it was gone already', [{ end: 'gone' }], true, null],
  ['stays when the admin put it back', [putBack], false, null],
  ['is marked when nobody knows what became of it', [unknown], false, ['unknown', 0]],
  ['is marked when another workspace answered', [{ end: 'mismatch' }], false, ['mismatch', 0]],
  ['is unmarked once the admin saw that it is unknown', [dismissed('unknown')], false, null],
  ['is unmarked once the admin saw the other workspace', [dismissed('mismatch')], false, null],
  ['is unmarked when it was refused alone', [{ end: 'refused' }], false, null],
  ['is unmarked when it was never sent alone', [{ end: 'not-sent' }], false, null],
  ['is marked when a bulk deletion was refused it', [failed], false, ['failed', 0]],
  ['is marked when a bulk deletion never sent it', [unsent], false, ['failed', 0]],
  ['is unmarked once the admin saw the refusal', [{ ...failed, dismissed: true }], false, null],
  ['is deleting on another try', [unknown, open], false, ['deleting', 1]],
  ['is deleting on another try after a bulk deletion', [failed, open], false, ['deleting', 1]],
  ['leaves when another try deletes it', [unknown, deleted], true, null],
  ['stays away while another try is out', [deleted, open], true, ['deleting', 1]],
  ['stays away when another try ends unknown and was seen', [deleted, dismissed('unknown')], true, null],
  ['comes back unmarked', [deleted, unknown, putBack], false, null],
  ['leaves again after it came back', [putBack, deleted], true, null],
  ['needs attention no more once the later try was seen', [unknown, dismissed('mismatch')], false, null],
  ['stays unknown when a bulk deletion then fails', [unknown, failed], false, ['unknown', 0]],
  ['stays away when a bulk deletion then fails', [deleted, failed], true, ['failed', 1]],
];

const anIntent: fc.Arbitrary<Intent> = fc.record({
  end: fc.constantFrom(null, ...deleteOutcomeKinds),
  isBulk: fc.boolean(),
  dismissed: fc.boolean(),
  putBack: fc.boolean(),
  id: fc.constantFrom('a', 'b', 'c'),
});

describe('the row of an instance that was asked to be deleted', () => {
  test.each(rows)('%s', (_, intents, hasLeft, mark) => {
    const entries = intents.map(entryOf);
    const key = targetKey(entryOf(open).target);
    expect(marksOf(entries)).toEqual({
      removals: hasLeft ? [key] : [],
      statuses: new Map(mark === null ? [] : [[key, { kind: mark[0], entry: entries[mark[1]] }]]),
    });
  });

  test('is as it was after an intent that was confirmed alone and refused or never sent', () => {
    fc.assert(
      fc.property(fc.array(anIntent), fc.nat(5), fc.boolean(), (intents, at, wasSent) => {
        const entries = intents.map(entryOf);
        const futile = entryOf({ end: wasSent ? 'refused' : 'not-sent', id: 'a' });
        expect(getRowStatuses(entries.toSpliced(at, 0, futile), isOwn)).toEqual(
          getRowStatuses(entries, isOwn),
        );
      }),
    );
  });

  test('is told by the intents for that instance only', () => {
    fc.assert(
      fc.property(fc.array(anIntent), (intents) => {
        const entries = intents.map(entryOf);
        const all = getRowStatuses(entries, isOwn);
        const parts = ['a', 'b', 'c'].map((id) =>
          getRowStatuses(
            entries.filter(({ target }) => target.instanceId === id),
            isOwn,
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
  ['an alarm', [{ end: 'mismatch' as const }]],
  ['refused', [failed]],
])(
  'the row of an instance that another tab is at is marked for that, whatever came of it before: %s',
  (_, before) => {
    const entries = [...before, open].map((intent, at) => entryOf(intent, at));
    const { statuses } = getRowStatuses(entries, (intentKey) => intentKey !== entries.at(-1)?.intentKey);
    expect([...statuses.values()]).toEqual([{ kind: 'elsewhere', entry: entries.at(-1) }]);
  },
);

test('an instance that was deleted twice was removed by the later deletion, when that ended', () => {
  const entries = [deleted, { end: 'gone' as const }].map((intent, at) => ({
    ...entryOf(intent, at),
    settledAt: 10 + at,
  }));
  const [first, second] = entries;
  expect([...getRowStatuses(entries, isOwn).removals.values()]).toEqual([second]);
  if (first === undefined || second === undefined) throw new Error('An entry is missing.');
  expect([removedAt(second), removedAt({ ...first, settledAt: null })]).toEqual([11, 0]);
});

test('a later removal of the same row is told from an earlier and a restored one', () => {
  const entries = [unknown, deleted, failed].map((intent, at) => entryOf(intent, at + 1));
  const isRemoved = isRemovedSince(entries);
  expect(entries.map(isRemoved)).toEqual([true, false, false]);
  const restored = [unknown, putBack].map((intent, at) => entryOf(intent, at + 1));
  expect(restored.map(isRemovedSince(restored))).toEqual([false, false]);
});

const isOwn = () => true;

function marksOf(entries: readonly DeletionEntry[]) {
  const { removals, statuses } = getRowStatuses(entries, isOwn);
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
