import { renderHook } from '@testing-library/react';
import { createSerializer } from 'nuqs';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import type { ReactNode } from 'react';
import type { InstanceRow } from '../../src/features/compute/instanceRow.ts';
import {
  type TableView,
  useTableView,
  viewParsers,
  viewUrlKeys,
} from '../../src/features/compute/list/tableView.ts';
import { useInstanceTable } from '../../src/features/compute/list/useInstanceTable.ts';

const writeView = createSerializer(viewParsers, { urlKeys: viewUrlKeys });

/** Renders `useInstanceTable` with a view in the URL. */
export function renderInstanceTable(rows: readonly InstanceRow[], view: Partial<TableView> = {}) {
  function wrapper({ children }: { children: ReactNode }) {
    return (
      <NuqsTestingAdapter searchParams={writeView(view)} hasMemory>
        {children}
      </NuqsTestingAdapter>
    );
  }
  function useTable({ all }: { all: readonly InstanceRow[] }) {
    const list = useInstanceTable(all);
    const [, changeView] = useTableView();
    return { ...list, changeView };
  }
  return renderHook(useTable, { wrapper, initialProps: { all: rows } });
}
