import { recordWriter } from '../../../ui/exportRecords.ts';
import type { InstanceRow } from '../instanceRow.ts';
import { columns } from './columns.tsx';

/**
 * Rows as texts to save: the database first, then what the columns say, each field under its name. Both can be imported
 * again. A date names its zone (UTC where the service named none), and what is no date says so.
 */
export const exportInstances = recordWriter<InstanceRow>(
  Object.assign(
    { database: ({ databaseName }: InstanceRow) => databaseName },
    ...columns.map(({ exported }) => exported),
  ),
);
