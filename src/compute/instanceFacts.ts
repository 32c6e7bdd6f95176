import { getDatabaseName } from '../api/instanceRecord.ts';
import type { DeleteTarget } from '../api/outcome.ts';
import type { InstanceRow } from '../deletion/instanceRow.ts';
import { isDeleted } from './mergeRows.ts';
import { computeUrl } from './tableView.ts';
import type { DatabaseList } from './useInstances.ts';

export type InstanceLink = { key: string; label: string; id: string | null; database: string; href: string };

export function linkInstances(rows: readonly InstanceRow[], workspace: string): InstanceLink[] {
  return rows.map(({ key, label, id, databaseName: database }) => ({
    key,
    label,
    id,
    database,
    href: computeUrl(workspace, { details: key }),
  }));
}

export type ListedFact = {
  /** When the list was requested (ms since 1970, by this browser's clock). */
  listedAt: number;
  isListed: boolean;
  /** False if absence from the list proves nothing. */
  isComplete: boolean;
};

/** @returns null if no list that covers the instance has arrived */
export function findListed(
  lists: readonly DatabaseList[],
  { databaseName, instanceId }: DeleteTarget,
): ListedFact | null {
  const covering = lists.find((each) => each.databaseName === databaseName || each.databaseName === null);
  const list = covering?.query.data;
  if (covering === undefined || list === undefined) return null;
  const isListed = list.items.some(
    (record) =>
      record.id === instanceId &&
      (covering.databaseName ?? getDatabaseName(record)) === databaseName &&
      !isDeleted(record, list),
  );
  return { listedAt: list.requestedAt, isListed, isComplete: list.isComplete };
}
