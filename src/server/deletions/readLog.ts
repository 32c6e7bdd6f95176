import { sql } from 'kysely';
import { type DeletionLogPageJson, recentMs } from '../../rules/deletion.ts';
import { foldForSearch } from '../../rules/text.ts';
import type { EpochMs } from '../../rules/time.ts';
import { type DeletionRow, isOpenOrUnresolved } from '../database/schema.ts';
import type { Access } from '../sessions/access.ts';
import type { DeletionLog } from './deletionLog.ts';
import { toBulkDeletionJson, toDeletionJson, toProtectionJson, toStorable } from './deletionRows.ts';

export type LogPageQuery = {
  /** Words, each of which must be in the name, ID, database, actor or reason. Empty for all. */
  search: string;
  isMine: boolean;
  /** `next` of the page before, or null. */
  before: EpochMs | null;
  /** Null for as many as one page may have, and what has just ended. */
  limit: number | null;
};

export const maxLogPageSize = 200;

/** A page of the log, newest first, and the items of a bulk delete in their order. */
export async function readLog(
  { database, serviceId }: DeletionLog,
  { workspace, actor }: Access,
  { search, isMine, before, limit: chosenLimit }: LogPageQuery,
): Promise<DeletionLogPageJson> {
  const { db, now } = database;
  const limit = chosenLimit ?? maxLogPageSize;
  const place = { serviceId, workspace };
  let matching = db
    .selectFrom('deletions')
    .selectAll()
    .where((each) => each.and({ ...place, ...(isMine && { actor }) }));
  for (const pattern of toLikePatterns(search))
    matching = matching.where(sql<boolean>`search_text like ${pattern} escape '\\'`);

  /** Entries of one millisecond share a page, even beyond `limit`: no bulk delete is divided, and a time is enough as a cursor. */
  async function readPage(): Promise<{ rows: DeletionRow[]; next: EpochMs | null }> {
    const older = before === null ? matching : matching.where('confirmedAt', '<', before);
    const newest = older.orderBy('confirmedAt', 'desc');
    const rows = await newest.limit(limit + 1).execute();
    const end = rows[limit - 1]?.confirmedAt;
    const following = rows[limit]?.confirmedAt;
    if (end === undefined || following === undefined) return { rows, next: null };
    if (following < end) return { rows: rows.slice(0, limit), next: end };
    const sameTime = await matching.where('confirmedAt', '=', end).execute();
    const [another] = await newest.where('confirmedAt', '<', end).limit(1).execute();
    return { rows: [...rows, ...sameTime], next: another === undefined ? null : end };
  }

  const isFirst = search === '' && before === null;
  // In this order, because a deletion that ends between two queries must be in one of them.
  const unresolved = isFirst ? await matching.where(isOpenOrUnresolved).execute() : [];
  const isWhole = isFirst && chosenLimit === null;
  const recent = isWhole ? await matching.where('endedAt', '>', now() - recentMs).execute() : [];
  const { rows, next } = await readPage();
  const byId = new Map([...unresolved, ...recent, ...rows].map((row) => [row.id, row]));
  const listed = [...byId.values()].sort(
    (a, b) => b.confirmedAt - a.confirmedAt || a.position - b.position || (a.id < b.id ? -1 : 1),
  );
  // An empty list is an error in PostgreSQL.
  const bulkIds = ['', ...new Set(listed.flatMap(({ bulkId }) => bulkId ?? []))];
  const bulkDeletions = await db
    .selectFrom('bulkDeletions')
    .selectAll()
    .where((each) => each.and(place))
    .where((each) => each.or([each('endedAt', 'is', null), each('id', 'in', bulkIds)]))
    .orderBy('startedAt', 'desc')
    .execute();
  const protections = await db
    .selectFrom('protections')
    .selectAll()
    .where((each) => each.and(place))
    .where((each) => {
      const since = next ?? 0;
      return each.or([
        each('removedAt', 'is', null),
        each('setAt', '>=', since),
        each('removedAt', '>=', since),
      ]);
    })
    .orderBy('setAt', 'desc')
    .execute();
  return {
    deletions: listed.map((row) => toDeletionJson(row, actor)),
    bulkDeletions: bulkDeletions.map((row) => toBulkDeletionJson(row, actor)),
    protections: protections.map((row) => toProtectionJson(row, actor)),
    next: next === null ? null : String(next),
  };
}

function toLikePatterns(search: string): string[] {
  const words = foldForSearch(toStorable(search)).split(/\s+/);
  return words.filter((word) => word !== '').map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
}
