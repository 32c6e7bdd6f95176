import { parseInstant } from '../../format/time.ts';
import { isResolved } from '../../rules/deletion.ts';
import type { Refusal, RefusalCode } from '../../rules/requests.ts';
import { bulkProblem, findRowChange, type InstanceRow, type RowWithId } from '../instanceRow.ts';
import type { DeletionsByRow } from '../useDeletionLog.ts';

/** An instance that is younger than this (ms) may be in use. */
const youngMs = 7 * 24 * 60 * 60_000;

/** Why an admin should look at an instance before deleting it with others. Empty if nothing is unusual. */
export function findRemarks(row: InstanceRow, deletions: DeletionsByRow, now: number): string[] {
  const created = row.record?.created == null ? null : parseInstant(row.record.created);
  const status = row.record?.status ?? null;
  const latest = deletions.get(row.key)?.at(-1);
  return [
    created !== null && now - created < youngMs ? 'younger than 7 days' : '',
    status !== null && status !== 'READY' ? `still ${status}` : '',
    row.lookAlike === null ? '' : `looks like ${row.lookAlike}`,
    latest?.stage === 'gone' ? 'not found earlier' : '',
    latest !== undefined && !isResolved(latest) ? 'an earlier delete has no clear result' : '',
  ].filter(Boolean);
}

export type LeftOut = { row: RowWithId; sentence: string };

/** Rows that changed after the dialog was opened, or can't be deleted any more, are left out. */
export function divideRows(
  selected: readonly RowWithId[],
  currentRows: ReadonlyMap<string, InstanceRow>,
): { rows: readonly RowWithId[]; leftOut: readonly LeftOut[]; refusal: Refusal | null } {
  const rows: RowWithId[] = [];
  const leftOut: LeftOut[] = [];
  for (const row of selected) {
    const current = currentRows.get(row.key);
    const refusal = current?.refusal ?? null;
    if (refusal !== null && refusalsOfAll.includes(refusal.code))
      return { rows: selected, leftOut: [], refusal };
    const change = findRowChange(row, current);
    const sentence = change ?? refusal?.message ?? bulkProblem(row);
    if (sentence === null) rows.push(row);
    else leftOut.push({ row, sentence });
  }
  return { rows, leftOut, refusal: null };
}

const refusalsOfAll: readonly RefusalCode[] = ['read-only', 'storage'];
