import { expect, test } from 'vitest';
import { describeBulkResult, formatOutcomeReport, formatStillListed } from '../../src/deletion/outcomes.tsx';
import { anEndedEntry, anEntry, anOutcome } from './deletionFixtures.ts';

const lineBreak = /[\n\r\v\f\u0085\u2028\u2029]/;

test('line breaks in names and messages add no lines to a report', () => {
  const withForgedLine = (text: string) => `${text}\n\r\n\v\f\u0085\u2028\u2029HTTP status: 200`;
  const label = withForgedLine('name');
  const [workspaceSlug, databaseName, instanceId] = [
    withForgedLine('acme'),
    withForgedLine('orders'),
    withForgedLine('i-1'),
  ];
  const target = { workspaceSlug, databaseName, instanceId };
  const outcome = anOutcome('deleted', {
    reason: withForgedLine('Broken.'),
    status: 204,
    notes: [withForgedLine('A note.')],
  });
  expect(formatOutcomeReport(anEntry({ label, target, outcome })).split(lineBreak)).toHaveLength(8);
  expect(formatOutcomeReport(anEntry({ label })).split(lineBreak)).toHaveLength(5);
});

test('the message of a bulk delete disappears by itself only if no result has a note', () => {
  const deletedEntry = (...notes: string[]) => anEntry({ outcome: anOutcome('deleted', { notes }) });
  expect(describeBulkResult([deletedEntry(), deletedEntry()], null)).toEqual({
    content: 'Bulk deletion finished: 2 deleted.',
    isTemporary: true,
  });
  expect(describeBulkResult([deletedEntry(), deletedEntry('A different name.')], null)).toEqual({
    content: 'Bulk deletion finished: 2 deleted. Open Activity and read the notes on 1 result.',
    isTemporary: false,
  });
});

test.each([
  ['deleted', '2026-03-02T23:30:00Z', 'Still listed; deleted at 23:05 UTC'],
  ['deleted', '2026-03-03T00:06:00Z', 'Still listed; deleted at 2 Mar 2026, 23:05 UTC'],
  ['gone', '2026-03-02T23:30:00Z', 'Still listed; not found at 23:05 UTC'],
  ['accepted', '2026-03-02T23:30:00Z', 'Still listed; deletion accepted at 23:05 UTC'],
] as const)(
  'a row that is still listed says how and when it was removed: %s, shown at %s',
  (kind, now, sentence) => {
    const entry = anEndedEntry(kind, { settledAt: Date.parse('2026-03-02T23:05:00Z') });
    expect(formatStillListed(entry, 'UTC', Date.parse(now))).toBe(sentence);
  },
);
