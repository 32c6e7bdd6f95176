import { formatNumber } from '../../format/words.ts';
import { type BulkDeletion, isInFlight } from '../../rules/deletion.ts';
import { SegmentedBar } from '../../ui/SegmentedBar.tsx';
import { toStageSegments } from '../delete/outcomes.ts';
import { useDeletionLog } from '../useDeletionLog.ts';
import { openRun, useOpenRun } from './openRun.ts';

/** Time (ms) for which the result of a bulk delete waits to be opened. */
const shownMs = 60 * 60_000;

/** In the sidebar of every admin, while a bulk delete runs and until its result was opened. */
export function BulkIndicator() {
  const { bulkDeletions } = useDeletionLog();
  const { readIds } = useOpenRun();
  const run = bulkDeletions.find(
    ({ id, endedAt }) => !readIds.has(id) && (endedAt === null || Date.now() - endedAt < shownMs),
  );
  return run === undefined ? null : <Indicator run={run} />;
}

function Indicator({ run: { id, actor, isOwn } }: { run: BulkDeletion }) {
  const results = useDeletionLog().deletions.filter(({ bulkId }) => bulkId === id);
  const sentCount = results.filter((each) => !isInFlight(each) && each.stage !== 'not-sent').length;
  return (
    <button
      type="button"
      onClick={() => openRun(id)}
      className="grid w-full gap-1.5 rounded-control border border-line bg-surface px-2.5 py-2 text-left text-small hover:bg-hover"
    >
      <span className="truncate">
        {`${formatNumber(sentCount)} of ${formatNumber(results.length)} by ${isOwn ? 'you' : actor}`}
      </span>
      <span aria-hidden="true">
        <SegmentedBar label="" segments={toStageSegments(results)} height={4} />
      </span>
    </button>
  );
}
