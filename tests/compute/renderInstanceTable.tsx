import { renderHook } from '@testing-library/react';
import { createSerializer } from 'nuqs';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import type { ReactNode } from 'react';
import type { InstanceRow } from '../../src/compute/instanceRow.ts';
import { type TableView, useTableView, viewParsers, viewUrlKeys } from '../../src/compute/tableView.ts';
import { useInstanceTable } from '../../src/compute/useInstanceTable.ts';

const writeView = createSerializer(viewParsers, { urlKeys: viewUrlKeys });

/** Renders `useInstanceTable` with a table view (search, filters, order and columns) in the URL. */
export function renderInstanceTable(rows: readonly InstanceRow[], view: Partial<TableView> = {}) {
  function wrapper({ children }: { children: ReactNode }) {
    return (
      <NuqsTestingAdapter searchParams={writeView(view)} hasMemory>
        {children}
      </NuqsTestingAdapter>
    );
  }
  function useTable({ listedRows }: { listedRows: readonly InstanceRow[] }) {
    const [, changeView] = useTableView();
    return { ...useInstanceTable(listedRows), changeView };
  }
  return renderHook(useTable, { wrapper, initialProps: { listedRows: rows } });
}
