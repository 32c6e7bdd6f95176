// @vitest-environment jsdom
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { decodeInstance } from '../../../../src/api/decodeInstance.ts';
import { notSent } from '../../../../src/features/compute/deletion/notSent.ts';
import { journalStorage } from '../../../../src/features/compute/journal/journalStorage.ts';
import { anEntry } from './anEntry.ts';

/** More characters than a browser keeps for one origin. */
const tooLong = 'x'.repeat(6_000_000);

describe('where the journal outlives a reload', () => {
  beforeEach(() => sessionStorage.clear());
  afterEach(() => vi.restoreAllMocks());

  test('gives back what it kept, oldest first, in whatever order it came', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat()), (times) => {
        sessionStorage.clear();
        const entries = times.map((time) => anEntry({ intentKey: `at-${time}`, confirmedAt: time }));
        for (const one of entries) expect(journalStorage.write(one)).toBe(true);
        expect(journalStorage.read()).toEqual(entries.toSorted((a, b) => a.confirmedAt - b.confirmedAt));
      }),
    );
  });

  test('leaves alone what others keep in the same browser', () => {
    journalStorage.write(anEntry());
    sessionStorage.setItem('theme', 'dark');
    sessionStorage.setItem('other-console.deletion.two', JSON.stringify(anEntry({ intentKey: 'two' })));
    expect(journalStorage.read()).toEqual([anEntry()]);
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
  ])('loses no intent to an item that is %s', (_, item) => {
    journalStorage.write(anEntry());
    sessionStorage.setItem('workspace-console.deletion.odd', JSON.stringify(item));
    expect(journalStorage.read()).toEqual([anEntry()]);
  });

  test('loses no intent to an item that was cut', () => {
    journalStorage.write(anEntry());
    sessionStorage.setItem('workspace-console.deletion.odd', '{"cut');
    expect(journalStorage.read()).toEqual([anEntry()]);
  });

  test('loses no intent to an item that is gone by the time it is read', () => {
    journalStorage.write(anEntry({ intentKey: 'first' }));
    journalStorage.write(anEntry({ intentKey: 'second' }));
    vi.spyOn(Storage.prototype, 'getItem').mockReturnValueOnce(null);
    expect(journalStorage.read()).toEqual([anEntry({ intentKey: 'second' })]);
  });

  test('starts empty where the browser lets nothing be read', () => {
    journalStorage.write(anEntry());
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    expect(journalStorage.read()).toEqual([]);
  });

  test('keeps what became of a delete where the record that came back has no room', () => {
    const outcome = { ...notSent('why'), notes: ['a remark'], record: decodeInstance({ note: tooLong }) };
    expect(journalStorage.write(anEntry({ outcome }))).toBe(true);
    expect(journalStorage.read()).toEqual([anEntry({ outcome: { ...outcome, record: null } })]);
  });

  test('says so where the intent itself has no room, and still has what it kept before', () => {
    journalStorage.write(anEntry());
    expect(journalStorage.write(anEntry({ label: tooLong }))).toBe(false);
    expect(journalStorage.read()).toEqual([anEntry()]);
  });
});
