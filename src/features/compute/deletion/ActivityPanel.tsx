import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { saveFile } from '../../../ui/exportFile.tsx';
import { recordWriter } from '../../../ui/exportRecords.ts';
import { FilterSelect } from '../../../ui/fields.tsx';
import { Modal } from '../../../ui/Modal.tsx';
import { EmptyState } from '../../../ui/notices.tsx';
import { formatInstant } from '../../../ui/time.ts';
import { useZone } from '../../../ui/usePreferences.ts';
import { WindowedList } from '../../../ui/WindowedList.tsx';
import { instancesCount } from '../instanceRow.ts';
import type { DeletionEntry } from './deletionEntry.ts';
import { restoreRows } from './deletions.ts';
import { deletionStateOf, deletionStates, durationMsOf, OutcomeTag, outcomeReport } from './outcomes.tsx';
import { useDeletions } from './useDeletions.ts';

type ActivityPanelProps = { entries: readonly DeletionEntry[]; onClose: () => void };

/** Every intent to delete of this browser in the workspace, of all its tabs, and what became of it. */
export function ActivityPanel({ entries, onClose }: ActivityPanelProps) {
  const { log } = useDeletions();
  const zone = useZone();
  const [word, setWord] = useState<string | null>(null);
  const [day, setDay] = useState<string | null>(null);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const wordOf = (entry: DeletionEntry) => deletionStates[deletionStateOf(entry)].word;
  const dayOf = (entry: DeletionEntry) => formatInstant(entry.confirmedAt, zone).split(', ')[0] ?? '';
  const days = [...new Set(entries.map(dayOf))].reverse();
  const matching = entries
    .filter((entry) => word === null || wordOf(entry) === word)
    .filter((entry) => day === null || dayOf(entry) === day)
    .reverse();
  const open = matching.find(({ intentKey }) => intentKey === openKey) ?? null;
  const underWay = entries.filter(({ outcome }) => outcome === null).length;
  return (
    <Modal kind="dialog" width="wide" title="Activity" onClose={onClose}>
      <p className="mt-0.5 text-muted">
        Deletions asked for in this browser, in all its tabs. They are kept for 30 days, or until you sign
        out.
      </p>
      {log.isLossy() && (
        <p className="mt-2 text-notice">
          This browser can’t keep all of these. They are lost when the page is closed: export them.
        </p>
      )}
      {underWay > 0 && <p className="mt-2">{instancesCount(underWay)} under way.</p>}
      {entries.length === 0 ? (
        <div className="mt-4">
          <EmptyState title="Nothing yet">
            Every deletion you confirm is written down here before it is sent.
          </EmptyState>
        </div>
      ) : (
        <>
          <div className="mt-4 mb-3 flex flex-wrap items-center gap-2">
            <FilterSelect
              label="Filter by outcome"
              all="All outcomes"
              choices={[...new Set(entries.map(wordOf))]}
              value={word}
              onChange={setWord}
            />
            {days.length > 1 && (
              <FilterSelect
                label="Filter by day"
                all="All days"
                choices={days}
                value={day}
                onChange={setDay}
              />
            )}
            {(['json', 'csv'] as const).map((format) => (
              <Button
                key={format}
                onClick={() => saveFile(['activity'], format, [activityRecords[format](matching)])}
              >
                Export {format.toUpperCase()}
              </Button>
            ))}
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
          {open !== null && <ActivityEntry entry={open} />}
        </>
      )}
      <div className="mt-5 flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Modal>
  );
}

/** All that is known of one intent: what was asked, what became of it, and the record that came back. */
function ActivityEntry({ entry }: { entry: DeletionEntry }) {
  const { log } = useDeletions();
  const { outcome, label } = entry;
  const record = outcome?.record ? JSON.stringify(outcome.record, null, 2) : null;
  return (
    <section
      aria-label={`What is known of the deletion of ${label}`}
      className="mt-3 grid gap-3 rounded-md bg-sunken px-4 py-3"
    >
      <p className="whitespace-pre-line wrap-anywhere">{outcomeReport(entry)}</p>
      {record === null ? (
        <p className="text-muted">No record came back.</p>
      ) : (
        <pre className="max-h-48 overflow-auto font-mono text-small whitespace-pre-wrap wrap-anywhere">
          {record}
        </pre>
      )}
      <div className="flex flex-wrap gap-2">
        {record !== null && <CopyButton text={record} label="Copy the record" variant="button" />}
        {outcome?.kind === 'gone' && !entry.putBack && (
          <Button onClick={() => restoreRows(log, [entry])}>Put back into the list</Button>
        )}
      </div>
    </section>
  );
}

type ActivityItemProps = { entry: DeletionEntry; isOpen: boolean; onOpen: () => void };

/** One intent as a line of the log; its name opens all that is known of it. */
function ActivityItem({ entry, isOpen, onOpen }: ActivityItemProps) {
  const zone = useZone();
  return (
    <>
      <span className="min-w-0 flex-1">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onOpen}
          title={entry.label}
          className="block max-w-full truncate rounded-sm text-left font-medium underline-offset-2 hover:underline aria-expanded:text-accent"
        >
          <bdi>{entry.label}</bdi>
        </button>
        {entry.outcome?.reason && (
          <span className="block truncate text-small leading-4" title={entry.outcome.reason}>
            <bdi>{entry.outcome.reason}</bdi>
          </span>
        )}
        <span className="block truncate text-small leading-4 text-muted">{factsOf(entry)}</span>
        <time
          dateTime={new Date(entry.confirmedAt).toISOString()}
          className="block text-small leading-4 text-muted"
        >
          {formatInstant(entry.confirmedAt, zone)}
        </time>
      </span>
      <OutcomeTag state={deletionStateOf(entry)} />
      <CopyButton text={outcomeReport(entry)} label={`Copy the report on ${entry.label}`} />
    </>
  );
}

function factsOf(entry: DeletionEntry): string {
  const { target, sentAt, settledAt, outcome } = entry;
  const took = durationMsOf(entry);
  return [
    target.databaseName,
    outcome?.status ? `HTTP ${outcome.status}` : '',
    sentAt === null || settledAt === null ? '' : took === null ? 'unknown time' : `${took} ms`,
    outcome?.requestId ? `request ${outcome.requestId}` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Times are ISO 8601 in UTC, durations in ms. No token is in an entry, so none is in a file. */
const activityRecords = recordWriter<DeletionEntry>({
  confirmed: ({ confirmedAt }) => new Date(confirmedAt).toISOString(),
  workspace: ({ target }) => target.workspaceSlug,
  database: ({ target }) => target.databaseName,
  instanceId: ({ target }) => target.instanceId,
  name: ({ label }) => label,
  outcome: deletionStateOf,
  status: ({ outcome }) => outcome?.status,
  durationMs: durationMsOf,
  requestId: ({ outcome }) => outcome?.requestId,
  reason: ({ outcome }) => outcome?.reason,
  record: ({ outcome }) => outcome?.record,
});
