import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useMemo, useState, useSyncExternalStore } from 'react';
import type { ComputeInstance } from '../../../api/decodeInstance.ts';
import { instancesQuery } from '../../../api/instancesQuery.ts';
import type { ServiceList } from '../../../api/readList.ts';
import { useSession } from '../../../session/useSession.ts';
import { journalMarks } from '../journal/journalMarks.ts';
import { useDeletionEntries } from '../journal/useDeletionEntries.ts';
import { useDeletions } from '../journal/useDeletions.ts';
import type { InventorySnapshot } from './createInventory.ts';
import { createRowMerger } from './createRowMerger.ts';
import { createRowRemover } from './createRowRemover.ts';
import { leftKeys } from './leftKeys.ts';
import { listsWholeWorkspace } from './listsWholeWorkspace.ts';
import { rowMergerOf } from './rowMergerOf.ts';

export type DatabaseRead = {
  /** null where one listing covers the whole workspace. */
  databaseName: string | null;
  /** Its address, as the configuration has it. */
  template: string;
  read: UseQueryResult<ServiceList<ComputeInstance>>;
};

const none: readonly string[] = [];
const wholeWorkspace: readonly null[] = [null];

/**
 * The rows of Compute out of both sources, the reads behind them, and what the journal says of them. One read a database,
 * so that one that fails never hides the others.
 */
export function useInstances(instancesPath: string | null, inventory: InventorySnapshot) {
  const { connection, workspaceSlug } = useSession();
  const entries = useDeletionEntries();
  const { tabs } = useDeletions();
  const elsewhere = useSyncExternalStore(tabs.subscribe, tabs.elsewhere);
  const { databases, added } = inventory;
  const listed =
    instancesPath === null ? none : listsWholeWorkspace(instancesPath) ? wholeWorkspace : databases;
  const queries = listed.map((databaseName) =>
    instancesQuery(connection, instancesPath ?? '', { workspaceSlug, databaseName: databaseName ?? '' }),
  );
  const reads = useQueries({ queries });
  const { tombstones, marks } = useMemo(() => journalMarks(entries, elsewhere), [entries, elsewhere]);
  const lists = reads.flatMap(({ data }, index) =>
    data ? [{ databaseName: listed[index] ?? null, instances: data.items }] : [],
  );
  const [mergeAdded] = useState(createRowMerger);
  // The same lists give the very same rows: they are merged anew when something came in, and not for each drawing.
  const merge = lists.length > 0 ? rowMergerOf(lists.map(({ instances }) => instances)) : mergeAdded;
  const merged = merge(lists, added);
  // Taking rows out of a merged list is quick; merging 100 000 anew for each deletion would not be.
  const [removeRows] = useState(createRowRemover);
  const rows = useMemo(
    () => removeRows(merged, leftKeys(workspaceSlug, tombstones)),
    [removeRows, merged, workspaceSlug, tombstones],
  );
  return {
    rows,
    marks,
    reads: reads.map(
      (read, index): DatabaseRead => ({
        databaseName: listed[index] ?? null,
        template: instancesPath ?? '',
        read,
      }),
    ),
  };
}
