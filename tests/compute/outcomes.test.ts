import { expect, it } from 'vitest';
import { createEvidence, describeListCheck, formatDeletion } from '../../src/compute/outcomes.ts';
import { getItemLabel, type ItemStage } from '../../src/rules/deletion.ts';
import { aDeletion, aList, aLogItem, anItem, asQuery } from './fixtures.ts';

it.each<[string, ItemStage[], stopReason: string | null]>([
  ['1 deleted, 1 accepted', ['deleted', 'accepted'], null],
  ['1 deleted, 1 without a clear result', ['deleted', 'unknown'], 'No clear result.'],
  ['2 instances deleted', ['deleted', 'deleted'], 'sam stopped it.'],
])('the title of several → %s', (title, stages, stopReason) => {
  const items = stages.map((stage, index) => anItem(stage, { instanceId: `i-${index}` }));
  expect(formatDeletion(aDeletion(items, { stopReason }))).toBe(title);
});

it.each([
  ['orders-primary ', 'orders-primary'],
  [' ', 'i-1'],
  ['two\nlines', 'i-1'],
  [null, 'i-1'],
])('an instance with the name %j is called %j', (name, label) => {
  expect(getItemLabel({ name, instanceId: 'i-1' })).toBe(label);
});

const unknown = aLogItem('unknown', { name: 'db', created: '2026-01-01' });
const listed = { id: 'i-1' };
const other = { id: 'i-2' };
const edit = (of: ReturnType<typeof aList>, fields: object) => ({ ...of, list: { ...of.list, ...fields } });

it.each<[string, ReturnType<typeof aList>, RegExp | null]>([
  ['contains the ID', aList('orders', listed), /^Checked .*: still listed\.$/],
  ['has it in a different database', aList(null, { ...listed, database: 'x' }), /doesn't show it\.$/],
  ['is of the workspace, and names no database', aList(null, listed), null],
  ['says so', aList('orders', { ...listed, deleted: '2026-03-01' }), /says that it's deleted\.$/],
  ['contains a later one', aList('orders', { ...listed, created: '2026-02-01' }), /a new instance/],
  ['contains the ID in other letters', aList('orders', { id: 'I-1' }), /doesn't show it\.$/],
  ['contains a record without an ID', aList('orders', other, { id: null }), null],
  ['contains a damaged ID', aList('orders', other, { id: 'caf\ufffd' }), null],
  ['contains an unreadable record', edit(aList('orders', other), { unreadable: [null] }), null],
  ['is incomplete', edit(aList('orders', other), { isComplete: false }), null],
  ['came without its time', edit(aList('orders', listed), { requestedAt: null }), null],
  ['is older than the request', edit(aList('orders', listed), { requestedAt: 1 }), null],
  ['is of a different database', aList('billing', listed), null],
])('a list that %s → %s', (_, list, sentence) => {
  expect(describeListCheck([asQuery(list)], unknown) ?? '').toMatch(sentence ?? /^$/);
});

it('evidence → who, why, a line for each instance, and the address', () => {
  const confirmedAt = Date.parse('2026-11-25T19:39:12Z');
  const outcome = { status: 200, requestId: 'r-1' };
  const items = [
    anItem('deleted', { instanceId: 'one', name: 'a\nb', endedAt: confirmedAt, outcome }),
    anItem('not-sent', { instanceId: 'two', name: null, outcome: { message: 'sam stopped it.' } }),
  ];
  const deletion = aDeletion(items, { confirmedAt, reason: 'INC-1', stopReason: 'sam stopped it.' });
  const url = 'https://console/activity?deletion=1';
  const evidence = createEvidence(deletion, { environment: 'Production', recovery: null, url });
  expect(evidence).toBe(`Deletion of 2 instances in workspace acme (Production)
Requested 2026-11-25 19:39:12 UTC by jo@example.com
Reason: INC-1
Result: 1 deleted, 1 not sent
Stopped: sam stopped it.

result    name        database  ID   response (UTC)       HTTP  request ID  why
Deleted   a[U+000A]b  orders    one  2026-11-25 19:39:12  200   r-1
Not sent              orders    two                                         sam stopped it.

https://console/activity?deletion=1
`);
  const restore = { environment: null, recovery: 'Call 4100.', url };
  expect(createEvidence(deletion, restore)).toContain('\nCall 4100.\n');
  expect(createEvidence(aDeletion(items.slice(1)), restore)).not.toContain('4100');
});
