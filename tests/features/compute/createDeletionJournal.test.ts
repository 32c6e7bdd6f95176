// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createDeletionJournal } from '../../../src/features/compute/createDeletionJournal.ts';
import type { DeletionEntry } from '../../../src/features/compute/DeletionEntry.ts';
import { notSent } from '../../../src/features/compute/notSent.ts';

function entry(intentKey: string, sentAt: number | null = null): DeletionEntry {
  return {
    intentKey,
    target: { workspaceSlug: 'acme', databaseName: 'orders', instanceId: intentKey },
    label: intentKey,
    confirmedAt: 1,
    sentAt,
    settledAt: null,
    outcome: null,
    bulkKey: null,
    listed: true,
    dismissed: false,
    putBack: false,
  };
}

const always = () => true;

describe('the journal of deletions', () => {
  beforeEach(() => sessionStorage.clear());

  test('tells after a reload what was sent from what never was', () => {
    createDeletionJournal(always).add([entry('sent', 5), entry('waiting')]);
    const kinds = createDeletionJournal(always)
      .entries()
      .map(({ intentKey, outcome }) => [intentKey, outcome?.kind]);
    expect(kinds).toEqual([
      ['sent', 'unknown'],
      ['waiting', 'not-sent'],
    ]);
  });

  test('never replaces an outcome once reached', () => {
    const journal = createDeletionJournal(always);
    journal.add([entry('one')]);
    journal.update('one', { outcome: notSent('first') });
    expect(journal.update('one', { outcome: notSent('second') })?.outcome?.reason).toBe('first');
    expect(createDeletionJournal(always).entries()[0]?.outcome?.reason).toBe('first');
  });

  test('leaves nothing behind once nobody is signed in', () => {
    const journal = createDeletionJournal(() => false);
    journal.add([entry('one', 5)]);
    expect(sessionStorage.length).toBe(0);
    expect(journal.entries()).toHaveLength(1);
  });

  test('goes on, and says so, where the browser has no room', () => {
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const journal = createDeletionJournal(always);
    journal.add([entry('one')]);
    expect(journal.isLossy()).toBe(true);
    expect(journal.update('one', { outcome: notSent('why') })?.outcome?.reason).toBe('why');
    full.mockRestore();
  });

  test('reads past what is none of its entries', () => {
    sessionStorage.setItem('workspace-console.deletion.odd', '{"what":1}');
    createDeletionJournal(always).add([entry('one', 5)]);
    expect(createDeletionJournal(always).entries()).toHaveLength(1);
  });
});
