// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { notSent } from '../../../../src/features/compute/deletion/notSent.ts';
import { createDeletions } from '../../../../src/features/compute/journal/createDeletions.ts';
import { putBackEntry } from '../../../../src/features/compute/journal/putBackEntry.ts';
import { anEntry } from './anEntry.ts';

beforeEach(() => sessionStorage.clear());

test('what is still on its way can’t be put back: it has not left', () => {
  const deletions = createDeletions(
    '/api',
    () => true,
    () => undefined,
  );
  const running = anEntry({ intentKey: 'running' });
  const ended = anEntry({ intentKey: 'ended', settledAt: 3, outcome: notSent('why') });
  deletions.journal.add([running, ended]);
  for (const entry of [running, ended]) putBackEntry(deletions, entry);
  expect(deletions.journal.entries().map(({ intentKey, putBack }) => [intentKey, putBack])).toEqual([
    ['running', false],
    ['ended', true],
  ]);
});
