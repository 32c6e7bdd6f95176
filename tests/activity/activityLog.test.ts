import { expect, it } from 'vitest';
import {
  type Entry,
  mergeContents,
  toActivityCsv,
  toActivityEntries,
} from '../../src/activity/activityLog.ts';
import type { BulkDeletion, LogContents, Protection } from '../../src/rules/deletion.ts';
import { aDeletion } from '../compute/fixtures.ts';

const bulk: BulkDeletion = {
  ...{ id: 'bulk', actor: 'jo@example.com', isOwn: false, stage: 'ended', stopReason: null },
  ...{ waitsUntil: null, startedAt: 20, endedAt: 30 },
};

const protection: Protection = {
  ...{ id: 'p', databaseName: 'orders', instanceId: 'one', name: 'orders-one', reason: 'audit' },
  ...{ actor: 'jo@example.com', isOwn: false, setAt: 15, removedAt: 40, removedBy: 'sam@example.com' },
};

/** As the log has it: the newest first, and the items of a bulk delete in their order. */
const part: LogContents = {
  deletions: [
    aDeletion('deleted', { id: 'later', confirmedAt: 30 }),
    aDeletion('unknown', { id: 'a', bulkId: 'bulk', confirmedAt: 20 }),
    aDeletion('not-sent', { id: 'b', bulkId: 'bulk', confirmedAt: 20 }),
    aDeletion('deleted', { id: 'earlier', confirmedAt: 10 }),
  ],
  bulkDeletions: [bulk],
  protections: [protection],
};

function describeEntry(entry: Entry): string {
  if (entry.kind === 'protection') return `${entry.isSet ? 'set' : 'removed'} by ${entry.actor}`;
  return entry.deletions.map(({ id }) => id).join('+');
}

it('one entry for each delete, bulk delete and change of a protection, newest first', () => {
  const entries = toActivityEntries(part, false);
  expect(entries.map(describeEntry)).toEqual([
    'removed by sam@example.com',
    'later',
    'a+b',
    'set by jo@example.com',
    'earlier',
  ]);
  expect(entries[2]).toMatchObject({ bulk, at: 20 });
});

it('a change that is older than the known deletions waits for the next page', () => {
  const newest = { ...part, deletions: part.deletions.slice(0, 3) };
  expect(toActivityEntries(newest, true).map(describeEntry)).toEqual([
    'removed by sam@example.com',
    'later',
    'a+b',
  ]);
  expect(toActivityEntries({ ...part, deletions: [] }, false)).toHaveLength(2);
});

it('of a deletion in two parts, the version of the first part counts', () => {
  const dismissed = aDeletion('unknown', { id: 'a', bulkId: 'bulk', confirmedAt: 20, dismissedAt: 50 });
  const merged = mergeContents([{ ...part, deletions: [dismissed] }, part]);
  expect(merged.deletions).toHaveLength(4);
  expect(merged.deletions).toContain(dismissed);
  expect(merged.bulkDeletions).toHaveLength(1);
});

it('CSV → a row per deletion and change, no formulas, a remark in the last line', () => {
  const time = Date.parse('2026-11-25T19:39:12Z');
  const deletion = aDeletion('refused', {
    ...{ instanceId: 'one', name: '=1+1', reason: '@x\u200b', confirmedAt: time, endedAt: time },
    outcome: { status: 409, message: 'Busy.', notes: ['Try later.'] },
  });
  const entries = toActivityEntries(
    { deletions: [deletion], bulkDeletions: [], protections: [protection] },
    false,
  );
  const place = { workspace: 'acme', environment: 'Production' };
  const [header, row, ...rest] = toActivityCsv(entries, place, 'There are older deletions.').split('\r\n');
  expect(header).toBe(
    'requested (UTC),requested by,workspace,environment,reason,result,name,database,ID,response (UTC),HTTP,request ID,explanation',
  );
  expect(row).toBe(
    `2026-11-25 19:39:12,jo@example.com,acme,Production,"'@x[U+200B]",Rejected,"'=1+1",orders,one,2026-11-25 19:39:12,409,,Busy. Try later.`,
  );
  expect(rest).toEqual([
    '1970-01-01 00:00:00,sam@example.com,acme,Production,,Protection removed,orders-one,orders,one',
    '1970-01-01 00:00:00,jo@example.com,acme,Production,audit,Protection set,orders-one,orders,one',
    'There are older deletions.',
    '',
  ]);
});
