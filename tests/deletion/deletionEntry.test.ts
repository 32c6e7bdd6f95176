import { expect, test } from 'vitest';
import { getCreatedDate } from '../../src/compute/instanceRow.ts';
import { findPrunableKeys, toInstanceRow } from '../../src/deletion/deletionEntry.ts';
import { anEndedEntry, anEntry } from './deletionFixtures.ts';

test('a row that is built from an entry has the creation date of the entry', () => {
  const created = '2026-01-02T03:04:05Z';
  expect(getCreatedDate(toInstanceRow(anEntry({ created })))).toBe(created);
});

test('resolved entries are removed after 30 days, unresolved entries never', () => {
  const entries = [
    anEntry({ intentKey: 'open' }),
    anEndedEntry('unknown', { intentKey: 'unknown' }),
    anEndedEntry('mismatch', { intentKey: 'mismatch' }),
    anEndedEntry('unknown', { intentKey: 'dismissed', dismissed: true }),
    anEndedEntry('deleted', { intentKey: 'deleted' }),
  ];
  expect(findPrunableKeys(entries, 1_000 * 24 * 60 * 60_000)).toEqual(['dismissed', 'deleted']);
});

test('resolved entries beyond the latest 10 000 are removed', () => {
  const entries = Array.from({ length: 10_002 }, (_, index) =>
    anEndedEntry('deleted', { intentKey: `n${index}`, confirmedAt: index }),
  );
  expect(findPrunableKeys(entries, 100)).toEqual(['n1', 'n0']);
});
