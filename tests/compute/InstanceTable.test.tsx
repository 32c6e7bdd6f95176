// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { InstanceRow } from '../../src/features/compute/instanceRow.ts';
import { type ColumnId, columns } from '../../src/features/compute/list/columns.tsx';
import { InstanceTable } from '../../src/features/compute/list/InstanceTable.tsx';
import type { TableView } from '../../src/features/compute/list/tableView.ts';
import { useSelection } from '../../src/features/compute/list/useSelection.ts';
import { useStableActions } from '../../src/features/compute/list/useStableActions.ts';
import { fillJsdomGaps } from '../support/fillJsdomGaps.ts';
import { UiProviders } from '../support/UiProviders.tsx';
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

test('a row that changes or leaves changes nothing of the others but their places', () => {
  const rows = ['one', 'two', 'three', 'four'].map((id) => aRow({ id, label: id }));
  const { rerender } = render(<Page rows={rows} selected={null} />, { wrapper: UiProviders });
  expect(shown()).toEqual(['2 one', '3 two', '4 three', '5 four']);

  rerender(<Page rows={rows} selected="two" />);
  expect(shown()).toEqual(['2 one', '3 two selected', '4 three', '5 four']);

  rerender(<Page rows={rows.slice(1)} selected="two" />);
  expect(shown()).toEqual(['2 two selected', '3 three', '4 four']);
});

/** Each row by its place, its name and whether it is selected. */
function shown(): string[] {
  return screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^Select (?!all)/ }).map((box) => {
    const place = box.closest('tr')?.getAttribute('aria-rowindex');
    return `${place} ${box.getAttribute('aria-label')?.slice(7)}${box.checked ? ' selected' : ''}`;
  });
}
