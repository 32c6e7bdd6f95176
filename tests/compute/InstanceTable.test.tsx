// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { type ColumnId, columns } from '../../src/features/compute/columns.tsx';
import { InstanceTable } from '../../src/features/compute/InstanceTable.tsx';
import type { InstanceRow } from '../../src/features/compute/instanceRow.ts';
import type { TableView } from '../../src/features/compute/tableView.ts';
import { useSelection } from '../../src/features/compute/useSelection.ts';
import { useStableActions } from '../../src/features/compute/useStableActions.ts';
import { fillJsdomGaps } from '../support/fillJsdomGaps.ts';
import { aRow } from './generatedRows.ts';

beforeAll(fillJsdomGaps);

afterEach(cleanup);

const nothing = () => undefined;

/** The list as the page draws it: with new handlers and a new state of every row each time. */
function Page({ rows, selected }: { rows: readonly InstanceRow[]; selected: string | null }) {
  const [keys, setKeys] = useState({});
  const selection = useSelection(rows, keys, setKeys);
  const actions = useStableActions({
    onDelete: nothing,
    onShow: nothing,
    onSelect: nothing,
    onExtend: nothing,
    onForget: nothing,
    onProtect: nothing,
    onDismiss: nothing,
  });
  return (
    <InstanceTable
      rows={rows}
      columns={columns}
      stateOf={({ id }) => ({ mark: null, isProtected: false, isSelected: id === selected, names: null })}
      selection={selection}
      view={view}
      changeView={nothing}
      actions={actions}
    />
  );
}

const view = {
  search: '',
  database: null,
  status: null,
  sort: null,
  hidden: [] as ColumnId[],
  details: null,
  panel: null,
} satisfies TableView;

/** Rows that write down when what stands in them is drawn. */
function watchedRows(ids: readonly string[]) {
  const drawn = new Set<string>();
  const rows = ids.map((id) =>
    Object.defineProperty(aRow({ id }), 'label', {
      get() {
        drawn.add(id);
        return id;
      },
    }),
  );
  return { rows, drawn };
}

test('what stands in a row is drawn anew when it changes, and not when others leave or change', () => {
  const { rows, drawn } = watchedRows(['one', 'two', 'three', 'four']);
  const { rerender } = render(<Page rows={rows} selected={null} />);
  expect(drawn).toEqual(new Set(['one', 'two', 'three', 'four']));

  drawn.clear();
  rerender(<Page rows={rows} selected="two" />);
  expect(drawn).toEqual(new Set(['two']));
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select two' }).checked).toBe(true);

  drawn.clear();
  rerender(<Page rows={rows.slice(1)} selected="two" />);
  expect([...drawn]).toEqual([]);
  const left = screen.getAllByRole('row').slice(1);
  expect(left.map((row) => [row.dataset.key, row.ariaRowIndex ?? row.getAttribute('aria-rowindex')])).toEqual(
    rows.slice(1).map(({ key }, at) => [key, String(at + 2)]),
  );
});
