import { isResolved } from '../database/schema.ts';
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
  const end = now() - keepDays * dayMs;
  const ended = db
    .selectFrom('deletions')
    .select('id')
    .where('serviceId', '=', serviceId)
    .where('endedAt', '<', end);
  const old = ended.where(isResolved).limit(removedAtOnce);
  const removal = db.deleteFrom('deletions').where('serviceId', '=', serviceId).where('id', 'in', old);
  while ((await removal.returning('id').execute()).length === removedAtOnce);
  const items = db.selectFrom('deletions').select('bulkId').where('serviceId', '=', serviceId);
  const runs = db.deleteFrom('bulkDeletions').where('serviceId', '=', serviceId).where('endedAt', '<', end);
  await runs.where('id', 'not in', items.where('bulkId', 'is not', null)).execute();
  const protections = db.deleteFrom('protections').where('serviceId', '=', serviceId);
  await protections.where('removedAt', '<', end).execute();
}
