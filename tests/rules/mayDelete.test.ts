import { describe, expect, it } from 'vitest';
import type { DeletionStage } from '../../src/rules/deletion.ts';
import { mayDelete } from '../../src/rules/mayDelete.ts';
import { noPolicy } from '../../src/rules/policy.ts';

const subject = { databaseName: 'orders', instanceId: 'i-1', name: 'orders-primary' };
const circumstances = { policy: noPolicy, deletions: [], protection: null };
const entry = (stage: DeletionStage, dismissedAt: number | null = null) => {
  return { deletions: [{ stage, dismissedAt }] };
};

describe('mayDelete', () => {
  it.each([
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
  ])('%j with %j → %s', (changes, changed, code) => {
    const refusal = mayDelete({ ...subject, ...changes }, { ...circumstances, ...changed });
    expect(refusal?.code ?? null).toBe(code);
  });

  it.each([
    [{ instanceId: 'caf\ufffd-1' }, "Its ID can't be read."],
    [{ name: 'caf\ufffd' }, "Its name can't be read."],
  ])('%j was damaged in decoding → %s', (changes, message) => {
    expect(mayDelete({ ...subject, ...changes }, circumstances)).toMatchObject({ code: 'path', message });
  });

  it('names the admin who protects it, with the reason', () => {
    const protection = { actor: 'jo@example.com', reason: 'in use' };
    expect(mayDelete(subject, { ...circumstances, protection })?.message).toBe(
      'Protected by jo@example.com: in use',
    );
  });
});
