import type { Kysely } from 'kysely';
import { blankOutcome } from '../../rules/outcome.ts';
import { type BulkDeletionRow, type DeletionRow, isUnresolved, type Tables } from '../database/schema.ts';
import type { BulkLog } from './bulkLog.ts';
import type { DeletionLog } from './deletionLog.ts';

/** What was sent so long ago (ms) and has no outcome: its server has ended, because a request takes at most 60 s. */
const maxSendingMs = 2 * 60_000;
/** A bulk delete without progress for so long (ms): its server has ended. */
const maxIdleMs = 5 * 60_000;

/**
 * Settles what a server that has ended left open in a workspace: what was sent is `unknown`, and what waited is `not-sent`.
 * Called before the log is read, and before a decision. Returns what is `unknown` since then.
 */
export async function settleStale(
  log: DeletionLog,
  bulkLog: BulkLog,
  workspace: string,
): Promise<readonly DeletionRow[]> {
  const { serviceId, active, database } = log;

  async function find(from: Kysely<Tables>) {
    const entries = from.selectFrom('deletions').selectAll().where('serviceId', '=', serviceId);
    const sent = entries.where('workspace', '=', workspace).where('sentAt', 'is not', null);
    const deletions = await sent.where(isUnresolved).where('outcomeCode', 'is', null).execute();
    const rows = from.selectFrom('bulkDeletions').selectAll().where('serviceId', '=', serviceId);
    const running = await rows.where('workspace', '=', workspace).where('endedAt', 'is', null).execute();
    return {
      stale: deletions.filter((row) => isStale(row, row.sentAt ?? 0, maxSendingMs)),
      staleRuns: running.filter((row) => isStale(row, row.progressAt, maxIdleMs)),
    };
  }

  function isStale({ id, sender }: DeletionRow | BulkDeletionRow, since: number, maxMs: number): boolean {
    if (active.has(id)) return false;
    return database.now() - since > maxMs || (database.isExclusive && sender !== log.sender);
  }

  const { stale, staleRuns } = await find(database.db);
  if (stale.length + staleRuns.length === 0) return [];
  return log.inWorkspace(workspace, async (trx) => {
    // Again, because another replica may have settled them, or a run may have gone on.
    const found = await find(trx);
    const settled: DeletionRow[] = [];
    for (const row of found.stale) settled.push((await log.assume(trx, row, endedBeforeResult)) ?? row);
    for (const { id } of found.staleRuns) await bulkLog.endIn(trx, id);
    return settled;
  });
}

const endedBeforeResult = {
  ...blankOutcome,
  code: 'unknown' as const,
  message: "The console's server ended before it had a result.",
};
