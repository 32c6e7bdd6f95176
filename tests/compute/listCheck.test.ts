import { expect, it } from 'vitest';
import { describeListCheck } from '../../src/compute/outcomes.ts';
import { aList, aLogItem, asQuery } from './fixtures.ts';

const unknown = aLogItem('unknown', { name: 'db', created: '2026-01-01' });
const check = (list: ReturnType<typeof aList>) => describeListCheck([asQuery(list)], unknown);
const part = ({ databaseName, list }: ReturnType<typeof aList>, fields: object) => ({
  databaseName,
  list: { ...list, ...fields },
});
const other = { id: 'i-2' };

it.each<[string, ReturnType<typeof aList>, RegExp | null]>([
  ['contains the ID', aList('orders', { id: 'i-1' }), /^Checked .*: still listed\.$/],
  ['has it in a different database', aList(null, { id: 'i-1', database: 'x' }), /doesn't show it/],
  ['is of the workspace, and names no database', aList(null, { id: 'i-1' }), null],
  ['says so', aList('orders', { id: 'i-1', deleted: '2026-03-01' }), /says that it's deleted/],
  ['contains a later one', aList('orders', { id: 'i-1', created: '2026-02-01' }), /a new instance/],
  ['contains a different ID', aList('orders', other), /^Checked .*: the list doesn't show it\.$/],
  ['contains the ID in other letters', aList('orders', { id: 'I-1' }), /doesn't show it/],
  ['contains a record without an ID', aList('orders', other, { id: null }), null],
  ['contains a numeric ID', aList('orders', other, { id: 7 }), null],
  ['contains a damaged ID', aList('orders', other, { id: 'caf\ufffd' }), null],
  ['contains an unreadable record', part(aList('orders', other), { unreadable: [null] }), null],
  ['is incomplete', part(aList('orders', other), { isComplete: false }), null],
  ['came without its time', part(aList('orders', { id: 'i-1' }), { requestedAt: null }), null],
  ['is older than the request', part(aList('orders', { id: 'i-1' }), { requestedAt: 1 }), null],
  ['is of a different database', aList('billing', { id: 'i-1' }), null],
])('a list that %s → %s', (_, list, sentence) => {
  if (sentence === null) expect(check(list)).toBeNull();
  else expect(check(list)).toMatch(sentence);
});
