import { unresolvedCodes } from '../../rules/deletion.ts';
import { dayMs, type EpochMs, hourMs } from '../../rules/time.ts';
import type { Database, Trx } from '../database/database.ts';
import type { Background } from './background.ts';
import { selectItems } from './deletionRows.ts';

/** SQLite runs in the thread of the server, so a transaction must be short. */
const removedAtOnce = 100;

/** Not in the first hour of a process, which may have started with a wrong clock. */
export async function removeOldDeletionsDaily(
  database: Database,
  keepDays: number,
  background: Background,
  log: (sentence: string) => void,
): Promise<void> {
  await background.pause(hourMs);
  await background.repeat(dayMs, async () => {
    const count = await removeOldDeletions(database, keepDays);
    if (count > 0) log(`${count} deletions older than ${keepDays} days were removed from the log.`);
  });
}

/**
 * Removes what is resolved and ended `keepDays` ago, and withdrawn IDs after a day. Counts from the newest
 * entry if it is earlier than now, because the clock may be wrong.
 * @returns the number of deletions, without withdrawn IDs
 */
export async function removeOldDeletions(database: Database, keepDays: number): Promise<number> {
  const { newest, now } = await database.readLogState();
  const base = Math.min(now, newest ?? 0);
  const workspaces = await database.db.selectFrom('workspaces').select('name').execute();
  let count = 0;
  for (const { name } of workspaces)
    for (let isWhole = false; !isWhole; ) {
      const removed = await database.inWorkspace(name, (trx) => removeSome(trx, name, base, keepDays));
      count += removed.deletionCount;
      isWhole = removed.idCount < removedAtOnce;
    }
  return count;
}

async function removeSome(trx: Trx, workspace: string, base: EpochMs, keepDays: number) {
  const keptSince = base - keepDays * dayMs;
  const old = trx
    .selectFrom('deletions')
    .select('id')
    .where('workspace', '=', workspace)
    .where('confirmedAt', '<', base - dayMs)
    .where((row) => {
      const kept = selectItems(row).where((item) =>
        item.or([
          item('endedAt', 'is', null),
          item('endedAt', '>=', keptSince),
          item.and([item('outcomeCode', 'in', unresolvedCodes), item('dismissedAt', 'is', null)]),
        ]),
      );
      return row.not(row.exists(kept.select('position')));
    })
    .limit(removedAtOnce);
  const deletions = trx.deleteFrom('deletions').where('workspace', '=', workspace).where('id', 'in', old);
  const removed = await deletions.returning('id').execute();
  // An empty list is an error in PostgreSQL.
  const ids = ['', ...removed.map(({ id }) => id)];
  const items = trx.deleteFrom('deletionItems').where('workspace', '=', workspace);
  const removedItems = await items.where('deletionId', 'in', ids).returning('deletionId').execute();
  const deletionIds = new Set(removedItems.map(({ deletionId }) => deletionId));
  return { idCount: removed.length, deletionCount: deletionIds.size };
}
