import { useRef, useState } from 'react';
import {
  type DeletableRow,
  findChangeReason,
  formatInstanceCount,
  type InstanceRow,
} from '../compute/instanceRow.ts';
import { useRefreshListing } from '../compute/listings.ts';
import { useTableView } from '../compute/tableView.ts';
import { useComputeInstances } from '../compute/useInstances.ts';
import { useComputeTable } from '../compute/useInstanceTable.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { toSafeText } from '../ui/confusables.ts';
import { Modal, ModalActions, ModalDescription } from '../ui/Modal.tsx';
import { Notice } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { WindowedList } from '../ui/WindowedList.tsx';
import { WorkspaceLine } from '../ui/WorkspaceMark.tsx';
import { formatCount, formatNumber } from '../ui/words.ts';
import { isBulkRunning, startBulkRun } from './bulkDelete.ts';
import { useSingleSubmit } from './confirmation.ts';
import { ConfirmField } from './DeleteDialogParts.tsx';
import { useBulkRun, useDeletionTools } from './DeletionsProvider.tsx';
import { toConfirmedDeletion } from './deleteInstance.ts';
import { useAnnounceBulkRun } from './outcomes.tsx';
import { getRowStatuses } from './rowStatus.ts';

type Props = { selectedRows: readonly InstanceRow[]; onClose: () => void };

/** Lists the instances of a bulk delete, and asks the admin to type the number of instances. */
export function BulkDialog({ selectedRows, onClose }: Props) {
  const { workspaceSlug } = useSession();
  const { log } = useDeletionTools();
  const isBusy = isBulkRunning(log.entries(), useBulkRun());
  const { rows, changedRows, skippedRows } = useDeletableRows(selectedRows);
  const { getDeleteChecks } = useComputeInstances();
  const unconfirmedCount = rows.filter((row) => getDeleteChecks(row).status?.kind === 'unknown').length;
  const startBulkDelete = useStartBulkDelete(onClose);
  const [typed, setTyped] = useState('');
  const cancelButton = useRef<HTMLButtonElement>(null);
  const isConfirmed = !isBusy && typed.trim() === String(rows.length);
  const { formProps, isSubmitLocked } = useSingleSubmit(isConfirmed, () => startBulkDelete(rows));
  const subject = formatInstanceCount(rows.length);

  if (rows.length === 0)
    return (
      <Modal kind="dialog" title="None of the selected instances can be deleted" onClose={onClose}>
        <SkippedList rows={[...changedRows, ...skippedRows]} />
      </Modal>
    );
  return (
    <Modal
      kind="alertdialog"
      variant="danger"
      title={`Delete ${subject}`}
      context={<WorkspaceLine slug={workspaceSlug} />}
      onClose={onClose}
      initialFocus={cancelButton}
    >
      <form {...formProps}>
        <ModalDescription>
          This queues {subject} for deletion, which{' '}
          <strong>permanently deletes all {rows.length === 1 ? 'its' : 'their'} data</strong> and can’t be
          undone.
        </ModalDescription>
        {unconfirmedCount > 0 && (
          <p className="mt-3 text-notice">
            We don’t know whether earlier requests deleted{' '}
            {unconfirmedCount === rows.length
              ? 'these instances'
              : `${formatNumber(unconfirmedCount)} of these instances`}
            . If they still exist, the new requests delete them.
          </p>
        )}
        <WindowedList
          label="Instances to delete"
          items={rows}
          keyOf={(row) => row.key}
          itemHeight={44}
          className="mt-4 max-h-72"
        >
          {(row) => (
            <>
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium" title={toSafeText(row.label)}>
                  <SafeName name={row.label} />
                </span>
                <span className="block truncate font-mono text-small text-muted">
                  <SafeName name={row.id} />
                </span>
              </span>
              <span className="max-w-[40%] truncate text-muted">
                <SafeName name={row.databaseName} />
              </span>
            </>
          )}
        </WindowedList>
        {changedRows.length > 0 && (
          <Notice
            className="mt-3"
            tone="notice"
            role="alert"
            title={`${formatInstanceCount(changedRows.length)} can no longer be deleted and will be skipped`}
          >
            <SkippedList rows={changedRows} />
          </Notice>
        )}
        {skippedRows.length > 0 && (
          <details className="mt-3 text-muted">
            <summary>{formatCount(skippedRows.length, 'selected instance')} will be skipped</summary>
            <SkippedList rows={skippedRows} />
          </details>
        )}
        {isBusy && !isSubmitLocked && (
          <Notice
            className="mt-3"
            tone="notice"
            role="alert"
            title="Another bulk deletion is running. Wait for it to finish, or stop it."
          />
        )}
        <ConfirmField
          requiredText={String(rows.length)}
          typed={typed}
          onType={setTyped}
          inputMode="numeric"
        />
        <ModalActions>
          <Button ref={cancelButton} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" disabled={!isConfirmed} aria-disabled={isSubmitLocked}>
            Delete {subject}
          </Button>
        </ModalActions>
      </form>
    </Modal>
  );
}

type SkippedRow = { key: string; label: string; reason: string };

/** Returns the rows to delete, the rows that changed after the dialog opened, and the rows that were already blocked. */
function useDeletableRows(selectedRows: readonly InstanceRow[]) {
  const { workspaceSlug } = useSession();
  const { rows: currentRows, getDeleteChecks } = useComputeInstances();
  const [getChecksOnOpen] = useState(() => getDeleteChecks);
  const currentRowByKey = new Map(currentRows.map((row) => [row.key, row]));
  const rows: DeletableRow[] = [];
  const changedRows: SkippedRow[] = [];
  const skippedRows: SkippedRow[] = [];
  for (const row of selectedRows) {
    const { key, id, label } = row;
    const reasonOnOpen = getChecksOnOpen(row).bulkBlockedReason;
    if (id === null || reasonOnOpen !== null) {
      skippedRows.push({ key, label, reason: reasonOnOpen ?? '' });
      continue;
    }
    const currentRow = currentRowByKey.get(key);
    const reason =
      findChangeReason({ ...row, id }, currentRow, workspaceSlug) ?? getDeleteChecks(row).bulkBlockedReason;
    if (reason === null) rows.push({ ...row, ...currentRow, id });
    else changedRows.push({ key, label, reason });
  }
  return { rows, changedRows, skippedRows };
}

function useStartBulkDelete(onClose: () => void) {
  const { workspaceSlug, connection } = useSession();
  const { reappeared } = useComputeInstances();
  const { selection } = useComputeTable();
  const [, changeView] = useTableView();
  const deletionTools = useDeletionTools();
  const refreshListing = useRefreshListing();
  const announce = useAnnounceBulkRun();

  return async function startBulkDelete(rows: readonly DeletableRow[]) {
    const entries = deletionTools.log
      .entries()
      .filter(({ target }) => target.workspaceSlug === workspaceSlug);
    const { removals } = getRowStatuses(entries);
    // Search the log for removals, because it may contain removals that the screen doesn't show yet.
    const isNewlyRemoved = ({ key }: DeletableRow) =>
      removals.get(key)?.intentKey !== reappeared.get(key)?.entry.intentKey;
    if (rows.some(isNewlyRemoved)) return;
    const confirmedDeletions = rows.map((row) => toConfirmedDeletion(row, workspaceSlug));
    const startedRun = startBulkRun(deletionTools, connection, confirmedDeletions);
    if (startedRun === null) return;
    // Clear the selection, so that the next bulk delete doesn't include these rows by mistake.
    selection.clear();
    void announce(startedRun).then(refreshListing);
    await startedRun.stored;
    onClose();
    changeView({ panel: 'bulk' });
  };
}

const maxSkippedLines = 100;

function SkippedList({ rows }: { rows: readonly SkippedRow[] }) {
  return (
    <ul className="mt-1 max-h-32 overflow-y-auto">
      {rows.slice(0, maxSkippedLines).map(({ key, label, reason }) => (
        <li key={key}>
          <SafeName name={label} />: {reason}
        </li>
      ))}
      {rows.length > maxSkippedLines && <li>and {formatNumber(rows.length - maxSkippedLines)} more</li>}
    </ul>
  );
}
