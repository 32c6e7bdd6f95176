import { expect, test } from 'vitest';
import { notSentOutcome } from '../../../src/features/compute/deletion/deletionEntry.ts';
import {
  bulkResult,
  countsSentence,
  outcomeReport,
  stillListedSentence,
} from '../../../src/features/compute/deletion/outcomes.tsx';
import { deleteOutcomeKinds } from '../../support/deleteOutcomeKinds.ts';
import { anEntry } from './deletionFixtures.ts';

const lineBreak = /[\n\r\v\f\u0085\u2028\u2029]/;

test('line breaks in a name add no lines to a report', () => {
  const forged = (what: string) => `${what}\n\r\n\v\f\u0085\u2028\u2029HTTP status: 200`;
  const report = outcomeReport(
    anEntry({
      label: forged('name'),
      target: {
        workspaceSlug: forged('acme'),
        databaseName: forged('orders'),
        instanceId: forged('i-1'),
      },
      settledAt: 3,
      outcome: {
        ...notSentOutcome(forged('Broken.')),
        kind: 'deleted',
        status: 204,
        notes: [forged('A note.')],
      },
    }),
  );
  expect(report.split(lineBreak)).toHaveLength(8);
  expect(outcomeReport(anEntry({ label: forged('name') })).split(lineBreak)).toHaveLength(5);
});

const entries = [
  anEntry({ sentAt: null }),
  anEntry({ sentAt: 1 }),
  ...deleteOutcomeKinds.map((kind) => anEntry({ outcome: { ...notSentOutcome(''), kind } })),
];

test('countsSentence lists the count of each stage, finished stages first', () => {
  expect(countsSentence(entries)).toBe(
    '1 deleted · 1 accepted · 1 not found · 1 rejected · 1 unconfirmed · 1 wrong workspace · 1 not sent · 1 in progress · 1 waiting',
  );
  expect(countsSentence([])).toBe('');
});

test('the bulk deletion message disappears by itself only if no result has a note', () => {
  const deleted = (...notes: string[]) =>
    anEntry({ outcome: { ...notSentOutcome(''), kind: 'deleted', notes } });
  expect(bulkResult([deleted(), deleted()], null)).toEqual({
    content: 'Bulk deletion finished: 2 deleted.',
    isTransient: true,
  });
  expect(bulkResult([deleted(), deleted('A different name.')], null)).toEqual({
    content: 'Bulk deletion finished: 2 deleted. Open Activity and read the notes on 1 result.',
    isTransient: false,
  });
});

test.each([
  ['deleted', '2026-03-02T23:30:00Z', 'Still listed; deleted at 23:05 UTC'],
  ['deleted', '2026-03-03T00:06:00Z', 'Still listed; deleted at 2 Mar 2026, 23:05 UTC'],
  ['gone', '2026-03-02T23:30:00Z', 'Still listed; not found at 23:05 UTC'],
  ['accepted', '2026-03-02T23:30:00Z', 'Still listed; deletion accepted at 23:05 UTC'],
] as const)(
  'a row that is still listed shows the outcome and time of its removal: %s at %s',
  (kind, now, says) => {
    const at = Date.parse('2026-03-02T23:05:00Z');
    expect(
      stillListedSentence(
        anEntry({ settledAt: at, outcome: { ...notSentOutcome(''), kind } }),
        'UTC',
        Date.parse(now),
      ),
    ).toBe(says);
  },
);
