import { expect, it } from 'vitest';
import type { ItemStage } from '../../src/rules/deletion.ts';
import { findInstanceRefusal } from '../../src/rules/instanceRefusal.ts';
import { noPolicy } from '../../src/rules/policy.ts';

const subject = { databaseName: 'orders', instanceId: 'i-1', name: 'orders-primary' };
const circumstances = { policy: noPolicy, deletions: [], protection: null };
const entry = (stage: ItemStage, dismissedAt: number | null = null) => {
  return { deletions: [{ stage, dismissedAt }] };
};

const operators = { policy: { ...noPolicy, protected: ['identity', 'prod-*'] } };
const readOnly = { policy: { ...noPolicy, readOnly: { reason: '' } } };

const protectedBy = (reason: string) => ({ protection: { actor: 'jo@example.com', reason } });
it.each<[changes: object, changed: object, code: string | null, message?: string]>([
  [{ databaseName: 'IDENTITY' }, operators, 'protected'],
  [{ databaseName: '%69dentity' }, operators, 'path', 'Its database name contains “%” or “\\”.'],
  [{ instanceId: 'prod-1' }, operators, 'protected'],
  [{ name: 'prod-1' }, operators, 'protected'],
  [{}, {}, null],
  [{ instanceId: null }, {}, 'path', "This record has no text ID, so it can't be deleted."],
  [{ instanceId: '' }, {}, 'path', 'Its ID is empty.'],
  [{ databaseName: 'caf\ufffd' }, {}, 'path', "Its database name can't be read."],
  [{ instanceId: 'caf\ufffd-1' }, {}, 'path', "Its ID can't be read."],
  [{ name: 'caf\ufffd' }, {}, 'path', "Its name can't be read."],
  [{ name: 'caf\ud800' }, {}, 'path', "Its name can't be read."],
  [{ databaseName: '' }, {}, 'path', 'Its database name is empty.'],
  [{}, { deletions: null }, 'storage'],
  [{}, readOnly, 'read-only', 'Read-only. Deleting is turned off on this console.'],
  [{}, protectedBy('in use'), 'protected', 'Protected by jo@example.com: in use'],
  [{}, entry('sending'), 'in-flight', 'This instance is being deleted already.'],
  [{}, entry('waiting'), 'in-flight'],
  [{}, entry('mismatch'), 'mismatch'],
  [{}, entry('mismatch', 9), null],
  [{}, entry('unknown'), null],
])('findInstanceRefusal %j with %j → %s', (changes, changed, code, message) => {
  const refusal = findInstanceRefusal({ ...subject, ...changes }, { ...circumstances, ...changed });
  expect(refusal?.code ?? null).toBe(code);
  if (message !== undefined) expect(refusal?.message).toBe(message);
});
