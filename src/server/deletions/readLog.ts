import { sql } from 'kysely';
import { type CsvCell, toCsv } from '../../rules/csv.ts';
import {
  type DeletionJson,
  type OutcomeCode,
  recentlyEndedMs,
  unresolvedCodes,
} from '../../rules/deletion.ts';
import { foldForSearch } from '../../rules/text.ts';
import { type EpochMs, toIso } from '../../rules/time.ts';
import type { Database } from '../database/database.ts';
import type { DeletionRow, ItemRow } from '../database/schema.ts';
import { getStage, readOutcome, selectItems, toDeletionJson, toStorable } from './deletionRows.ts';

export type LogFilter = {
  /** Words, each of which must be in the name, ID, database, actor or reason. */
  search?: string | undefined;
  results?: readonly OutcomeCode[] | undefined;
  actor?: string | undefined;
  /** When it was confirmed. `from` is included, `to` isn't. */
  from?: EpochMs | undefined;
  to?: EpochMs | undefined;
  id?: string | undefined;
};

export type LogCursor = { confirmedAt: EpochMs; id: string };

/** Newest first. Whole deletions, with at least `limit` items if there are so many. */
type LogPage = { rows: readonly DeletionRow[]; next: LogCursor | null };

export class LogReader {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async readVersion(workspace: string): Promise<number> {
    const { version } = await this.#database.db
      .selectFrom('workspaces')
      .select('version')
      .where('name', '=', workspace)
      .executeTakeFirstOrThrow();
    return version;
  }

  async readPage(
    workspace: string,
    filter: LogFilter,
    before: LogCursor | null,
    limit: number,
  ): Promise<LogPage> {
    let older = this.#select(workspace, filter);
    if (before !== null)
      older = older.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('confirmedAt', 'id'), '<', tuple(before.confirmedAt, before.id)),
      );
    const found = await older
      .orderBy('confirmedAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    let itemCount = 0;
    const end = found.findIndex((row) => {
      itemCount += Number(row.itemCount);
      return itemCount >= limit;
    });
    const rows = end === -1 ? found : found.slice(0, end + 1);
    return { rows, next: (rows.length < found.length && rows.at(-1)) || null };
  }

  /** What is open, unresolved, or ended so recently that its row may have to be hidden. */
  async readCurrent(workspace: string, now: EpochMs): Promise<DeletionRow[]> {
    const { db } = this.#database;
    const items = () =>
      db.selectFrom('deletionItems').select('deletionId').where('workspace', '=', workspace);
    // Each part has an index. With `or`, SQLite would read the whole workspace.
    const parts = [
      items().where('endedAt', 'is', null),
      items().where('endedAt', '>', now - recentlyEndedMs),
      items().where('outcomeCode', 'in', unresolvedCodes).where('dismissedAt', 'is', null),
    ];
    const found = await Promise.all(parts.map((part) => part.execute()));
    const ids = [...new Set(found.flat().map(({ deletionId }) => deletionId))];
    if (ids.length === 0) return [];
    return this.#select(workspace).where('id', 'in', ids).execute();
  }

  #select(workspace: string, { search = '', results, actor, from, to, id }: LogFilter = {}) {
    const patterns = toLikePatterns(search);
    let found = this.#database.db
      .selectFrom('deletions')
      .selectAll('deletions')
      .select((row) =>
        selectItems(row)
          .select((item) => item.fn.countAll<number>().as('count'))
          .as('itemCount'),
      )
      .where('workspace', '=', workspace)
      .where((row) => {
        let items = selectItems(row).select('position');
        for (const pattern of patterns)
          items = items.where(sql<boolean>`search_text like ${pattern} escape '!'`);
        if (results !== undefined) items = items.where('outcomeCode', 'in', results);
        return row.exists(items);
      });
    if (actor !== undefined) found = found.where('actor', '=', actor);
    if (from !== undefined) found = found.where('confirmedAt', '>=', from);
    if (to !== undefined) found = found.where('confirmedAt', '<', to);
    return id === undefined ? found : found.where('id', '=', id);
  }

  /** All `rows` are of one workspace. */
  async #readItems(rows: readonly DeletionRow[], { results }: LogFilter): Promise<Map<string, ItemRow[]>> {
    const itemsOf = new Map<string, ItemRow[]>(rows.map(({ id }) => [id, []]));
    const [first] = rows;
    if (first === undefined) return itemsOf;
    const items = await this.#database.db
      .selectFrom('deletionItems')
      .selectAll()
      .where('workspace', '=', first.workspace)
      .where('deletionId', 'in', [...itemsOf.keys()])
      .$if(results !== undefined, (query) => query.where('outcomeCode', 'in', results ?? []))
      .orderBy('position')
      .execute();
    for (const item of items) itemsOf.get(item.deletionId)?.push(item);
    return itemsOf;
  }

  /** In one text, because a file that was cut off could look complete. */
  async formatCsv(workspace: string, filter: LogFilter): Promise<string> {
    const pieces = [toCsv([csvHeader])];
    let before: LogCursor | null = null;
    do {
      const page: LogPage = await this.readPage(workspace, filter, before, csvPieceSize);
      const itemsOf = await this.#readItems(page.rows, filter);
      const lines = page.rows.flatMap(
        (row) => itemsOf.get(row.id)?.map((item) => toCsvLine(row, item)) ?? [],
      );
      pieces.push(toCsv(lines));
      before = page.next;
    } while (before !== null);
    return pieces.join('');
  }

  async readDeletions(
    rows: readonly DeletionRow[],
    ownActor: string,
    withRecords = false,
  ): Promise<DeletionJson[]> {
    const itemsOf = await this.#readItems(rows, {});
    return rows.map((row) => toDeletionJson(row, itemsOf.get(row.id) ?? [], ownActor, withRecords));
  }
}

function toLikePatterns(search: string): string[] {
  const words = foldForSearch(toStorable(search)).match(/\S+/g) ?? [];
  return words.map((word) => `%${word.replace(/[!%_]/g, '!$&')}%`);
}

const csvHeader = ['time', 'result', 'name', 'ID', 'database', 'actor', 'reason', 'status', 'message'];
const csvPieceSize = 1_000;

function toCsvLine({ actor, reason, confirmedAt }: DeletionRow, item: ItemRow): CsvCell[] {
  const { name, instanceId, databaseName, endedAt, sentAt } = item;
  const { status = null, message = '' } = readOutcome(item) ?? {};
  const time = toIso(endedAt ?? sentAt ?? confirmedAt);
  return [time, getStage(item), name, instanceId, databaseName, actor, reason, status, message];
}
