import { findMismatches, type InstanceRow } from '../compute/instanceRow.ts';
import { useComputeInstances } from '../compute/useInstances.ts';
import { useSession } from '../session/useSession.ts';
import { Notice } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { useZone } from '../ui/usePreferences.ts';
import { formatOutcome, formatStillListed } from './outcomes.tsx';

/** Warns if the record names a different workspace or database, or if another record has the same ID. */
export function RowWarnings({ row }: { row: InstanceRow }) {
  const { workspaceSlug } = useSession();
  return (
    <div className="mt-3 grid gap-3 empty:hidden">
      {findMismatches(row, workspaceSlug).map(({ field, listValue, recordValue }) => (
        <Notice key={field} tone="danger" title={`This record names a different ${field}.`}>
          <p>
            It’s listed in <SafeName name={listValue} whole />, but the record says{' '}
            <SafeName name={recordValue} whole />. Find out why before you delete it.
          </p>
        </Notice>
      ))}
      {row.isDuplicate && (
        <Notice tone="notice" title="Several records have this ID.">
          <p>
            The service lists more than one record with this ID in <SafeName name={row.databaseName} whole />.
            Only one of them is shown. Find out why before you delete it.
          </p>
        </Notice>
      )}
    </div>
  );
}

/** Shows the status of the row, and the reason why the row can't be deleted. */
export function RowStatusNotices({ row }: { row: InstanceRow }) {
  const { getDeleteChecks } = useComputeInstances();
  const zone = useZone();
  const { status, blockedReason } = getDeleteChecks(row);
  const isStillListed = status?.kind === 'still-listed';
  const outcome = isStillListed ? null : status?.entry.outcome;
  return (
    <div className="mt-3 grid gap-2 empty:hidden">
      {blockedReason !== null && (
        <Notice tone="info" title="This instance can’t be deleted right now">
          <p>{blockedReason}</p>
        </Notice>
      )}
      {isStillListed && (
        <Notice tone="notice" title={formatStillListed(status.entry, zone, Date.now())}>
          <p>
            The row should have disappeared within 10 minutes. Delete the instance again, or contact your
            operator.
          </p>
        </Notice>
      )}
      {outcome && (
        <Notice tone="notice" title={formatOutcome(outcome.kind, row.label)}>
          <p>
            <bdi>{outcome.reason}</bdi>
          </p>
        </Notice>
      )}
    </div>
  );
}
