import { sql } from 'kysely';
import type { BulkDeletionJson, DeletionLogPageJson } from '../../rules/deletion.ts';
import type { EpochMs } from '../../rules/time.ts';
import { isUnresolved } from '../database/migrations.ts';
import type { DeletionRow } from '../database/tables.ts';
import type { Access } from '../sessions/access.ts';
import { toBulkDeletionJson, toDeletionJson, toProtectionJson } from './deletionJson.ts';
import type { DeletionLog } from './deletionLog.ts';
import { toLikePatterns } from './searchText.ts';

export type LogQuery = {
  /** Words, each of which must be in the name, ID, database, actor or reason. Empty for all. */
  search: string;
  /** True for those of the session's actor only. */
  isMine: boolean;
  /** `next` of the page before, or null. */
  before: EpochMs | null;
  limit: number;
};

/** What ended so recently (ms) is on the first page, because its row may have to be hidden. */
const recentMs = 15 * 60_000;

/** A page of the log, newest first, and the items of a bulk delete in their order. */
export async function readLog(
  { database, serviceId }: DeletionLog,
  { workspace, actor }: Access,
  { search, isMine, before, limit }: LogQuery,
): Promise<DeletionLogPageJson> {
  const { db, now } = database;
  let matching = db
    .selectFrom('deletions')
    .selectAll()
    .where((each) => each.and({ serviceId, workspace, ...(isMine && { actor }) }));
  for (const pattern of toLikePatterns(search))
    matching = matching.where((each) => sql<boolean>`${each.ref('searchText')} like ${pattern} escape '\\'`);

  const isFirst = search === '' && before === null;
  // In this order, because a deletion that ends between two queries must be in one of them.
  const unresolved = isFirst ? await matching.where(isUnresolved).execute() : [];
  const recent = isFirst ? await matching.where('endedAt', '>', now() - recentMs).execute() : [];
  const { rows, next } = await readPage();
  const byId = new Map([...unresolved, ...recent, ...rows].map((row) => [row.id, row]));
  const listed = [...byId.values()].sort(
    (a, b) => b.confirmedAt - a.confirmedAt || a.position - b.position || (a.id < b.id ? -1 : 1),
  );

  /**
   * Entries of one millisecond are always on one page, even if it then has more than `limit`. So a bulk delete is never
   * divided, and a time is enough as a cursor.
   */
  async function readPage(): Promise<{ rows: DeletionRow[]; next: EpochMs | null }> {
    const older = before === null ? matching : matching.where('confirmedAt', '<', before);
    const rows = await older
      .orderBy('confirmedAt', 'desc')
      .limit(limit + 1)
      .execute();
    const last = rows[limit - 1];
    const following = rows[limit];
    if (last === undefined || following === undefined) return { rows, next: null };
    const end = last.confirmedAt;
    if (following.confirmedAt < end) return { rows: rows.slice(0, limit), next: end };
    const sameTime = await matching.where('confirmedAt', '=', end).execute();
    const [another] = await older.where('confirmedAt', '<', end).limit(1).execute();
    return { rows: [...rows, ...sameTime], next: another === undefined ? null : end };
  }

  async function readBulkDeletions(): Promise<BulkDeletionJson[]> {
    const ids = new Set(listed.flatMap(({ bulkId }) => bulkId ?? []));
    const bulkDeletions = await db
      .selectFrom('bulkDeletions')
      .selectAll()
      .where((each) => each.and({ serviceId, workspace }))
      .where((each) =>
        each.or([each('endedAt', 'is', null), ...(ids.size > 0 ? [each('id', 'in', [...ids])] : [])]),
      )
      .orderBy('startedAt', 'desc')
      .orderBy('id')
      .execute();
    return bulkDeletions.map((row) => toBulkDeletionJson(row, actor));
  }

  const protections = await db
    .selectFrom('protections')
    .selectAll()
    .where((each) => each.and({ serviceId, workspace }))
    .$if(next !== null, (all) =>
      all.where((each) =>
        each.or([each('removedAt', 'is', null), each('setAt', '>=', next), each('removedAt', '>=', next)]),
      ),
    )
    .orderBy('setAt', 'desc')
    .orderBy('id')
    .execute();
  return {
    deletions: listed.map((row) => toDeletionJson(row, actor)),
    bulkDeletions: await readBulkDeletions(),
    protections: protections.map((row) => toProtectionJson(row, actor)),
    next: next === null ? null : String(next),
  };
}
