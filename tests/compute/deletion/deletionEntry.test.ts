import { expect, test } from 'vitest';
import {
  notSentOutcome,
  prunableKeys,
  rowOfEntry,
} from '../../../src/features/compute/deletion/deletionEntry.ts';
import { createdOf } from '../../../src/features/compute/instanceRow.ts';
import { aRow } from '../rowFixtures.ts';
import { anEntry } from './deletionFixtures.ts';

test('rowOfEntry keeps the creation date of an instance that is not listed', () => {
  const created = '2026-01-02T03:04:05Z';
  expect(createdOf(rowOfEntry(anEntry({ created })))).toBe(created);
});

test('rowOfEntry returns the listed row unless the row is a later instance', () => {
  const entry = anEntry({ created: '2026-01-02' });
  const same = aRow({ id: 'one' }, { created: '2026-01-02' });
  expect(rowOfEntry(entry, same)).toBe(same);
  const later = aRow({ id: 'one' }, { created: '2026-01-03' });
  expect(rowOfEntry(entry, later)).toEqual(rowOfEntry(entry));
});

test('prunes old resolved entries and keeps all unresolved entries', () => {
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

test('prunes resolved entries beyond the latest 10 000 and keeps unresolved entries', () => {
  const resolved = (place: number) =>
    anEntry({ intentKey: `n${place}`, confirmedAt: 10 + place, settledAt: 99, outcome: notSentOutcome('') });
  const entries = [
    anEntry({ intentKey: 'open' }),
    ...Array.from({ length: 10_002 }, (_, at) => resolved(at)),
  ];
  expect(prunableKeys(entries, 100)).toEqual(['n1', 'n0']);
});
