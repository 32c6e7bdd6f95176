import { useCurl } from '../../../session/useCurl.ts';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { formatInstant } from '../../../ui/formatInstant.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { useZone } from '../../../ui/useZone.ts';
import { activityPath } from '../activity/activityPath.ts';
import type { InstanceRow } from '../instances/InstanceRow.ts';
import type { RowActions } from '../instances/RowActions.ts';
import { rowOfEntry } from '../instances/rowOfEntry.ts';
import type { DeletionEntry } from '../journal/DeletionEntry.ts';
import { outcomeReport } from '../journal/outcomeReport.ts';
import { outcomeSentence } from '../journal/outcomeSentence.ts';
import { isolatedLabel } from '../names/isolatedLabel.ts';

type Props = {
  entry: DeletionEntry;
  /** null where the list does not show the instance: it can be checked all the same. */
  row: InstanceRow | null;
  /** When a list read after the deletion was found to lack the instance; null where none was. */
  listedSince: number | null;
  actions: RowActions;
};

/** One deletion that needs the admin: what happened, and what can be done. */
export function OutcomeAlert({ entry, row, listedSince, actions }: Props) {
  const zone = useZone();
  const curlOf = useCurl();
  const { outcome, target, label } = entry;
  if (outcome === null) return null;
  const mismatch = outcome.kind === 'mismatch';
  const settled = !mismatch && listedSince !== null;

  function dismiss() {
    actions.onDismiss(entry);
    // What was added by hand and is known to be gone would otherwise stay in the list for ever.
    if (settled && row !== null) actions.onForget(row);
  }

  return (
    <Notice
      tone={mismatch ? 'danger' : settled ? 'info' : 'notice'}
      role="alert"
      title={
        settled
          ? `${isolatedLabel(label)} is no longer in the service’s list, read ${formatInstant(listedSince, zone)}.`
          : outcomeSentence(outcome.kind, label)
      }
      actions={
        <>
          {!mismatch && !settled && (
            <Button onClick={() => actions.onDelete(row ?? rowOfEntry(entry))}>Check again</Button>
          )}
          <Button onClick={dismiss}>{mismatch ? 'I have seen this' : 'Dismiss'}</Button>
          <CopyButton look="button" label="Copy" text={outcomeReport(entry)} />
          <CopyButton look="button" label="Copy as curl" text={curlOf('DELETE', activityPath(target))} />
        </>
      }
    >
      <p>
        <bdi>{outcome.reason}</bdi>
      </p>
      <p className="text-muted">
        Database <bdi>{target.databaseName}</bdi> · ID <bdi>{target.instanceId}</bdi> · confirmed{' '}
        {formatInstant(entry.confirmedAt, zone)}
      </p>
    </Notice>
  );
}
