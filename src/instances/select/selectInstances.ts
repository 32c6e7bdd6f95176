import { flushSync } from 'react-dom';
import type { RowWithId } from '../instanceRow.ts';
import type { TableModel } from '../table/useInstanceTable.ts';
import type { Mentions } from './findMentions.ts';
import { keepMissingTexts } from './namedInTicket.ts';

/** Adds to the selection, shows only the selected rows, and moves the focus to the selection bar, where the work goes on. */
export function selectInstances(
  { selected, select, showOnly }: Pick<TableModel, 'selected' | 'select' | 'showOnly'>,
  rows: readonly RowWithId[],
  missing: Mentions['missing'],
): void {
  const keys = rows.map(({ key }) => key);
  keepMissingTexts(
    missing.map(({ text }) => text),
    selected.size > 0,
  );
  // The bar exists once the selection is rendered.
  flushSync(() => {
    select(keys);
    showOnly([...selected.keys(), ...keys]);
  });
  findSelectionBar()?.focus();
}

export function findSelectionBar(): HTMLElement | null {
  return document.getElementById('selection-bar');
}
