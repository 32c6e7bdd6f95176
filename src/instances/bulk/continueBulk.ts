import type { Policy } from '../../config.ts';
import { type Deletion, keyOfTarget } from '../../rules/deletion.ts';
import { findListMismatches, type InstanceRow, type RowWithId } from '../instanceRow.ts';
import type { BulkRun } from './bulkDelete.ts';

const oneClickMs = 10 * 60_000;

export type ContinuePlan = {
  /** What was not sent, as the rows are now and in the order of the run. */
  rows: readonly RowWithId[];
  leftOut: readonly Deletion[];
  asksToType: boolean;
  /** Null if the run can be continued now. */
  problem: string | null;
};

/** Null if the run has nothing to continue, or may not be continued. */
export function planContinue(
  { id, stop, endedAt, policy }: BulkRun,
  /** The whole log of the workspace. */
  deletions: readonly Deletion[],
  rows: ReadonlyMap<string, InstanceRow>,
  currentPolicy: Policy,
  /** By `performance.now`, because the clock can be set back. */
  now: number,
): ContinuePlan | null {
  if (stop === null || endedAt === null || stop.kind === 'token' || stop.kind === 'signed-out') return null;
  const ofRun = deletions.filter(({ bulk }) => bulk === id);
  const latest = new Map(ofRun.map((deletion) => [keyOfTarget(deletion.target), deletion]));
  const unsent = [...latest.values()].filter(({ outcome }) => outcome?.kind === 'not-sent');
  const continued: RowWithId[] = [];
  const leftOut: Deletion[] = [];
  for (const deletion of unsent) {
    const row = rows.get(keyOfTarget(deletion.target));
    if (row === undefined || !isUnchanged(row, deletion)) leftOut.push(deletion);
    else continued.push(row);
  }
  if (continued.length === 0) return null;
  const isSimple = stop.kind === 'refused' || stop.kind === 'gone';
  const isSamePolicy = JSON.stringify(policy) === JSON.stringify(currentPolicy);
  const hasOpenMismatch = ofRun.some(({ outcome, dismissed }) => outcome?.kind === 'mismatch' && !dismissed);
  return {
    rows: continued,
    leftOut,
    asksToType: !isSimple || now > endedAt + oneClickMs || !isSamePolicy,
    problem: hasOpenMismatch ? 'Read the alert about the different workspace first.' : null,
  };
}

function isUnchanged(row: InstanceRow, { name, created, target }: Deletion): row is RowWithId {
  const isSame = row.name === name && (row.record?.created ?? null) === created;
  return (
    row.id !== null &&
    isSame &&
    !row.isDuplicate &&
    findListMismatches(row, target.workspaceSlug).length === 0
  );
}
