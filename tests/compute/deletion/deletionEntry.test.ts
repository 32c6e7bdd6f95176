import { expect, test } from 'vitest';
import { rowOfEntry } from '../../../src/features/compute/deletion/deletionEntry.ts';
import { createdOf } from '../../../src/features/compute/instanceRow.ts';
import { aRow } from '../generatedRows.ts';
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
