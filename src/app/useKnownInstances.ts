import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ConsoleConfig } from '../config.ts';
import type { InstanceRow } from '../features/compute/instances/InstanceRow.ts';
import { createInventory } from '../features/compute/inventory/createInventory.ts';
import { createRowMerger } from '../features/compute/inventory/createRowMerger.ts';
import { listedInstances } from '../features/compute/inventory/listedInstances.ts';
import { useSession } from '../session/useSession.ts';
import { useTombstones } from './useTombstones.ts';

const none: readonly InstanceRow[] = [];

/**
 * The instances this console knows of the workspace on screen, read already or added by hand; nothing is asked.
 * @param wanted false as long as nobody looks for one: thousands are not merged for nothing
 */
export function useKnownInstances(config: ConsoleConfig, wanted: boolean): readonly InstanceRow[] {
  const queryClient = useQueryClient();
  const { connection, workspaceSlug } = useSession();
  const hasLeft = useTombstones();
  return useMemo(() => {
    if (!wanted) return none;
    const { added } = createInventory(connection.serviceUrl, workspaceSlug, config.databases).get();
    const rows = createRowMerger()(listedInstances(queryClient, connection, workspaceSlug), added);
    return rows.filter(({ databaseName, id }) => id === null || !hasLeft(databaseName, id));
  }, [wanted, queryClient, connection, workspaceSlug, config, hasLeft]);
}
