import { isUnresolved } from '../database/migrations.ts';
import type { DeletionLog } from './deletionLog.ts';

const dayMs = 24 * 60 * 60_000;
/** Rows of one statement, because SQLite runs in the thread of the server. */
const removedAtOnce = 500;

/** Removes what is resolved and older than `keepDays` (1 or more), in all workspaces. */
export async function removeOldEntries(
  { database, serviceId }: DeletionLog,
  keepDays: number,
): Promise<void> {
  const { db, now } = database;
  const oldest = now() - keepDays * dayMs;
  for (let removedCount = removedAtOnce; removedCount === removedAtOnce; ) {
    const old = db
      .selectFrom('deletions')
      .select('id')
      .where('serviceId', '=', serviceId)
      .where('endedAt', '<', oldest)
      .where((each) => each.not(isUnresolved))
      .limit(removedAtOnce);
    const removed = await db
      .deleteFrom('deletions')
      .where('serviceId', '=', serviceId)
      .where('id', 'in', old)
      .returning('id')
      .execute();
    removedCount = removed.length;
  }
  const used = db
    .selectFrom('deletions')
    .select('bulkId')
    .where('serviceId', '=', serviceId)
    .where('bulkId', 'is not', null);
  await db
    .deleteFrom('bulkDeletions')
    .where('serviceId', '=', serviceId)
    .where('endedAt', '<', oldest)
    .where('id', 'not in', used)
    .execute();
  await db
    .deleteFrom('protections')
    .where('serviceId', '=', serviceId)
    .where('removedAt', '<', oldest)
    .execute();
}
