import {
  columnFilteringFeature,
  columnVisibilityFeature,
  createFilteredRowModel,
  createPaginatedRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  metaHelper,
  type Row,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';
import type { DeletableRow, InstanceRow } from '../deletion/instanceRow.ts';
import type { Cell } from '../ui/csv.ts';
import type { Instances } from './useInstances.ts';

type ColumnMeta = {
  /** Classes of the header and of every cell. */
  className: string;
  /** Exported values by field name. */
  exported?: Readonly<Record<string, (row: InstanceRow) => Cell | undefined>>;
};

/** What the cells need besides their row. */
export type TableMeta = Pick<Instances, 'states' | 'refusals'> & {
  onShow: (row: InstanceRow) => void;
  onDelete: (row: DeletableRow) => void;
};

export const features = tableFeatures({
  columnFilteringFeature,
  columnVisibilityFeature,
  globalFilteringFeature,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
  sortedRowModel: createSortedRowModel(),
  columnMeta: metaHelper<ColumnMeta>(),
  tableMeta: metaHelper<TableMeta>(),
});

export type TableRow = Row<typeof features, InstanceRow>;
