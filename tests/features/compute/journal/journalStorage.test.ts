// @vitest-environment jsdom
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { decodeInstance } from '../../../../src/api/decodeInstance.ts';
import { notSent } from '../../../../src/features/compute/deletion/notSent.ts';
import type { DeletionEntry } from '../../../../src/features/compute/journal/DeletionEntry.ts';
import { journalStorage } from '../../../../src/features/compute/journal/journalStorage.ts';

/** More characters than a browser keeps for one origin. */
const tooLong = 'x'.repeat(6_000_000);

describe('where the journal outlives a reload', () => {
  beforeEach(() => sessionStorage.clear());
  afterEach(() => vi.restoreAllMocks());

  test('gives back what it kept, oldest first, in whatever order it came', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat()), (times) => {
        sessionStorage.clear();
        const entries = times.map((time) => entry({ intentKey: `at-${time}`, confirmedAt: time }));
        for (const one of entries) expect(journalStorage.write(one)).toBe(true);
        expect(journalStorage.read()).toEqual(entries.toSorted((a, b) => a.confirmedAt - b.confirmedAt));
      }),
    );
  });

  test('leaves alone what others keep in the same browser', () => {
    journalStorage.write(entry({}));
    sessionStorage.setItem('theme', 'dark');
    sessionStorage.setItem('other-console.deletion.two', JSON.stringify(entry({ intentKey: 'two' })));
    expect(journalStorage.read()).toEqual([entry({})]);
  });

  test.each([
    ['nothing', null],
    ['a number', 7],
    ['a text', 'text'],
    ['a list', []],
    ['an entry without its key', { ...entry({}), intentKey: undefined }],
    ['an entry without its target', { ...entry({}), target: undefined }],
    ['an entry of no target', { ...entry({}), target: null }],
    ['an entry whose target is a text', { ...entry({}), target: 'orders' }],
    ['an entry that does not say whether it ended', { ...entry({}), outcome: undefined }],
    ['an entry without its time', { ...entry({}), confirmedAt: undefined }],
    ['an entry whose time is a text', { ...entry({}), confirmedAt: 'yesterday' }],
  ])('loses no intent to an item that is %s', (_, item) => {
    journalStorage.write(entry({}));
    sessionStorage.setItem('workspace-console.deletion.odd', JSON.stringify(item));
    expect(journalStorage.read()).toEqual([entry({})]);
  });

  test('loses no intent to an item that was cut', () => {
    journalStorage.write(entry({}));
    sessionStorage.setItem('workspace-console.deletion.odd', '{"cut');
    expect(journalStorage.read()).toEqual([entry({})]);
  });

  test('loses no intent to an item that is gone by the time it is read', () => {
    journalStorage.write(entry({ intentKey: 'first' }));
    journalStorage.write(entry({ intentKey: 'second' }));
    vi.spyOn(Storage.prototype, 'getItem').mockReturnValueOnce(null);
    expect(journalStorage.read()).toEqual([entry({ intentKey: 'second' })]);
  });

  test('starts empty where the browser lets nothing be read', () => {
    journalStorage.write(entry({}));
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    expect(journalStorage.read()).toEqual([]);
  });

  test('keeps what became of a delete where the record that came back has no room', () => {
    const outcome = { ...notSent('why'), notes: ['a remark'], record: decodeInstance({ note: tooLong }) };
    expect(journalStorage.write(entry({ outcome }))).toBe(true);
    expect(journalStorage.read()).toEqual([entry({ outcome: { ...outcome, record: null } })]);
  });

  test('says so where the intent itself has no room, and still has what it kept before', () => {
    journalStorage.write(entry({}));
    expect(journalStorage.write(entry({ label: tooLong }))).toBe(false);
    expect(journalStorage.read()).toEqual([entry({})]);
  });
});

function entry(fields: Partial<DeletionEntry>): DeletionEntry {
  return {
    intentKey: 'one',
    target: { workspaceSlug: 'acme', databaseName: 'orders', instanceId: 'i-1' },
    label: 'eu-1',
    listed: true,
    confirmedAt: 1,
    sentAt: 2,
    settledAt: null,
    outcome: null,
    bulkKey: null,
    dismissed: false,
    putBack: false,
    ...fields,
  };
}
