import { expect, test } from 'vitest';
import { findChangeReason } from '../../src/compute/instanceRow.ts';
import { aRow } from './rowFixtures.ts';

const record = { created: '2026-01-01', database: 'orders' };
const shownRow = { ...aRow({ name: 'eu-1' }, record), id: 'i-1' };
const changedText = /^This instance has changed since you opened this dialog\./;

test.each([
  ['another name', aRow({ name: 'eu-2' }, record)],
  ['no name', aRow({}, record)],
  ['another creation date', aRow({ name: 'eu-1' }, { ...record, created: '2025-12-31' })],
  ['no record', aRow({ name: 'eu-1' })],
  ['another database in its record', aRow({ name: 'eu-1' }, { ...record, database: 'payments' })],
  ['another workspace in its record', aRow({ name: 'eu-1' }, { ...record, workspace: { slug: 'beta' } })],
  ['a second record', aRow({ name: 'eu-1', isDuplicate: true }, record)],
])('findChangeReason rejects a row that now has %s', (_, latest) => {
  expect(findChangeReason(shownRow, latest, 'acme')).toMatch(changedText);
});

test('findChangeReason accepts a row with a new label, source or status', () => {
  const latestRow = aRow({ name: 'eu-1', label: 'i-1', source: 'both' }, { ...record, status: 'READY' });
  expect(findChangeReason(shownRow, latestRow, 'acme')).toBeNull();
});

test('findChangeReason accepts an added instance that the service now lists with the same name', () => {
  const addedRow = { ...aRow({ name: 'eu-1' }), id: 'i-1' };
  expect(findChangeReason(addedRow, aRow({ name: 'eu-1', source: 'both' }, record), 'acme')).toBeNull();
  expect(findChangeReason(addedRow, aRow({ name: 'eu-2', source: 'both' }, record), 'acme')).toMatch(
    changedText,
  );
});

test('findChangeReason accepts that a row disappears only if the row came from the deletion log', () => {
  expect(findChangeReason(shownRow, undefined, 'acme')).toMatch(/no longer in the list/);
  expect(findChangeReason({ ...shownRow, loggedCreated: null }, undefined, 'acme')).toBeNull();
});
