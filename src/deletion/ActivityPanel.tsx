import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatInstanceCount } from '../compute/instanceRow.ts';
import { useComputeInstances } from '../compute/useInstances.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { toSafeText } from '../ui/confusables.ts';
import { ExportMenu, saveFile } from '../ui/exportFile.tsx';
import { createRecordWriter } from '../ui/exportRecords.ts';
import { FilterSelect } from '../ui/fields.tsx';
import { Modal } from '../ui/Modal.tsx';
import { EmptyState } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { formatAgo, formatInstant, useNow } from '../ui/time.ts';
import { useZone } from '../ui/usePreferences.ts';
import { formatCount, formatNumber } from '../ui/words.ts';
import { useDeletionTools, useWorkspaceEntries } from './DeletionsProvider.tsx';
import { type DeletionEntry, getDurationMs } from './deletionEntry.ts';
import {
  countStages,
  type DeletionStage,
  deletionStages,
  formatOutcomeReport,
  formatStageCounts,
  getDeletionStage,
  OutcomeTag,
} from './outcomes.tsx';
import { RestoreButton } from './RestoreButton.tsx';

/** Renders the deletion log of the workspace, newest first. */
export function ActivityPanel({ onClose }: { onClose: () => void }) {
  const { log } = useDeletionTools();
  const entries = useWorkspaceEntries();
  const zone = useZone();
  const [stageFilter, setStageFilter] = useState<DeletionStage | null>(null);
  const [dayFilter, setDayFilter] = useState<string | null>(null);
  const formatDay = (entry: DeletionEntry) => formatInstant(entry.confirmedAt, zone).split(', ')[0] ?? '';
  const days = [...new Set(entries.map(formatDay))].reverse();
  const matchingEntries = entries
    .filter((entry) => stageFilter === null || getDeletionStage(entry) === stageFilter)
    .filter((entry) => dayFilter === null || formatDay(entry) === dayFilter)
    .reverse();
  const runningCount = entries.filter(({ outcome }) => outcome === null).length;
  return (
    <Modal kind="dialog" width="wide" title="Activity" onClose={onClose}>
      <p className="mt-0.5 text-muted">
        Deletions from this browser. Finished deletions stay here for 30 days. If there are more than 10,000,
        the oldest are removed. Deletions with the result Unconfirmed or Wrong workspace stay until you
        dismiss or acknowledge them. The Sign out button clears the log.
        {runningCount > 0 && ` ${formatCount(runningCount, 'deletion')} in progress.`}
      </p>
      {log.isLossy() && (
        <p className="mt-2 text-notice">
          This browser can’t save the log. Export it before you close the page.
        </p>
      )}
      {entries.length === 0 ? (
        <div className="mt-4">
          <EmptyState title="No deletions yet">Every deletion is recorded here before it’s sent.</EmptyState>
        </div>
      ) : (
        <>
          <div className="mt-4 mb-3 flex flex-wrap items-center gap-2">
            <FilterSelect
              label="Filter by outcome"
              allLabel="All outcomes"
              choices={[...countStages(entries).keys()]}
              nameOf={(stage) => deletionStages[stage].label}
              value={stageFilter}
              onChange={setStageFilter}
            />
            {days.length > 1 && (
              <FilterSelect
                label="Filter by day"
                allLabel="All days"
                choices={days}
                value={dayFilter}
                onChange={setDayFilter}
              />
            )}
            <ExportMenu
              save={async (format) =>
                saveFile(['activity'], format, activityRecords[format](matchingEntries))
              }
            />
          </div>
          {/* The list scrolls instead of the dialog, so the close button stays visible. */}
          <div className="max-h-[60dvh] overflow-y-auto">
            <RunList label="Activity" runs={groupByRun(matchingEntries)} />
          </div>
        </>
      )}
    </Modal>
  );
}

/** The entries of a bulk delete, or the entry of a single deletion. */
type Run = [DeletionEntry, ...DeletionEntry[]];

function groupByRun(entries: readonly DeletionEntry[]): Run[] {
  const runs = new Map<string, Run>();
  for (const entry of entries) {
    const key = entry.bulkKey ?? entry.intentKey;
    const run = runs.get(key);
    if (run === undefined) runs.set(key, [entry]);
    else run.push(entry);
  }
  return [...runs.values()];
}

const pageSize = 100;

/** Renders a list of expandable rows, 100 at a time. */
function RunList({ label, runs }: { label: string; runs: readonly Run[] }) {
  const [visibleCount, setVisibleCount] = useState(pageSize);
  return (
    <>
      <ul aria-label={label} className="divide-y divide-line border-y border-line">
        {runs.slice(0, visibleCount).map((run) => (
          <li key={run[0].intentKey}>
            {run.length === 1 ? <EntryRow entry={run[0]} /> : <RunRow run={run} />}
          </li>
        ))}
      </ul>
      {runs.length > visibleCount && (
        <Button variant="quiet" onClick={() => setVisibleCount(visibleCount + pageSize)}>
          Show more ({formatNumber(runs.length - visibleCount)} left)
        </Button>
      )}
    </>
  );
}

function RunRow({ run }: { run: Run }) {
  const title = `Bulk deletion of ${formatInstanceCount(run.length)}`;
  return (
    <Row title={title} note={formatStageCounts(run)} confirmedAt={run[0].confirmedAt} tag={null}>
      <div className="pl-6">
        <RunList label={title} runs={run.map((entry) => [entry])} />
      </div>
    </Row>
  );
}

function EntryRow({ entry }: { entry: DeletionEntry }) {
  const { outcome, label, target, confirmedAt } = entry;
  const report = formatOutcomeReport(entry);
  const record = outcome?.record ? JSON.stringify(outcome.record, null, 2) : null;
  const durationMs = getDurationMs(entry);
  return (
    <Row
      title={label}
      note={target.databaseName}
      confirmedAt={confirmedAt}
      tag={<OutcomeTag stage={getDeletionStage(entry)} />}
    >
      <section
        aria-label={`Details of the deletion of ${toSafeText(label)}`}
        className="grid gap-3 bg-sunken px-8 py-3"
      >
        <p className="whitespace-pre-line wrap-anywhere">
          {report}
          {durationMs !== null && `\nDuration: ${durationMs} ms`}
        </p>
        {record === null ? (
          <p className="text-muted">No record returned.</p>
        ) : (
          <pre className="max-h-48 overflow-auto font-mono text-small whitespace-pre-wrap wrap-anywhere">
            {record}
          </pre>
        )}
        <div className="flex flex-wrap gap-2">
          <CopyButton text={report} label="Copy report" variant="button" />
          {record !== null && <CopyButton text={record} label="Copy record" variant="button" />}
          <RestoreButton entry={entry} />
        </div>
      </section>
    </Row>
  );
}

type RowProps = {
  title: string;
  note: string;
  /** ms since the epoch */
  confirmedAt: number;
  tag: ReactNode;
  children: ReactNode;
};

function Row({ title, note, confirmedAt, tag, children }: RowProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-9 w-full items-center gap-3 rounded-sm px-1 text-left hover:bg-hover"
      >
        <ChevronRight
          size={14}
          aria-hidden="true"
          className={`shrink-0 text-muted ${isOpen ? 'rotate-90' : ''}`}
        />
        <span className="min-w-0 flex-1 gap-x-3 max-sm:py-1 sm:flex">
          <span className="block truncate font-medium sm:max-w-[60%]" title={toSafeText(title)}>
            <SafeName name={title} />
          </span>
          <span className="block min-w-0 truncate text-muted">
            <SafeName name={note} />
          </span>
        </span>
        <TimeAgo time={confirmedAt} />
        {/* This column is as wide as the widest tag, so that the times line up. */}
        <span className="flex shrink-0 justify-end sm:w-32">{tag}</span>
      </button>
      {isOpen && children}
    </>
  );
}

/** Renders a relative time. If the clocks of browser and service differ, renders the exact time. */
function TimeAgo({ time }: { time: number }) {
  const zone = useZone();
  const { listQueries } = useComputeInstances();
  const now = useNow();
  const hasClockDifference = listQueries.some(({ query }) => query.data?.clockAheadMs !== undefined);
  const exactTime = formatInstant(time, zone);
  return (
    <time
      dateTime={new Date(time).toISOString()}
      title={exactTime}
      className="shrink-0 text-small whitespace-nowrap text-muted"
    >
      {(hasClockDifference ? null : formatAgo(time, now)) ?? exactTime}
    </time>
  );
}

/** The exported fields. Times are ISO 8601 in UTC, durations are in ms. No field contains the token. */
const activityRecords = createRecordWriter<DeletionEntry>({
  confirmed: ({ confirmedAt }) => new Date(confirmedAt).toISOString(),
  workspace: ({ target }) => target.workspaceSlug,
  database: ({ target }) => target.databaseName,
  instanceId: ({ target }) => target.instanceId,
  name: ({ label }) => label,
  outcome: getDeletionStage,
  status: ({ outcome }) => outcome?.status,
  durationMs: getDurationMs,
  requestId: ({ outcome }) => outcome?.requestId,
  reason: ({ outcome }) => outcome?.reason,
  record: ({ outcome }) => outcome?.record,
});
