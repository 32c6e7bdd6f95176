import { useState } from 'react';
import { useSession } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { curlOf } from '../../../ui/curlOf.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Modal } from '../../../ui/Modal.tsx';
import { saveFile } from '../../../ui/saveFile.ts';
import { WindowedList } from '../../../ui/WindowedList.tsx';
import type { DeletionEntry } from '../journal/DeletionEntry.ts';
import { deletionStateOf } from '../journal/deletionStateOf.ts';
import { outcomeWord } from '../journal/outcomeWord.ts';
import { putBackEntry } from '../journal/putBackEntry.ts';
import { useDeletions } from '../journal/useDeletions.ts';
import { ActivityEntry } from './ActivityEntry.tsx';
import { ActivityItem } from './ActivityItem.tsx';
import { activityPath } from './activityPath.ts';
import { activityRecords } from './activityRecords.ts';

type Props = { entries: readonly DeletionEntry[]; onClose: () => void };

/** Every intent to delete of this tab since sign-in, and what became of it. */
export function ActivityPanel({ entries, onClose }: Props) {
  const { connection } = useSession();
  const deletions = useDeletions();
  const [shown, setShown] = useState('all');
  const [openKey, setOpenKey] = useState<string | null>(null);
  const matching = entries.filter((entry) => shown === 'all' || deletionStateOf(entry) === shown).reverse();
  const open = matching.find(({ intentKey }) => intentKey === openKey) ?? null;
  const base = new URL(connection.serviceUrl, window.location.origin).href;
  return (
    <Modal kind="dialog" width="wide" title="Activity" onClose={onClose}>
      <p className="mt-0.5 text-muted">
        Deletions asked for in this tab. They are kept until you sign out or close the tab.
      </p>
      {entries.length === 0 ? (
        <div className="mt-4">
          <EmptyState title="Nothing yet">
            Every deletion you confirm is written down here before it is sent.
          </EmptyState>
        </div>
      ) : (
        <>
          <div className="mt-4 mb-3 flex flex-wrap items-center gap-2">
            <select
              aria-label="Filter by outcome"
              value={shown}
              onChange={(event) => setShown(event.target.value)}
              className="min-h-9 rounded-md border border-line-strong bg-surface px-2 font-medium"
            >
              <option value="all">All outcomes</option>
              {[...new Set(entries.map(deletionStateOf))].map((state) => (
                <option key={state} value={state}>
                  {outcomeWord[state]}
                </option>
              ))}
            </select>
            <Button
              onClick={() => saveFile('activity.json', 'application/json', [activityRecords.json(matching)])}
            >
              Export JSON
            </Button>
            <Button onClick={() => saveFile('activity.csv', 'text/csv', [activityRecords.csv(matching)])}>
              Export CSV
            </Button>
          </div>
          <WindowedList
            label="Activity"
            items={matching}
            keyOf={(entry) => entry.intentKey}
            itemHeight={84}
            className="max-h-[50dvh]"
          >
            {(entry) => (
              <ActivityItem
                entry={entry}
                isOpen={entry === open}
                onOpen={() => setOpenKey(entry === open ? null : entry.intentKey)}
              />
            )}
          </WindowedList>
          {open !== null && (
            <ActivityEntry
              entry={open}
              curl={curlOf(base, 'DELETE', activityPath(open.target))}
              onPutBack={() => putBackEntry(deletions, open)}
            />
          )}
        </>
      )}
      <div className="mt-5 flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Modal>
  );
}
