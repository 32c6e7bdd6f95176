// @vitest-environment jsdom
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { decodeInstance } from '../../../../src/api/decodeInstance.ts';
import { notSent } from '../../../../src/features/compute/deletion/notSent.ts';
import type { DeletionEntry } from '../../../../src/features/compute/journal/DeletionEntry.ts';
import { journalStorage } from '../../../../src/features/compute/journal/journalStorage.ts';
import { anEntry } from './anEntry.ts';

const storage = journalStorage('/api');
const prefix = 'workspace-console.deletion."/api".';

/** More characters than a browser keeps for one origin. */
const tooLong = 'x'.repeat(6_000_000);

function inOrder(entries: readonly DeletionEntry[]): DeletionEntry[] {
  return entries.toSorted((a, b) => a.confirmedAt - b.confirmedAt);
}

describe('where the journal outlives a reload', () => {
  beforeEach(() => sessionStorage.clear());
  afterEach(() => vi.restoreAllMocks());

  test('gives back what it kept, in whatever order it came', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat()), (times) => {
        sessionStorage.clear();
        const entries = times.map((time) => anEntry({ intentKey: `at-${time}`, confirmedAt: time }));
        for (const one of entries) expect(storage.write(one)).toBe(true);
        expect(inOrder(storage.read())).toEqual(inOrder(entries));
      }),
    );
  });

  test('leaves alone what others keep in the same browser', () => {
    storage.write(anEntry());
    sessionStorage.setItem('theme', 'dark');
    sessionStorage.setItem('other-console.deletion.two', JSON.stringify(anEntry({ intentKey: 'two' })));
    expect(storage.read()).toEqual([anEntry()]);
  });

  test.each([
    ['nothing', null],
    ['a number', 7],
    ['a text', 'text'],
    ['a list', []],
    ['an entry without its key', { ...anEntry(), intentKey: undefined }],
    ['an entry without its target', { ...anEntry(), target: undefined }],
    ['an entry of no target', { ...anEntry(), target: null }],
    ['an entry whose target is a text', { ...anEntry(), target: 'orders' }],
    ['an entry that does not say whether it ended', { ...anEntry(), outcome: undefined }],
    ['an entry without its time', { ...anEntry(), confirmedAt: undefined }],
    ['an entry whose time is a text', { ...anEntry(), confirmedAt: 'yesterday' }],
    ['an entry whose time is a number as a text', { ...anEntry(), sentAt: '5' }],
    ['an entry whose time no date can hold', { ...anEntry(), confirmedAt: 1e300 }],
    ['an entry whose label is a record', { ...anEntry(), label: {} }],
    ['an entry whose instance is a number', { ...anEntry(), target: { ...anEntry().target, instanceId: 7 } }],
    ['an entry whose outcome is empty', { ...anEntry(), outcome: {} }],
    [
      'an entry whose outcome has no known name',
      { ...anEntry(), outcome: { ...notSent('why'), kind: 'lost' } },
    ],
    ['an entry whose reason is a record', { ...anEntry(), outcome: { ...notSent('why'), reason: {} } }],
    ['an entry whose remark is a record', { ...anEntry(), outcome: { ...notSent('why'), notes: [{}] } }],
    ['an entry whose status is a text', { ...anEntry(), outcome: { ...notSent('why'), status: '200' } }],
  ])('loses no intent to an item that is %s', (_, item) => {
    storage.write(anEntry());
    sessionStorage.setItem(`${prefix}odd`, JSON.stringify(item));
    expect(storage.read()).toEqual([anEntry()]);
  });

  test('loses no intent to an item that was cut', () => {
    storage.write(anEntry());
    sessionStorage.setItem(`${prefix}odd`, '{"cut');
    expect(storage.read()).toEqual([anEntry()]);
  });

  test('loses no intent to an item that is gone by the time it is read', () => {
    storage.write(anEntry({ intentKey: 'first' }));
    storage.write(anEntry({ intentKey: 'second' }));
    vi.spyOn(Storage.prototype, 'getItem').mockReturnValueOnce(null);
    expect(storage.read()).toEqual([anEntry({ intentKey: 'second' })]);
  });

  test('starts empty where the browser lets nothing be read', () => {
    storage.write(anEntry());
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    expect(storage.read()).toEqual([]);
  });

  test('keeps what became of a delete where the record that came back has no room', () => {
    const outcome = { ...notSent('why'), notes: ['a remark'], record: decodeInstance({ note: tooLong }) };
    expect(storage.write(anEntry({ outcome }))).toBe(true);
    expect(storage.read()).toEqual([anEntry({ outcome: { ...outcome, record: null } })]);
  });

  test('says so where the intent itself has no room, and keeps no older version that would be false by now', () => {
    storage.write(anEntry());
    storage.write(anEntry({ intentKey: 'another' }));
    expect(storage.write(anEntry({ label: tooLong }))).toBe(false);
    expect(storage.read()).toEqual([anEntry({ intentKey: 'another' })]);
  });

  test('gives what was asked of one service to no other', () => {
    storage.write(anEntry());
    expect(journalStorage('https://other.example').read()).toEqual([]);
    expect(storage.read()).toEqual([anEntry()]);
  });
});
