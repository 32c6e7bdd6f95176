import { SafeName } from '../../ui/SafeName.tsx';
import { SegmentedBar } from '../../ui/SegmentedBar.tsx';
import { formatSegments, toStageSegments } from '../delete/outcomes.ts';
import { useBulkRun, useDeletionContext, useRunResults } from '../delete/useDeletions.ts';
import type { BulkRun } from './bulkDelete.ts';

/** In the sidebar until the result of the run has been opened. */
export function BulkIndicator() {
  const run = useBulkRun();
  return run === null || run.isOpened ? null : <Indicator run={run} />;
}

function Indicator({ run }: { run: BulkRun }) {
  const { bulk } = useDeletionContext();
  const results = useRunResults(run);
  const segments = toStageSegments(results, Date.now());
  const endedCount = results.filter(({ outcome }) => outcome !== null).length;
  return (
    <button
      type="button"
      title={formatSegments(segments)}
      onClick={() => bulk.openDialog()}
      className="grid w-full gap-1.5 rounded-control border border-line bg-surface px-2.5 py-2 text-left text-small hover:bg-hover"
    >
      <span className="flex min-w-0 gap-1">
        <span className="shrink-0">{`${endedCount} of ${results.length} in`}</span>{' '}
        <SafeName name={run.workspace} />
      </span>
      <span aria-hidden="true">
        <SegmentedBar label="" segments={segments} height={4} />
      </span>
    </button>
  );
}
