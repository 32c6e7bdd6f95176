import { type CsvCell, toCsv } from '../../rules/csv.ts';
import type { OutcomeJson } from '../../rules/outcome.ts';
import { toIso } from '../../rules/time.ts';
import { getStage } from './deletionRows.ts';
import type { Cursor, FoundDeletion, LogFilter, LogPage, LogReader } from './readLog.ts';

const header = ['time', 'result', 'name', 'ID', 'database', 'actor', 'reason', 'status', 'message'];
/** Items that are read at once. */
const pieceSize = 1_000;

/** All items that match, one line each, newest deletion first. In one text, because a file that was cut off would look complete. */
export async function formatLog(log: LogReader, workspace: string, filter: LogFilter): Promise<string> {
  const pieces = [toCsv([header])];
  let before: Cursor | null = null;
  do {
    const page: LogPage = await log.readPage(workspace, filter, before, pieceSize);
    pieces.push(toCsv(await listLines(log, page.rows, filter)));
    before = page.next;
  } while (before !== null);
  return pieces.join('');
}

async function listLines(
  log: LogReader,
  rows: readonly FoundDeletion[],
  { results }: LogFilter,
): Promise<CsvCell[][]> {
  const itemsOf = await log.readItems(rows, { results });
  return rows.flatMap(({ id, actor, reason, confirmedAt }) =>
    (itemsOf.get(id) ?? []).map((item) => {
      const { name, instanceId, databaseName, endedAt, sentAt } = item;
      // We wrote it, so it is an outcome.
      const outcome = item.outcome === null ? null : (JSON.parse(item.outcome) as OutcomeJson);
      const time = toIso(endedAt ?? sentAt ?? confirmedAt);
      const { status = null, message = '' } = outcome ?? {};
      return [time, getStage(item), name, instanceId, databaseName, actor, reason, status, message];
    }),
  );
}
