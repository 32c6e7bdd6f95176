import { describe, expect, it } from 'vitest';
import { mayDelete } from '../../src/rules/mayDelete.ts';
import { noPolicy } from '../../src/rules/policy.ts';

const subject = { databaseName: 'orders', instanceId: 'i-1', name: 'orders-primary' };
const circumstances = { policy: noPolicy, deletions: [], protection: null };
const entry = (
  stage: 'waiting' | 'sending' | 'unknown' | 'mismatch' | 'deleted',
  dismissedAt: number | null = null,
) => ({
  deletions: [{ stage, dismissedAt }],
});

describe('mayDelete', () => {
  it.each([
    [{}, {}, null],
    [{ instanceId: null }, {}, 'path'],
    [{ instanceId: '..' }, {}, 'path'],
    [{ instanceId: 'caf\ufffd-1' }, {}, 'path'],
    [{ name: 'caf\ufffd' }, {}, 'path'],
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

  it('names the admin who protects it, with the reason', () => {
    const protection = { actor: 'jo@example.com', reason: 'in use' };
    expect(mayDelete(subject, { ...circumstances, protection })?.message).toBe(
      'Protected by jo@example.com: in use',
    );
  });
});
