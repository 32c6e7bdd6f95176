// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { notSent } from '../../../../src/features/compute/deletion/notSent.ts';
import { createDeletionJournal } from '../../../../src/features/compute/journal/createDeletionJournal.ts';
import type { DeletionEntry } from '../../../../src/features/compute/journal/DeletionEntry.ts';
import { anEntry } from './anEntry.ts';

const always = () => true;

describe('the journal of deletions', () => {
  beforeEach(() => {
    sessionStorage.clear();
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'], now: 1000 });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  test('tells after a reload what was sent from what never was', () => {
    createDeletionJournal('/api', always).add([entry('sent', 5), entry('waiting')]);
    const kinds = createDeletionJournal('/api', always)
      .entries()
      .map(({ intentKey, outcome }) => [intentKey, outcome?.kind]);
    expect(kinds).toEqual([
      ['sent', 'unknown'],
      ['waiting', 'not-sent'],
    ]);
  });

  test('has the oldest first, whenever they came', () => {
    const journal = createDeletionJournal('/api', always);
    for (const confirmedAt of [3, 1, 2]) journal.add([{ ...entry(`at-${confirmedAt}`), confirmedAt }]);
    const after = createDeletionJournal('/api', always);
    for (const { entries } of [journal, after])
      expect(entries().map(({ intentKey }) => intentKey)).toEqual(['at-1', 'at-2', 'at-3']);
  });

  test('never replaces an outcome once reached', () => {
    const journal = createDeletionJournal('/api', always);
    journal.add([entry('one')]);
    journal.update('one', { outcome: notSent('first') });
    const late = { outcome: notSent('second'), sentAt: 5, settledAt: 6 };
    expect(journal.update('one', late)).toMatchObject({
      outcome: { reason: 'first' },
      sentAt: null,
      settledAt: null,
    });
    expect(createDeletionJournal('/api', always).entries()[0]?.outcome?.reason).toBe('first');
  });

  test('leaves nothing behind once nobody is signed in', () => {
    const journal = createDeletionJournal('/api', () => false);
    journal.add([entry('one', 5)]);
    expect(sessionStorage.length).toBe(0);
    expect(journal.entries()).toHaveLength(1);
  });

  test('goes on, and says so, where the browser has no room', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const journal = createDeletionJournal('/api', always);
    expect(journal.isLossy()).toBe(false);
    journal.add([entry('one')]);
    expect(journal.isLossy()).toBe(true);
    expect(journal.update('one', { outcome: notSent('why') })?.outcome?.reason).toBe('why');
  });

  test('reads past what is none of its entries', () => {
    sessionStorage.setItem('workspace-console.deletion."/api".odd', '{"what":1}');
    createDeletionJournal('/api', always).add([entry('one', 5)]);
    expect(createDeletionJournal('/api', always).entries()).toHaveLength(1);
  });

  test('keeps what it found out after a reload, and writes no more once every end is known', () => {
    createDeletionJournal('/api', always).add([entry('sent', 5), entry('waiting')]);
    const found = createDeletionJournal('/api', always).entries();
    expect(found.map(({ settledAt }) => settledAt)).toEqual([1000, 1000]);
    vi.setSystemTime(2000);
    const write = vi.spyOn(Storage.prototype, 'setItem');
    expect(createDeletionJournal('/api', always).entries()).toEqual(found);
    expect(write).not.toHaveBeenCalled();
  });

  test('changes nothing for an intent that it does not know', () => {
    const { journal, told } = watched(1);
    const before = journal.entries();
    expect(journal.update('other', { dismissed: true })).toBeNull();
    expect(journal.entries()).toBe(before);
    expect(sessionStorage.length).toBe(1);
    expect(told).not.toHaveBeenCalled();
  });

  test('hands out one list until something changes, and never changes a list handed out', () => {
    const { journal } = watched(1);
    const before = journal.entries();
    expect(journal.entries()).toBe(before);
    journal.update('0', { dismissed: true });
    journal.add([entry('new')]);
    expect(journal.entries().map((one) => [one.intentKey, one.dismissed])).toEqual([
      ['0', true],
      ['new', false],
    ]);
    expect(before.map((one) => [one.intentKey, one.dismissed])).toEqual([['0', false]]);
  });

  test('tells the screen of each change at once while there are fewer than 500, until it listens no more', () => {
    const { journal, told, leave } = watched(499);
    journal.update('0', { dismissed: true });
    journal.update('1', { dismissed: true });
    expect(told).toHaveBeenCalledTimes(2);
    leave();
    journal.update('2', { dismissed: true });
    expect(told).toHaveBeenCalledTimes(2);
    expect(journal.entries()[2]?.dismissed).toBe(true);
  });

  test('tells the screen once of the changes of an interval from 500 on, and of those of the next again', () => {
    const { journal, told } = watched(500);
    for (const round of [1, 2]) {
      journal.update('0', { dismissed: round === 1 });
      journal.update('1', { putBack: round === 1 });
      expect(told).toHaveBeenCalledTimes(round - 1);
      vi.advanceTimersByTime(1000);
      expect(told).toHaveBeenCalledTimes(round);
      expect(journal.entries()[0]?.dismissed).toBe(round === 1);
      expect(journal.entries()[1]?.putBack).toBe(round === 1);
    }
  });

  test('tells the screen that an intent was sent together with what came of it, or within 50 ms', () => {
    const journal = createDeletionJournal('/api', always);
    journal.add([entry('0'), entry('1')]);
    const told = vi.fn();
    journal.subscribe(told);
    journal.update('0', { sentAt: 1000 });
    // Written down at once all the same: a reload has to know.
    expect(Object.values(sessionStorage).join()).toContain('"sentAt":1000');
    expect(told).toHaveBeenCalledTimes(0);
    vi.advanceTimersByTime(50);
    expect(told).toHaveBeenCalledTimes(1);
    expect(journal.entries()[0]?.sentAt).toBe(1000);
    journal.update('1', { sentAt: 1050 });
    journal.update('1', { settledAt: 1060, outcome: notSent('why') });
    expect(told).toHaveBeenCalledTimes(2);
    expect(journal.entries()[1]).toMatchObject({ sentAt: 1050, settledAt: 1060 });
    vi.advanceTimersByTime(1000);
    expect(told).toHaveBeenCalledTimes(2);
  });

  test('hands out what is known at that moment, also before it tells the screen', () => {
    const { journal, told } = watched(500);
    expect(journal.entries()[499]?.dismissed).toBe(false);
    journal.update('499', { dismissed: true });
    expect(told).not.toHaveBeenCalled();
    expect(journal.entries()[499]?.dismissed).toBe(true);
  });

  test('tells the screen of an intent at once, however many there are', () => {
    const { journal, told } = watched(500);
    journal.add([entry('new')]);
    expect(told).toHaveBeenCalledTimes(1);
    expect(journal.entries()).toHaveLength(501);
  });
});

/** A journal after a reload, so that nothing was told yet. */
function watched(count: number) {
  createDeletionJournal('/api', always).add(Array.from({ length: count }, (_, at) => entry(String(at))));
  const journal = createDeletionJournal('/api', always);
  const told = vi.fn();
  return { journal, told, leave: journal.subscribe(told) };
}

function entry(intentKey: string, sentAt: number | null = null): DeletionEntry {
  return anEntry({ intentKey, sentAt });
}
