import { useDeferredValue, useMemo } from 'react';
import { useSession } from '../../session/useSession.ts';
import type { RowWithId } from '../instanceRow.ts';
import type { TableModel } from '../table/useInstanceTable.ts';
import type { Instances } from '../useInstances.ts';
import { findMentions } from './findMentions.ts';
import { keepMissingTexts } from './namedInTicket.ts';

/** A text may be long, so it is read after the field shows it. `isCurrent` is false until then. */
export function useMentions(text: string, { rows, byRow, refusals }: Instances, model: TableModel) {
  const { workspace } = useSession();
  const readText = useDeferredValue(text);
  const mentions = useMemo(
    () => findMentions(readText, rows, { byRow, refusals, workspace }),
    [readText, rows, byRow, refusals, workspace],
  );
  function select(selectedRows: readonly RowWithId[]) {
    const keys = selectedRows.map(({ key }) => key);
    const missing = mentions.missing.map((each) => each.text);
    keepMissingTexts(workspace, missing, model.selected.size > 0);
    model.select(keys);
    model.showOnly([...model.selected.keys(), ...keys]);
  }
  return { mentions, readText, isCurrent: readText === text, select };
}
