import { useRef, useState } from 'react';
import { useSession } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { Modal, ModalActions } from '../../../ui/Modal.tsx';
import { Notice } from '../../../ui/notices.tsx';
import { WindowedList } from '../../../ui/WindowedList.tsx';
import { WorkspaceLine } from '../../../ui/WorkspaceMark.tsx';
import { counted } from '../../../ui/words.ts';
import { type Deletable, instancesCount } from '../instanceRow.ts';
import { SafeName } from '../SafeName.tsx';
import { useGuardedSubmit } from './confirmation.ts';
import { ConfirmField } from './DeleteDialogParts.tsx';

type BulkDialogProps = {
  rows: readonly Deletable[];
  skipped: readonly SkippedRow[];
  /** The rows that changed or left the list since the dialog opened. They are skipped too. */
  changed: readonly SkippedRow[];
  /** True while another bulk deletion is running. */
  isBusy: boolean;
  onClose: () => void;
  onConfirm: (rows: readonly Deletable[]) => Promise<void>;
};

/** Asks before many instances are deleted. It lists all of them, and the admin types their number. */
export function BulkDialog({ rows, skipped, changed, isBusy, onClose, onConfirm }: BulkDialogProps) {
  const { workspaceSlug } = useSession();
  const [typed, setTyped] = useState('');
  const cancel = useRef<HTMLButtonElement>(null);
  const isConfirmed = !isBusy && typed.trim() === String(rows.length);
  const { formProps, isGuarded } = useGuardedSubmit(isConfirmed, () => onConfirm(rows));
  const subject = instancesCount(rows.length);

  if (rows.length === 0)
    return (
      <Modal kind="dialog" title="None of the selected instances can be deleted" onClose={onClose}>
        <SkippedList skipped={[...changed, ...skipped]} />
      </Modal>
    );
  return (
    <Modal
      kind="alertdialog"
      variant="danger"
      title={`Delete ${subject}`}
      context={<WorkspaceLine slug={workspaceSlug} />}
      onClose={onClose}
      initialFocus={cancel}
    >
      <form {...formProps}>
        <p className="mt-2">
          This queues {subject} for deletion, which <strong>permanently deletes all their data</strong> and
          can’t be undone.
        </p>
        <WindowedList
          label="Instances to delete"
          items={rows}
          keyOf={(row) => row.key}
          itemHeight={44}
          className="mt-4 max-h-[288px]"
        >
          {(row) => (
            <>
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium" title={row.label}>
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
        {changed.length > 0 && (
          <div className="mt-3">
            <Notice
              tone="notice"
              role="alert"
              title={`${instancesCount(changed.length)} will be skipped because the list has changed`}
            >
              <SkippedList skipped={changed} />
            </Notice>
          </div>
        )}
        {skipped.length > 0 && (
          <details className="mt-3 text-muted">
            <summary>{counted(skipped.length, 'selected instance')} will be skipped</summary>
            <SkippedList skipped={skipped} />
          </details>
        )}
        {isBusy && (
          <div className="mt-3">
            <Notice
              tone="notice"
              role="alert"
              title="Another bulk deletion is running. Wait for it to finish, or stop it."
            />
          </div>
        )}
        <ConfirmField word={String(rows.length)} typed={typed} onType={setTyped} inputMode="numeric" />
        <ModalActions>
          <Button ref={cancel} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" disabled={!isConfirmed} aria-disabled={isGuarded}>
            Delete {subject}
          </Button>
        </ModalActions>
      </form>
    </Modal>
  );
}

/** A selected row that a bulk deletion skips, and why. */
export type SkippedRow = { key: string; label: string; reason: string };

/** Lists the skipped rows with the reasons. */
function SkippedList({ skipped }: { skipped: readonly SkippedRow[] }) {
  return (
    <ul className="mt-1 max-h-32 overflow-y-auto">
      {skipped.slice(0, 100).map(({ key, label, reason }) => (
        <li key={key}>
          <bdi>{label}</bdi>: {reason}
        </li>
      ))}
    </ul>
  );
}
