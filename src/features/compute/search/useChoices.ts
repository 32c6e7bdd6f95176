import { useMemo } from 'react';
import type { InstanceRow } from '../instances/InstanceRow.ts';

/** The databases and statuses that occur in a list, each once, in alphabetical order. */
export function useChoices(rows: readonly InstanceRow[]) {
  return useMemo(() => {
    const databases = new Set<string>();
    const statuses = new Set<string>();
    for (const { databaseName, record } of rows) {
      databases.add(databaseName);
      if (record?.status) statuses.add(record.status);
    }
    return { databases: [...databases].sort(), statuses: [...statuses].sort() };
  }, [rows]);
}
