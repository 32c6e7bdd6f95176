// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import type { Connection } from '../../../../src/api/Connection.ts';
import { sendEntry } from '../../../../src/features/compute/deletion/sendEntry.ts';
import { createDeletions } from '../../../../src/features/compute/journal/createDeletions.ts';
import { anEntry } from '../journal/anEntry.ts';

const connection: Connection = { serviceUrl: '/api', token: 't0ken' };

beforeEach(() => sessionStorage.clear());

test.each([
  ['before it is sent', null, 'not-sent'],
  ['after it may have been sent', 5, 'unknown'],
] as const)(
  'an intent over which the console breaks %s ends all the same, and holds nobody',
  async (_, sentAt, kind) => {
    let held = 0;
    const deletions = createDeletions(
      '/api',
      () => true,
      (isDeleting) => (held += isDeleting ? 1 : -1),
    );
    const entry = anEntry({ sentAt: null });
    deletions.journal.add([entry]);
    const broken = {
      ...deletions.tabs,
      alone: async () => {
        deletions.journal.update(entry.intentKey, { sentAt });
        throw new Error('out of memory');
      },
    };
    const ended = await sendEntry({ ...deletions, tabs: broken }, connection, entry);
    expect(ended.outcome).toMatchObject({ kind, reason: 'The console failed (out of memory).' });
    expect(deletions.inFlight.size).toBe(0);
    expect(held).toBe(0);
  },
);
