import { type CsvCell, toCsv } from '../../rules/csv.ts';
import type { OutcomeJson } from '../../rules/outcome.ts';
import { toIso } from '../../rules/time.ts';
import { getStage } from './deletionRows.ts';
import type { Cursor, FoundDeletion, LogFilter, LogReader } from './readLog.ts';

const header = ['time', 'result', 'name', 'ID', 'database', 'actor', 'reason', 'status', 'message'];
/** Items that are read at once. */
const pieceSize = 1_000;

/** All items that match, one line each, newest deletion first. It is written in pieces, because a log can be long. */
export function createCsvStream(
  log: LogReader,
  workspace: string,
  filter: LogFilter,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let before: Cursor | null = null;
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(toCsv([header]))),
    async pull(controller) {
      const { rows, next } = await log.readPage(workspace, filter, before, pieceSize);
      const lines = await listLines(log, rows, filter);
      if (lines.length > 0) controller.enqueue(encoder.encode(toCsv(lines)));
      before = next;
      if (next === null) controller.close();
    },
  });
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
