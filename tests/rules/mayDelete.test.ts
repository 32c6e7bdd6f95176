import { expect, it } from 'vitest';
import type { DeletionStage } from '../../src/rules/deletion.ts';
import { mayDelete } from '../../src/rules/mayDelete.ts';
import { noPolicy } from '../../src/rules/policy.ts';

const subject = { databaseName: 'orders', instanceId: 'i-1', name: 'orders-primary' };
const circumstances = { policy: noPolicy, deletions: [], protection: null };
const entry = (stage: DeletionStage, dismissedAt: number | null = null) => {
  return { deletions: [{ stage, dismissedAt }] };
};

const operators = { policy: { ...noPolicy, protected: ['identity', 'prod-*'] } };
const spellings = ['IDENTITY', '%69dentity', '%2569dentity', 'identity%2f', ' identity', 'identity\\'];

it.each<[changes: object, changed: object, code: string | null]>([
  // What a server may read as a protected database.
  ...spellings.map((databaseName) => [{ databaseName }, operators, 'protected'] as [object, object, string]),
  [{ instanceId: '%70rod-1' }, operators, 'protected'],
  [{ name: 'prod-1' }, operators, 'protected'],
  [{ name: '%70rod-1' }, operators, null],
  [{}, {}, null],
  [{ instanceId: null }, {}, 'path'],
  [{ instanceId: '..' }, {}, 'path'],
  [{ databaseName: '' }, {}, 'path'],
  [{}, { deletions: null }, 'storage'],
  [{}, { policy: { ...noPolicy, readOnly: { reason: '' } } }, 'read-only'],
  [{}, { policy: { ...noPolicy, protected: ['*-primary'] } }, 'protected'],
  [{}, { protection: { actor: 'jo@example.com', reason: '' } }, 'protected'],
  [{}, entry('sending'), 'in-flight'],
  [{}, entry('waiting'), 'in-flight'],
  [{}, entry('mismatch'), 'mismatch'],
  [{}, entry('mismatch', 9), null],
  [{}, entry('unknown'), null],
  [{}, entry('deleted'), null],
])('mayDelete %j with %j → %s', (changes, changed, code) => {
  const refusal = mayDelete({ ...subject, ...changes }, { ...circumstances, ...changed });
  expect(refusal?.code ?? null).toBe(code);
});

const protection = { actor: 'jo@example.com', reason: 'in use' };
it.each([
  [{ instanceId: 'caf\ufffd-1' }, {}, "Its ID can't be read."],
  [{ name: 'caf\ufffd' }, {}, "Its name can't be read."],
  [{}, { protection }, 'Protected by jo@example.com: in use'],
])('mayDelete %j with %j → %s', (changes, changed, message) => {
  expect(mayDelete({ ...subject, ...changes }, { ...circumstances, ...changed })?.message).toBe(message);
});
