import { expect, it, test } from 'vitest';
import { matchesPhrase, toTypable } from '../../src/compute/DeleteForm.tsx';
import { findRemarksBeforeDelete } from '../../src/compute/InstanceFacts.tsx';
import type { InstanceRow } from '../../src/compute/instanceRow.ts';
import { aList, aLogItem, aRow, asQuery } from './fixtures.ts';

test.each([
  ['  orders-primary\t', 'orders-primary', true],
  ['Orders-primary', 'orders-primary', false],
  ['orders\u2010primary', 'orders-primary', false],
  ['cafe\u0301', 'caf\u00e9', true],
  ['orders\u200b-primary', 'orders-primary', true],
  ['orders primary', 'orders\u00a0primary', true],
  [toTypable('x\u2003y\u200bz'), 'x\u2003y\u200bz', true],
  ['', '\u3164', false],
])('typed %j for %j → %s', (typed, phrase, expected) => expect(matchesPhrase(typed, phrase)).toBe(expected));

const now = Date.parse('2026-11-25T12:00:00Z');
const other = aRow({ id: 'i-2' }, { id: 'i-2' });
const listed = aList('orders');
const incomplete = { ...listed, list: { ...listed.list, isComplete: false } };
const ready = aRow({}, { status: 'READY', created: '2026-11-01' });
it.each<[string, InstanceRow, string[], rows?: InstanceRow[], list?: typeof listed]>([
  ['READY and old', ready, []],
  ['a day old', aRow({}, { created: '2026-11-24' }), ['younger than 7 days']],
  ['ready, in other letters', aRow({}, { status: 'ready', created: '2026-11-01' }), []],
  ['not ready', aRow({}, { status: 'PENDING' }), ['still PENDING']],
  ['listed again', aRow({ state: aLogItem('deleted') }), ['still listed after a delete']],
  ['in two scripts', aRow({ label: '\u043erders' }), ['Mixes Latin with Cyrillic or Greek letters: U+043E']],
  ['not found', aRow({ state: aLogItem('gone') }), ['not found earlier']],
  ['of an unknown delete', aRow({ state: aLogItem('unknown') }), ['an earlier delete has no clear result']],
  ['alone in its list', ready, ['the only listed instance of orders'], [ready]],
  ['alone in a part of a list', ready, [], [ready], incomplete],
])('an instance that is %s → %j', (_, row, remarks, rows = [row, other], list = listed) => {
  expect(findRemarksBeforeDelete(row, { rows, lists: [asQuery(list)] }, now)).toEqual(remarks);
});
