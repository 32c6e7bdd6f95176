import { getDatabaseName } from '../rules/instanceRecord.ts';
import type { DeleteTarget } from '../rules/outcome.ts';
import type { ListCheck } from './delete/outcomes.ts';
import type { InstanceRow } from './instanceRow.ts';
import { isDeletedRecord } from './mergeRows.ts';
import { toComputeUrl } from './table/tableView.ts';
import type { InstanceListQuery } from './useInstances.ts';

type LinkedInstance = {
  key: string;
  label: string;
  id: string | null;
  database: string;
  href: string;
};

export function toInstanceLinks(rows: readonly InstanceRow[], workspace: string): LinkedInstance[] {
  return rows.map(({ key, label, id, databaseName: database }) => ({
    key,
    label,
    id,
    database,
    href: toComputeUrl(workspace, { details: key }),
  }));
}

/** @returns null if no list that covers the instance has arrived */
export function checkLists(
  lists: readonly InstanceListQuery[],
  { databaseName, instanceId }: DeleteTarget,
): ListCheck | null {
  const covering = lists.find((each) => each.databaseName === databaseName || each.databaseName === null);
  const list = covering?.query.data;
  if (covering === undefined || list === undefined) return null;
  const isListed = list.items.some(
    (record) =>
      record.id === instanceId &&
      (covering.databaseName ?? getDatabaseName(record)) === databaseName &&
      !isDeletedRecord(record, list),
  );
  return { listedAt: list.requestedAt, isListed, isComplete: list.isComplete };
}
