import { Link } from 'react-router-dom';
import { formatNumber } from '../../format/words.ts';
import { paths } from '../../paths.ts';
import { type Deletion, type DeletionsByRow, keyOfTarget, stageOf } from '../../rules/deletion.ts';
import type { DeleteTarget } from '../../rules/outcome.ts';
import { useSession } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import type { InstanceRow } from '../instanceRow.ts';
import { OutcomeActions, OutcomeNotice } from './OutcomeNotice.tsx';
import { describeListCheck, isSameInstance, type ListCheck } from './outcomes.ts';
import { useDeletionLog, useDeletions } from './useDeletions.ts';

type Props = {
  rows: ReadonlyMap<string, InstanceRow>;
  /** Null if no list has arrived. */
  listedAt: (target: DeleteTarget) => ListCheck | null;
  /** Null if the service can't list instances. */
  onRefresh: (() => void) | null;
  onDeleteAgain: (row: InstanceRow) => void;
};

const maxAlerts = 5;

export function OutcomeAlerts({ rows, listedAt, onRefresh, onDeleteAgain }: Props) {
  const { workspace } = useSession();
  const { deletions, byRow } = useDeletions();
  const log = useDeletionLog();
  const open = deletions
    .filter((deletion) => isOpen(deletion, byRow))
    .reverse()
    .sort((a, b) => Number(isGone(a)) - Number(isGone(b)));
  const moreCount = open.length - maxAlerts;

  function dismiss(dismissed: readonly Deletion[]) {
    // If it fails, the alert stays.
    void log.dismiss(dismissed).catch(() => undefined);
  }

  return (
    <div className="mb-3 grid gap-2 empty:hidden">
      {open.slice(0, maxAlerts).map((deletion) => {
        const row = rows.get(keyOfTarget(deletion.target));
        const fact = describeListCheck(deletion, listedAt(deletion.target), row);
        const mayDeleteAgain = !isGone(deletion) && row !== undefined && isSameInstance(row, deletion);
        return (
          <OutcomeNotice
            key={deletion.id}
            deletion={deletion}
            role={isGone(deletion) ? 'status' : 'alert'}
            isDated
            actions={
              deletion.outcome?.kind === 'mismatch' ? (
                <Button size="small" onClick={() => dismiss([deletion])}>
                  I have read this
                </Button>
              ) : (
                <OutcomeActions
                  onRefresh={isGone(deletion) ? null : onRefresh}
                  onDeleteAgain={mayDeleteAgain ? () => onDeleteAgain(row) : null}
                  onDismiss={deletion.outcome === null ? null : () => dismiss([deletion])}
                />
              )
            }
          >
            {fact !== null && <span className="block font-medium">{fact}</span>}
          </OutcomeNotice>
        );
      })}
      {moreCount > 0 && (
        <div className="flex items-center gap-3 px-3 text-control">
          <Link to={paths.screen('activity', workspace)} className="text-accent hover:underline">
            {`and ${formatNumber(moreCount)} more in Activity`}
          </Link>
          <Button size="small" onClick={() => dismiss(open.filter(mayDismissUnread))}>
            Dismiss all
          </Button>
        </div>
      )}
    </div>
  );
}

function isGone({ outcome }: Deletion): boolean {
  return outcome?.kind === 'gone';
}

function isOpen(deletion: Deletion, byRow: DeletionsByRow): boolean {
  if (deletion.dismissed || deletion.restored) return false;
  // A later deletion says more about an instance that was not found.
  if (isGone(deletion)) return byRow.get(keyOfTarget(deletion.target))?.at(-1) === deletion;
  return ['unknown', 'mismatch'].includes(stageOf(deletion, Date.now()));
}

/** A `mismatch` must be read one by one. */
function mayDismissUnread({ outcome }: Deletion): boolean {
  return outcome !== null && outcome.kind !== 'mismatch';
}
