import { useQuery } from '@tanstack/react-query';
import { deletionLogQuery } from '../api/deletions.ts';
import { type DeletionLogPage, instanceKey } from '../rules/deletion.ts';
import { foldValue } from '../rules/policy.ts';
import { useSession } from '../session/pageData.ts';
import type { LogItem } from './instanceRow.ts';

/** By `instanceKey`, oldest first. */
export type ItemsByRow = ReadonlyMap<string, readonly LogItem[]>;

export function useDeletionLog() {
  const { workspace } = useSession();
  const query = { ...deletionLogQuery(workspace), select: groupByRow };
  const { data = emptyLog, isPending, error } = useQuery(query);
  return {
    ...data,
    /** A table that is shown before the log was read would show removed rows. */
    isPending,
    /** Why the log can't be read, so nothing can be deleted. Null if it could be read once. */
    failure: data === emptyLog ? error : null,
  };
}

export type DeletionLogState = ReturnType<typeof useDeletionLog>;

const emptyLog = groupByRow({ deletions: [], protections: [] });

/** Called again only for a log that has changed. */
function groupByRow({ deletions, protections }: Pick<DeletionLogPage, 'deletions' | 'protections'>) {
  const items = deletions
    .toReversed()
    .flatMap((deletion) => deletion.items.map((item, index) => ({ deletion, index, item })));
  const byRow: ItemsByRow = Map.groupBy(items, ({ item }) => instanceKey(item));
  const byGuard = Map.groupBy(items, ({ item }) => guardKey(item));
  const named = protections.map((each) => (each.isOwn ? { ...each, actor: 'you' } : each));
  return { deletions, byRow, byGuard, protections: Map.groupBy(named, guardKey) };
}

/** Equal for what a service may take for one instance. The server asks so before a delete. */
export function guardKey({ databaseName, instanceId }: { databaseName: string; instanceId: string }): string {
  return instanceKey({ databaseName: foldValue(databaseName), instanceId: foldValue(instanceId) });
}
