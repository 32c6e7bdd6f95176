import { expect, test } from 'vitest';
import { createdOf, rowOfEntry } from '../../../src/features/compute/deletion/deletionEntry.ts';
import { anEntry } from './anEntry.ts';

test('a repeated deletion of a row that is not listed keeps its creation date', () => {
  const created = '2026-01-02T03:04:05Z';
  expect(createdOf(rowOfEntry(anEntry({ created })))).toBe(created);
});
