import { Link } from 'react-router-dom';
import { formatNumber } from '../../format/words.ts';
import { paths } from '../../paths.ts';
import { type Deletion, instanceKey, isResolved } from '../../rules/deletion.ts';
import { useConfig } from '../../session/config.ts';
import { useSession } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { hasId, type RowWithId } from '../instanceRow.ts';
import { describeListCheck, isSameInstance } from '../listCheck.ts';
import type { DeletionsByRow } from '../useDeletionLog.ts';
import { type Instances, useRefresh } from '../useInstances.ts';
import { DismissButton } from './DeletionResults.tsx';
import { OutcomeNotice } from './OutcomeNotice.tsx';

type Props = {
  instances: Pick<Instances, 'rowsByKey' | 'lists' | 'byRow'>;
  /** Key of the row whose dialog is open, and says the same. */
  hiddenKey: string | null;
  onDeleteAgain: (row: RowWithId) => void;
};

/** The deletions that an admin has to know about: the newest in full, all others on one line. */
export function OutcomeAlerts({ instances, hiddenKey, onDeleteAgain }: Props) {
  const { workspace } = useSession();
  const { rowsByKey, lists, byRow } = instances;
  const { instancesPath } = useConfig();
  const refresh = useRefresh();
  const open = findOpenDeletions(byRow).filter((deletion) => keyOf(deletion) !== hiddenKey);
  const [first] = open;
  if (first === undefined) return null;
  const row = rowsByKey.get(keyOf(first));
  const check = first.stage === 'unknown' ? describeListCheck(lists, first) : null;
  const mayDeleteAgain =
    first.stage === 'unknown' && row !== undefined && isSameInstance(row, first) && row.refusal === null;
  return (
    <div className="mb-3 grid gap-2">
      <OutcomeNotice
        deletion={first}
        role={first.stage === 'gone' ? 'status' : 'alert'}
        isDated
        actions={
          <>
            {first.stage === 'unknown' && instancesPath !== null && (
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
      {open.length > 1 && (
        <p className="flex flex-wrap gap-x-3 px-3 text-control">
          {countOpen(open).map((sentence) => (
            <span key={sentence}>{sentence}</span>
          ))}
          <Link to={paths.screen('activity', workspace)} className="font-medium text-accent hover:underline">
            View
          </Link>
        </p>
      )}
    </div>
  );
}

function keyOf({ databaseName, instanceId }: Deletion): string {
  return instanceKey(databaseName, instanceId);
}

/** Unresolved ones first, each kind with the newest first. */
function findOpenDeletions(byRow: DeletionsByRow): readonly Deletion[] {
  const open: Deletion[] = [];
  for (const deletions of byRow.values()) {
    open.push(...deletions.filter((deletion) => !isResolved(deletion)));
    // A later deletion says more about an instance that was not found.
    const latest = deletions.at(-1);
    if (latest?.stage === 'gone' && latest.dismissedAt === null) open.push(latest);
  }
  const rank = ({ stage }: Deletion) => Number(stage === 'gone');
  return open.sort((a, b) => rank(a) - rank(b) || b.confirmedAt - a.confirmedAt);
}

function countOpen(open: readonly Deletion[]): string[] {
  const unclear = open.filter(({ stage }) => stage !== 'gone').length;
  const gone = open.length - unclear;
  return [
    unclear === 0 ? '' : formatUnclearCount(unclear),
    gone === 0 ? '' : `${formatNumber(gone)} ${gone === 1 ? 'instance was' : 'instances were'} not found.`,
  ].filter(Boolean);
}

export function formatUnclearCount(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? 'deletion has' : 'deletions have'} no clear result.`;
}
