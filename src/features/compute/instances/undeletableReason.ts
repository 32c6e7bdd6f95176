import { pathValueProblem } from '../../../api/pathValueProblem.ts';
import type { RowState } from '../journal/RowState.ts';
import type { InstanceRow } from './InstanceRow.ts';

/** Why a row can't be deleted now, as a sentence; null where it can. */
export function undeletableReason(row: InstanceRow, { mark, isProtected }: RowState): string | null {
  if (row.id === null) return 'The record has no id that is a text, so a deletion could not name it.';
  const wrongId = pathValueProblem(row.id);
  if (wrongId !== null) return `The instance ID ${wrongId}.`;
  if (row.databaseName === '')
    return 'The record does not say which database it is in, so a deletion could not name it.';
  const wrongDatabase = pathValueProblem(row.databaseName);
  if (wrongDatabase !== null) return `The database name ${wrongDatabase}.`;
  if (isProtected) return 'It is protected on this device. Remove the protection in its details first.';
  if (mark?.kind === 'deleting') return 'It is being deleted.';
  if (mark?.kind === 'mismatch')
    return 'The answer to its deletion named another workspace. Acknowledge that above the list first.';
  if (mark?.kind === 'elsewhere') return 'It is being deleted in another tab.';
  return null;
}
