import type { Kysely } from 'kysely';
import { blankOutcome } from '../../rules/outcome.ts';
import type { BulkDeletionRow, DeletionRow, Tables } from '../database/tables.ts';
import type { BulkLog } from './bulkLog.ts';
import type { DeletionLog } from './deletionLog.ts';

/** What was sent so long ago (ms) and has no outcome: its server has ended, because a request takes at most 60 s. */
const maxSendingMs = 2 * 60_000;
/** A bulk delete without progress for so long (ms): its server has ended. */
const maxIdleMs = 5 * 60_000;

/** Settles what a server that has ended left open: what was sent is `unknown`, and what waited is `not-sent`. */
export function createSettleStale(log: DeletionLog, bulkLog: BulkLog, onUnknown: (row: DeletionRow) => void) {
  const { serviceId, active, database } = log;

  async function find(workspace: string, from: Kysely<Tables> = database.db) {
    const sent = await from
      .selectFrom('deletions')
      .selectAll()
      .where((each) => each.and({ serviceId, workspace }))
      .where('outcomeCode', 'is', null)
      .where('sentAt', 'is not', null)
      .execute();
    const running = await from
      .selectFrom('bulkDeletions')
      .selectAll()
      .where((each) => each.and({ serviceId, workspace }))
      .where('endedAt', 'is', null)
      .execute();
    return {
      deletions: sent.filter((row) => isStale(row, row.sentAt ?? 0, maxSendingMs)),
      bulkDeletions: running.filter((row) => isStale(row, row.progressAt, maxIdleMs)),
    };
  }

  function isStale({ id, sender }: DeletionRow | BulkDeletionRow, since: number, maxMs: number): boolean {
    if (active.has(id)) return false;
    return database.now() - since > maxMs || (database.isExclusive && sender !== log.sender);
  }

  /** Before the log is read, and before a decision. */
  return async function settleStale(workspace: string): Promise<void> {
    const { deletions, bulkDeletions } = await find(workspace);
    if (deletions.length + bulkDeletions.length === 0) return;
    const settled = await log.inWorkspace(workspace, async (trx) => {
      // Again, because another replica may have settled them, or a run may have gone on.
      const stale = await find(workspace, trx);
      const rows: (DeletionRow | undefined)[] = [];
      for (const row of stale.deletions) rows.push(await log.assume(trx, row, endedBeforeResult));
      for (const row of stale.bulkDeletions) await bulkLog.endIn(trx, row);
      return rows;
    });
    for (const row of settled) if (row !== undefined) onUnknown(row);
  };
}

const endedBeforeResult = {
  ...blankOutcome,
  code: 'unknown' as const,
  message: "The console's server ended before it had a result.",
};
