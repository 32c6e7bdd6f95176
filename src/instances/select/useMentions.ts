import { useDeferredValue, useMemo } from 'react';
import { useSession } from '../../session/useSession.ts';
import type { RowWithId } from '../instanceRow.ts';
import type { TableModel } from '../table/useInstanceTable.ts';
import type { Instances } from '../useInstances.ts';
import { findMentions } from './findMentions.ts';
import { keepMissingTexts } from './namedInTicket.ts';

/** A text may be long, so it is read after the field shows it. `isCurrent` is false until then. */
export function useMentions(text: string, { rows, byRow }: Instances, model: TableModel) {
  const { workspace } = useSession();
  const readText = useDeferredValue(text);
  const mentions = useMemo(
    () => findMentions(readText, rows, { byRow, workspace }),
    [readText, rows, byRow, workspace],
  );
  function select(selectedRows: readonly RowWithId[]) {
    const missing = mentions.missing.map((each) => each.text);
    keepMissingTexts(workspace, missing, model.selected.size > 0);
    model.setSelected(selectedRows, true);
    model.showOnly([...model.selected.keys(), ...selectedRows.map(({ key }) => key)]);
  }
  return { mentions, readText, isCurrent: readText === text, select };
}
