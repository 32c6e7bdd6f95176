import { recordWriter } from '../../../ui/exportRecords.ts';
import type { InstanceRow } from '../instanceRow.ts';
import { dataColumns } from './columns.tsx';

const [name, database, ...others] = dataColumns;

/** Writes rows as JSON or CSV. Both can be imported again. The database comes first, as in the path of an instance. */
export const exportInstances = recordWriter<InstanceRow>(
  Object.assign({}, ...[database, name, ...others].map((column) => column?.meta.exported)),
);
