import { afterEach, describe, expect, it, vi } from 'vitest';
import { noPolicy } from '../../src/config.ts';
import type { Deletion } from '../../src/rules/deletion.ts';
import { mayDelete, type RefusalCode } from '../../src/rules/mayDelete.ts';
import { aDeletion, anEndedDeletion, aRow } from './fixtures.ts';

const row = aRow('one');
const minuteMs = 60_000;
const now = 10 * minuteMs;

afterEach(() => vi.unstubAllGlobals());

describe('mayDelete', () => {
  it('allows a row without deletions', () => expect(mayDelete(row, [], noPolicy)).toBeNull());

  it.each<[RefusalCode, Parameters<typeof mayDelete>]>([
    ['storage', [row, null, noPolicy]],
    ['no-id', [{ ...row, id: null }, [], noPolicy]],
    ['path', [{ ...row, databaseName: '' }, [], noPolicy]],
    ['path', [{ ...row, id: '..' }, [], noPolicy]],
    ['path', [{ ...row, databaseName: 'a\u0000b' }, [], noPolicy]],
    ['read-only', [row, [], { ...noPolicy, readOnly: { reason: '' } }]],
    ['protected', [row, [], { ...noPolicy, protected: ['ORD*'] }]],
    ['protected', [row, [], { ...noPolicy, protected: ['o?e', 'one'] }]],
    ['protected', [{ ...row, name: 'eu-primary' }, [], { ...noPolicy, protected: ['*-primary'] }]],
    ['in-flight', [row, [aDeletion({ sentAt: now - minuteMs })], noPolicy, { now }]],
    ['in-flight', [row, [aDeletion({ sentAt: now + minuteMs })], noPolicy, { now }]],
    ['in-flight', [row, [aDeletion({ sentAt: null, sentOrder: null })], noPolicy, { now }]],
    ['mismatch', [row, [anEndedDeletion('mismatch')], noPolicy]],
  ])('refuses with the code %s', (code, args) => {
    const refusal = mayDelete(...args);
    expect(refusal?.code).toBe(code);
    expect(refusal?.sentence).toMatch(/^[A-Z].*\.$/);
  });

  it('an offline browser → refused, and allowed again after a reconnection', () => {
    vi.stubGlobal('navigator', { onLine: false });
    expect(mayDelete(row, [], noPolicy)?.code).toBe('offline');
    vi.stubGlobal('navigator', { onLine: true });
    expect(mayDelete(row, [], noPolicy)).toBeNull();
  });

  it.each<[string, Deletion]>([
    ['an earlier deletion that was refused', anEndedDeletion('refused')],
    ['an earlier unknown', anEndedDeletion('unknown')],
    ['a mismatch that the admin has read', anEndedDeletion('mismatch', { dismissed: true })],
    ['a request without an outcome after two minutes', aDeletion({ sentAt: now - 2 * minuteMs })],
  ])('%s → allowed', (_, entry) => expect(mayDelete(row, [entry], noPolicy, { now })).toBeNull());

  describe('before the request is sent', () => {
    const confirmed = aDeletion({ id: 'mine', order: 5, sentOrder: null, sentAt: null });

    it.each<[string, Deletion, RefusalCode | undefined]>([
      ['sent after the confirmation', anEndedDeletion('deleted', { order: 4, sentOrder: 6 }), 'newer'],
      ['sent before the confirmation', anEndedDeletion('unknown', { order: 3, sentOrder: 4 }), undefined],
      // The first to be sent wins.
      ['that waits', aDeletion({ order: 6, sentOrder: null, sentAt: null }), undefined],
      ['in flight', aDeletion({ order: 3, sentOrder: 4, sentAt: now }), 'in-flight'],
    ])('a different deletion %s', (_, other, code) => {
      const circumstances = { confirmed, now };
      expect(mayDelete(row, [other, confirmed], noPolicy, circumstances)?.code).toBe(code);
    });
  });
});
