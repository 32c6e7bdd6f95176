import { Link } from 'react-router-dom';
import { formatNumber } from '../format/text.ts';
import { paths } from '../paths.ts';
import { type Deletion, instanceKey, isResolved } from '../rules/deletion.ts';
import { useConfig } from '../session/pageData.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { hasId, isSameInstance, type RowWithId } from './instanceRow.ts';
import { describeListCheck } from './listCheck.ts';
import { DismissButton, OutcomeNotice } from './OutcomeNotice.tsx';
import type { DeletionsByRow } from './useDeletionLog.ts';
import { type InstancesState, useRefreshAll } from './useInstances.ts';

type Props = {
  instances: Pick<InstancesState, 'rowsByKey' | 'lists' | 'byRow'>;
  /** Key of the row whose dialog is open, and says the same. */
  hiddenKey: string | null;
  onDeleteAgain: (row: RowWithId) => void;
};

export function OutcomeAlerts({ instances, hiddenKey, onDeleteAgain }: Props) {
  const { workspace } = useSession();
  const { rowsByKey, lists, byRow } = instances;
  const { instancesPath } = useConfig();
  const refresh = useRefreshAll();
  const [first, ...others] = findOpenDeletions(byRow).filter((each) => instanceKey(each) !== hiddenKey);
  if (first === undefined) return null;
  const isUnknown = first.stage === 'unknown';
  const row = rowsByKey.get(instanceKey(first));
  const check = isUnknown ? describeListCheck(lists, first) : null;
  const mayDeleteAgain = isUnknown && row !== undefined && isSameInstance(row, first) && row.refusal === null;
  return (
    <div className="mb-3 grid gap-2">
      <OutcomeNotice
        deletion={first}
        role={first.stage === 'gone' ? 'status' : 'alert'}
        actions={
          <>
            {isUnknown && instancesPath !== null && (
              <Button size="small" onClick={refresh}>
                Refresh list
              </Button>
            )}
            {mayDeleteAgain && hasId(row) && (
              <Button size="small" className="text-danger" onClick={() => onDeleteAgain(row)}>
                Delete again…
              </Button>
            )}
            <DismissButton deletion={first} />
          </>
        }
      >
        {check !== null && <span className="block font-medium">{check}</span>}
      </OutcomeNotice>
      {others.length > 0 && (
        <p className="flex flex-wrap gap-x-3 px-3 text-control">
          <span>{countOthers(first, others)}</span>
          <Link to={paths.screen('activity', workspace)} className="font-medium text-accent hover:underline">
            View
          </Link>
        </p>
      )}
    </div>
  );
}

/** The newest first, so the result of a delete that has just ended is never only counted. */
function findOpenDeletions(byRow: DeletionsByRow): readonly Deletion[] {
  const open: Deletion[] = [];
  for (const deletions of byRow.values()) {
    open.push(...deletions.filter((deletion) => !isResolved(deletion)));
    // A later deletion says more about an instance that was not found.
    const latest = deletions.at(-1);
    if (latest?.stage === 'gone' && latest.dismissedAt === null) open.push(latest);
  }
  return open.sort((a, b) => b.confirmedAt - a.confirmedAt);
}

function countOthers(first: Deletion, others: readonly Deletion[]): string {
  const gone = others.filter(({ stage }) => stage === 'gone');
  const unclearCount = others.length - gone.length;
  const isGone = first.stage === 'gone';
  const instances = gone.length === 1 ? 'instance was' : 'instances were';
  const deletions = unclearCount === 1 ? 'deletion has' : 'deletions have';
  return [
    unclearCount > 0
      ? `${formatNumber(unclearCount)} ${isGone ? '' : 'more '}${deletions} no clear result.`
      : '',
    gone.length > 0 ? `${formatNumber(gone.length)} ${isGone ? 'more ' : ''}${instances} not found.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}
