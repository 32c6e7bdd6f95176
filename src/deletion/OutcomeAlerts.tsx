import { Link } from 'react-router-dom';
import type { DeleteTarget } from '../api/outcome.ts';
import { paths } from '../paths.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { formatNumber } from '../ui/words.ts';
import { type Deletion, keyOfTarget, stageOf } from './deletion.ts';
import type { InstanceRow } from './instanceRow.ts';
import { OutcomeNotice, UnknownActions } from './OutcomeNotice.tsx';
import { describeSinceThen, isSameInstance, type Listing } from './outcomes.ts';
import { useDeletionLog, useDeletions } from './useDeletions.ts';

type Props = {
  /** All rows as they are listed now, by key. */
  rows: ReadonlyMap<string, InstanceRow>;
  /** The latest list of the target's database, or null if there is none. */
  listedAt: (target: DeleteTarget) => Listing | null;
  /** Null if the service can't list instances. */
  onRefresh: (() => void) | null;
  onDeleteAgain: (row: InstanceRow) => void;
};

const maxAlerts = 5;

/** The deletions that wait for the admin: those without a clear outcome, and those whose instance was not found. */
export function OutcomeAlerts({ rows, listedAt, onRefresh, onDeleteAgain }: Props) {
  const { workspace } = useSession();
  const { deletions, byRow } = useDeletions();
  const log = useDeletionLog();
  const now = Date.now();
  const open = deletions.filter((each) => isOpen(each, now)).reverse();
  const unclear = open.filter(({ outcome }) => outcome?.kind !== 'gone');
  // A later deletion says more about an instance that was not found.
  const gone = open.filter(
    (each) => each.outcome?.kind === 'gone' && byRow.get(keyOfTarget(each.target))?.at(-1) === each,
  );
  const shownGone = gone.slice(0, Math.max(0, maxAlerts - unclear.length));
  const moreCount = Math.max(0, unclear.length - maxAlerts) + gone.length - shownGone.length;

  function dismiss(dismissed: readonly Deletion[]) {
    // If it fails, the alert stays.
    void log.dismiss(dismissed).catch(() => undefined);
  }

  return (
    <div className="mb-3 grid gap-2 empty:hidden">
      {unclear.slice(0, maxAlerts).map((deletion) => {
        const row = rows.get(keyOfTarget(deletion.target));
        const fact = describeSinceThen(deletion, listedAt(deletion.target), row);
        const isMismatch = deletion.outcome?.kind === 'mismatch';
        return (
          <OutcomeNotice
            key={deletion.id}
            deletion={deletion}
            isDated
            actions={
              isMismatch ? (
                <Button size="small" onClick={() => dismiss([deletion])}>
                  I have read this
                </Button>
              ) : (
                <UnknownActions
                  onRefresh={onRefresh}
                  onDeleteAgain={
                    row !== undefined && isSameInstance(row, deletion) ? () => onDeleteAgain(row) : null
                  }
                  onDismiss={deletion.outcome === null ? null : () => dismiss([deletion])}
                />
              )
            }
          >
            {fact !== null && <span className="block font-medium">{fact}</span>}
          </OutcomeNotice>
        );
      })}
      {shownGone.map((deletion) => (
        <OutcomeNotice
          key={deletion.id}
          deletion={deletion}
          role="status"
          isDated
          actions={
            <Button size="small" onClick={() => dismiss([deletion])}>
              Dismiss
            </Button>
          }
        />
      ))}
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

function isOpen(deletion: Deletion, now: number): boolean {
  const stage = stageOf(deletion, now);
  if (deletion.dismissed || deletion.restored) return false;
  return stage === 'unknown' || stage === 'mismatch' || stage === 'gone';
}

/** A `mismatch` must be read one by one. */
function mayDismissUnread({ outcome }: Deletion): boolean {
  return outcome !== null && outcome.kind !== 'mismatch';
}
