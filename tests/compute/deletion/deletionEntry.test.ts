import { expect, test } from 'vitest';
import {
  notSentOutcome,
  prunableKeys,
  rowOfEntry,
} from '../../../src/features/compute/deletion/deletionEntry.ts';
import { createdOf } from '../../../src/features/compute/instanceRow.ts';
import { aRow } from '../rowFixtures.ts';
import { anEntry } from './deletionFixtures.ts';

test('a repeated deletion of a row that is not listed keeps its creation date', () => {
  const created = '2026-01-02T03:04:05Z';
  expect(createdOf(rowOfEntry(anEntry({ created })))).toBe(created);
});

test('a deletion is repeated for the listed row, unless that is a later instance', () => {
  const entry = anEntry({ created: '2026-01-02' });
  const same = aRow({ id: 'one' }, { created: '2026-01-02' });
  expect(rowOfEntry(entry, same)).toBe(same);
  const later = aRow({ id: 'one' }, { created: '2026-01-03' });
  expect(rowOfEntry(entry, later)).toEqual(rowOfEntry(entry));
});

test('prunes old entries with a final or dismissed outcome, and no unresolved one', () => {
  const unknown = { ...notSentOutcome(''), kind: 'unknown' as const };
  const entries = [
    anEntry({ intentKey: 'open' }),
    anEntry({ intentKey: 'unknown', outcome: unknown, settledAt: 2 }),
    anEntry({ intentKey: 'mismatch', outcome: { ...unknown, kind: 'mismatch' }, settledAt: 2 }),
    anEntry({ intentKey: 'dismissed', outcome: unknown, settledAt: 2, dismissed: true }),
    anEntry({ intentKey: 'deleted', outcome: { ...unknown, kind: 'deleted' }, settledAt: 2 }),
  ];
  expect(prunableKeys(entries, 1_000 * 24 * 60 * 60_000)).toEqual(['dismissed', 'deleted']);
});

test('prunes resolved entries beyond the latest 10 000, and no unresolved one', () => {
  const resolved = (place: number) =>
    anEntry({ intentKey: `n${place}`, confirmedAt: 10 + place, settledAt: 99, outcome: notSentOutcome('') });
  const entries = [
    anEntry({ intentKey: 'open' }),
    ...Array.from({ length: 10_002 }, (_, at) => resolved(at)),
  ];
  expect(prunableKeys(entries, 100)).toEqual(['n1', 'n0']);
});
