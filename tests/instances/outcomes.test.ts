import { expect, test } from 'vitest';
import {
  describeListCheck,
  formatSegments,
  isSameInstance,
  toStageSegments,
} from '../../src/instances/delete/outcomes.ts';
import { formatStillListed } from '../../src/instances/delete/stageLooks.ts';
import { decodeInstance } from '../../src/rules/instanceRecord.ts';
import { aDeletion, anEndedDeletion, aRow } from './fixtures.ts';

const at = (time: string) => Date.parse(`2026-03-02T${time}Z`);
const rowCreated = (created: string) => aRow('one', { record: decodeInstance({ id: 'one', created }) });

test.each([
  ['deleted', at('23:30'), 'Still listed; deleted at 23:05 UTC'],
  ['deleted', at('23:30') + 86_400_000, 'Still listed; deleted at 2 Mar 2026, 23:05 UTC'],
  ['accepted', at('23:30'), 'Still listed; deletion accepted at 23:05 UTC'],
  ['gone', at('23:30'), "Still listed, although the service didn't find it at 23:05 UTC"],
] as const)('a row that is still listed after %s, shown at %s', (kind, now, sentence) =>
  expect(formatStillListed(anEndedDeletion(kind, { endedAt: at('23:05') }), now)).toBe(sentence),
);

test.each([
  ['no list', null, null],
  ['an earlier list', { listedAt: at('16:00'), isListed: true, isComplete: true }, null],
  [
    'a list with it',
    { listedAt: at('19:46'), isListed: true, isComplete: true },
    'Still listed 3 h after the request (checked 19:46 UTC).',
  ],
  [
    'a list without it',
    { listedAt: at('16:20'), isListed: false, isComplete: true },
    'Not in the list of 16:20 UTC.',
  ],
  ['a part of a list without it', { listedAt: at('16:20'), isListed: false, isComplete: false }, null],
])('what %s says about an unclear deletion', (_, listCheck, fact) => {
  const deletion = anEndedDeletion('unknown', { sentAt: at('16:02') });
  expect(describeListCheck(deletion, listCheck, undefined, at('20:00'))).toBe(fact);
});

test('a list from before the request proves nothing, even if the clock was set back', () => {
  const deletion = anEndedDeletion('unknown', { confirmedAt: at('16:02'), sentAt: at('15:02') });
  const listCheck = { listedAt: at('16:01'), isListed: true, isComplete: true };
  expect(describeListCheck(deletion, listCheck, undefined, at('16:03'))).toBeNull();
});

test('a list with a later instance of the same ID doesn’t say "still listed"', () => {
  const created = '2020-01-01T00:00:00Z';
  const deletion = anEndedDeletion('unknown', { sentAt: at('16:02'), created });
  const row = rowCreated('2030-01-01T00:00:00Z');
  const listCheck = { listedAt: at('17:00'), isListed: true, isComplete: true };
  expect(describeListCheck(deletion, listCheck, row, at('20:00'))).toBe(
    'The list of 17:00 UTC has a new instance with this ID.',
  );
  expect(isSameInstance(row, deletion)).toBe(false);
  expect(isSameInstance(rowCreated(created), deletion)).toBe(true);
});

test('a bar counts each stage in one order', () => {
  const deletions = [
    anEndedDeletion('not-sent'),
    anEndedDeletion('deleted'),
    aDeletion({ sentAt: null }),
    aDeletion({ sentAt: at('16:02') }),
    anEndedDeletion('unknown'),
    anEndedDeletion('deleted'),
  ];
  expect(formatSegments(toStageSegments(deletions, at('16:03')))).toBe(
    '2 deleted, 1 unconfirmed, 1 not sent, 1 deleting, 1 waiting',
  );
});
