import { parseInstant } from '../format/time.ts';
import type { EpochMs } from '../rules/time.ts';
import type { InstanceRow } from './instanceRow.ts';
import type { InstancesState } from './useInstances.ts';

/** An instance that is younger than this (ms) may be in use. */
const youngMs = 7 * 24 * 60 * 60_000;

/** What to look at before the instance is deleted, as parts of a sentence. */
export function findRemarks(
  row: InstanceRow,
  { rows, lists }: Pick<InstancesState, 'rows' | 'lists'>,
  now: EpochMs,
): readonly string[] {
  const { record, state, databaseName } = row;
  const created = record?.created == null ? null : parseInstant(record.created);
  const status = record?.status ?? 'READY';
  const list = lists.find((each) => each.databaseName === databaseName || each.databaseName === null);
  const isOnly = rows.filter((each) => each.databaseName === databaseName).length === 1;
  const isUnclear = state?.kind === 'unknown' || state?.kind === 'mismatch';
  const isGone = state?.item.stage === 'gone';
  return [
    record !== null && isOnly && list?.query.data?.isComplete === true
      ? `the only listed instance of ${databaseName}`
      : '',
    created !== null && now - created < youngMs ? 'younger than 7 days' : '',
    status === 'READY' ? '' : `still ${status}`,
    isGone ? 'not found earlier' : '',
    state?.kind === 'still-listed' && !isGone ? 'still listed after a delete' : '',
    isUnclear ? 'an earlier delete has no clear result' : '',
  ].filter(Boolean);
}
