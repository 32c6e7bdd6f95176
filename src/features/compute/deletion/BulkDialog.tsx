import { type SubmitEvent, useId, useRef, useState } from 'react';
import { useSession } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { Modal, ModalActions } from '../../../ui/Modal.tsx';
import { Notice } from '../../../ui/notices.tsx';
import { WindowedList } from '../../../ui/WindowedList.tsx';
import { WorkspaceLine } from '../../../ui/WorkspaceMark.tsx';
import { type Deletable, instancesCount } from '../instanceRow.ts';
import { SafeName } from '../SafeName.tsx';
import { ConfirmField } from './DeleteDialogParts.tsx';

type BulkDialogProps = {
  rows: readonly Deletable[];
  leftOut: readonly LeftOut[];
  /** Another bulk deletion is under way. */
  isBusy: boolean;
  onClose: () => void;
  onConfirm: (rows: readonly Deletable[]) => void;
};

/** Asks before many instances are deleted: names every one of them, and wants their number typed. */
export function BulkDialog({ rows, leftOut, isBusy, onClose, onConfirm }: BulkDialogProps) {
  const { workspaceSlug } = useSession();
  const [typed, setTyped] = useState('');
  const form = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  const sent = useRef<readonly Deletable[] | null>(null);
  const confirmed = !isBusy && typed.trim() === String(rows.length);
  const what = instancesCount(rows.length);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    // The dialog may still be there for a second press; rows that are asked about anew are others.
    if (!confirmed || sent.current === rows) return;
    sent.current = rows;
    onConfirm(rows);
  }

  if (rows.length === 0) return <NothingToDelete leftOut={leftOut} onClose={onClose} />;
  return (
    <Modal
      kind="alertdialog"
      variant="danger"
      title={`Delete ${what}`}
      context={<WorkspaceLine slug={workspaceSlug} />}
      onClose={onClose}
      initialFocus={cancel}
    >
      <p className="mt-2">
        They will be removed from the list and queued for deletion. When the deletions are finalized,{' '}
        <strong>all their data is deleted</strong>. This console can’t undo it.
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
      {leftOut.length > 0 && (
        <details className="mt-3 text-muted">
          <summary>{leftOut.length} of the selected are left out</summary>
          <LeftOutList leftOut={leftOut} />
        </details>
      )}
      {isBusy && (
        <div className="mt-3">
          <Notice
            tone="notice"
            role="alert"
            title="Another bulk deletion is under way. Wait for its end, or stop it."
          />
        </div>
      )}
      <form id={form} onSubmit={submit} noValidate className="mt-5">
        <ConfirmField word={String(rows.length)} typed={typed} onType={setTyped} inputMode="numeric" />
      </form>
      <ModalActions>
        <Button ref={cancel} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" form={form} variant="danger" disabled={!confirmed}>
          Delete {what}
        </Button>
      </ModalActions>
    </Modal>
  );
}

/** A selected row that can't be deleted now, and why. */
type LeftOut = { key: string; label: string; reason: string };

/** Why rows that were selected are not among those to be deleted. */
function LeftOutList({ leftOut }: { leftOut: readonly LeftOut[] }) {
  return (
    <ul className="mt-1 max-h-32 overflow-y-auto">
      {leftOut.slice(0, 100).map(({ key, label, reason }) => (
        <li key={key}>
          <bdi>{label}</bdi>: {reason}
        </li>
      ))}
    </ul>
  );
}

type NothingToDeleteProps = { leftOut: readonly LeftOut[]; onClose: () => void };

/** Says why of all that is selected nothing can be deleted now: there is nothing to confirm. */
function NothingToDelete({ leftOut, onClose }: NothingToDeleteProps) {
  const close = useRef<HTMLButtonElement>(null);
  return (
    <Modal
      kind="dialog"
      title="None of the selected can be deleted now"
      onClose={onClose}
      initialFocus={close}
    >
      <LeftOutList leftOut={leftOut} />
      <div className="mt-5 flex justify-end">
        <Button ref={close} onClick={onClose}>
          Close
        </Button>
      </div>
    </Modal>
  );
}
