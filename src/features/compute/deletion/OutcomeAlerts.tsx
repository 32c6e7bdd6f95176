import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import type { InstanceRow } from '../instances/InstanceRow.ts';
import { indexOfKey } from '../instances/indexOfKey.ts';
import { instanceKey } from '../instances/instanceKey.ts';
import type { RowActions } from '../instances/RowActions.ts';
import type { DatabaseRead } from '../inventory/useInstances.ts';
import type { DeletionEntry } from '../journal/DeletionEntry.ts';
import type { RowMark } from '../journal/RowState.ts';
import { OutcomeAlert } from './OutcomeAlert.tsx';
import { settledByList } from './settledByList.ts';

type Props = {
  marks: ReadonlyMap<string, RowMark>;
  workspaceSlug: string;
  rows: readonly InstanceRow[];
  reads: readonly DatabaseRead[];
  actions: RowActions;
};

/** More than these would push the list off the screen. */
const shownAtFirst = 2;

/** Deletions of which it is not known what became, until the admin has checked or put them away. */
export function OutcomeAlerts({ marks, workspaceSlug, rows, reads, actions }: Props) {
  const [showsAll, setShowsAll] = useState(false);
  const entries = alarming(marks, workspaceSlug);
  if (entries.length === 0) return null;
  const more = entries.length - shownAtFirst;
  return (
    <div className="mb-4 grid gap-2">
      {entries.slice(0, showsAll ? entries.length : shownAtFirst).map((entry) => (
        <OutcomeAlert
          key={entry.intentKey}
          entry={entry}
          row={
            rows[indexOfKey(rows, instanceKey(entry.target.databaseName, entry.target.instanceId))] ?? null
          }
          listedSince={settledByList(entry, reads)}
          actions={actions}
        />
      ))}
      {more > 0 && (
        <p>
          <Button
            onClick={() => setShowsAll(!showsAll)}
            aria-expanded={showsAll}
            className="max-w-full whitespace-normal!"
          >
            {showsAll ? 'Show fewer' : `Show ${more} more whose outcome has to be checked`}
          </Button>
        </p>
      )}
    </div>
  );
}

/** Alarms first: an answer that names another workspace is never among those folded away. */
function alarming(marks: ReadonlyMap<string, RowMark>, workspaceSlug: string): DeletionEntry[] {
  const found: Record<'mismatch' | 'unknown', DeletionEntry[]> = { mismatch: [], unknown: [] };
  for (const mark of marks.values())
    if (mark.kind === 'unknown' || mark.kind === 'mismatch')
      if (mark.entry.target.workspaceSlug === workspaceSlug) found[mark.kind].push(mark.entry);
  return [...found.mismatch, ...found.unknown];
}
