import { ApiError } from '../api/errors.ts';
import type { DeleteState } from '../api/useDeleteComputeInstance.ts';
import { formatNumber } from '../format/text.ts';
import { type Deletion, type DeletionItem, maxItems } from '../rules/deletion.ts';
import {
  bulkProblem,
  findRowChange,
  formatInstanceCount,
  type InstanceRow,
  type RowWithId,
  toTarget,
} from './instanceRow.ts';

/** What the dialog shows. `result` is of several; a single clear result closes the dialog. */
export type DialogStage = 'asking' | 'sending' | 'unanswered' | 'refused' | 'not-sent' | 'result';

/** @param stored what the log has of it, which is newer than the answer */
export function findDialogStage(state: DeleteState, stored: Deletion | null): DialogStage {
  if (stored !== null && stored.items.length > 1) return 'result';
  if (state.kind !== 'stored') return state.kind;
  const stage = stored?.items[0]?.stage;
  return stage === 'refused' || stage === 'not-sent' ? stage : 'sending';
}

/** What a new confirmation wouldn't change, unless something else changes first. */
const finalStatuses: readonly (number | null | undefined)[] = [403, 409, 422];

export function hasForm(stage: DialogStage, state: DeleteState, stored: Deletion | null): boolean {
  if (stage === 'asking' || stage === 'sending') return true;
  if (stage !== 'refused' && stage !== 'not-sent') return false;
  const status = 'error' in state && state.error instanceof ApiError ? state.error.status : null;
  return !finalStatuses.includes(stored?.items[0]?.outcome?.status ?? status);
}

export function needsLook({ stage, outcome }: DeletionItem): boolean {
  return (stage !== 'deleted' && stage !== 'accepted') || outcome.notes.length > 0;
}

/** Our server and nginx take bodies up to 1 MiB. The rest of the body is the reason. */
const maxBytes = 1_000_000;

/** Why these rows can't be deleted as they are now, as a sentence, or null. */
export function findDeleteProblem(
  rows: readonly RowWithId[],
  rowsByKey: ReadonlyMap<string, InstanceRow>,
): string | null {
  const [first] = rows;
  const problemOf = (row: RowWithId) => {
    const current = rowsByKey.get(row.key);
    return findRowChange(row, current) ?? current?.refusal?.message ?? null;
  };
  if (first !== undefined && rows.length === 1) return problemOf(first);
  if (rows.length > maxItems) return `A deletion can have at most ${formatInstanceCount(maxItems)}.`;
  const blockedCount = rows.filter((row) => (problemOf(row) ?? bulkProblem(row)) !== null).length;
  if (blockedCount > 0)
    return `${formatNumber(blockedCount)} of them changed or can't be deleted now. Close this and check the selection.`;
  const bytes = new TextEncoder().encode(JSON.stringify(rows.map(toTarget))).length;
  return bytes > maxBytes ? 'Their names and IDs are too long for one deletion. Select fewer.' : null;
}
