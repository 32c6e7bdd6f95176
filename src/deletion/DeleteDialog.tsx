import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type DeletableRow, findChangeReason, findRowIndex } from '../compute/instanceRow.ts';
import { useRefreshListing } from '../compute/listings.ts';
import { useComputeInstances } from '../compute/useInstances.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Modal, ModalActions, ModalDescription } from '../ui/Modal.tsx';
import { Notice } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import type { Zone } from '../ui/time.ts';
import { useZone } from '../ui/usePreferences.ts';
import { WorkspaceLine } from '../ui/WorkspaceMark.tsx';
import { confirmsName, describeNearMiss, useConfirmBy, useSingleSubmit } from './confirmation.ts';
import {
  ConfirmCheck,
  ConfirmField,
  ElapsedText,
  longestCountdownMs,
  OutcomeNotice,
  RowSummary,
  useSecondsUntil,
} from './DeleteDialogParts.tsx';
import { useDeletionTools } from './DeletionsProvider.tsx';
import { DeletionError, toConfirmedDeletion, useDeleteComputeInstance } from './deleteInstance.ts';
import { formatStillListed, useShowDeletionResult } from './outcomes.tsx';
import { findRestoreButton } from './RestoreButton.tsx';
import { RowWarnings } from './RowNotices.tsx';
import { deleteBlockedReason, type RowStatus } from './rowStatus.ts';

type Props = {
  row: DeletableRow;
  onClose: () => void;
  /** Returns the element that receives the focus on close. */
  finalFocus: () => HTMLElement | null;
};

/** Asks the admin to confirm a deletion, and sends it. Closes if the row was removed, and otherwise shows the result. */
export function DeleteDialog({ row, onClose, finalFocus }: Props) {
  const { workspaceSlug } = useSession();
  const { rows, listQueries, getDeleteChecks } = useComputeInstances();
  const checks = getDeleteChecks(row);
  const currentRow = rows[findRowIndex(rows, row.key)];
  const blockedReason =
    findChangeReason(row, currentRow, workspaceSlug) ?? deleteBlockedReason(row, checks, 'dialog');
  const { mutateAsync, isPending, error, reset } = useDeleteComputeInstance();
  const refreshListing = useRefreshListing();
  const { log } = useDeletionTools();
  const showResult = useShowDeletionResult();
  const [typed, setTyped] = useState('');
  const [isTicked, setIsTicked] = useState(false);
  const [retryAt, setRetryAt] = useState(0);
  const confirmsByCheckbox = useConfirmBy().confirmBy === 'checkbox';
  const zone = useZone();
  const closeButton = useRef<HTMLButtonElement>(null);
  /** The `intentKey` of the finished deletion. If its result has a Restore button, the dialog focuses that button on close. */
  const finishedIntentKey = useRef('');
  const failedEntry = error?.entry ?? null;
  const failedKind = failedEntry?.outcome?.kind;
  const isMismatch = failedKind === 'mismatch';
  const isUnknown = failedKind === 'unknown';
  const showsConfirmation = !isMismatch && !isUnknown;
  const secondsLeft = useSecondsUntil(retryAt);
  const canConfirm = showsConfirmation && secondsLeft === 0 && blockedReason === null;
  const isConfirmed = (confirmsByCheckbox ? isTicked : confirmsName(typed, row.label)) && canConfirm;
  const { formProps, isSubmitLocked } = useSingleSubmit(isConfirmed, sendConfirmed);
  const note = isPending
    ? log.isLossy() && lossyNote
    : failedEntry === null && describeStatus(checks.status, zone);

  async function sendConfirmed() {
    // The ref is null after this dialog has closed, even if another delete dialog is open.
    const isOpen = () => closeButton.current !== null;
    try {
      const entry = await mutateAsync(toConfirmedDeletion(row, workspaceSlug));
      if (!isOpen()) return showResult(entry);
      finishedIntentKey.current = entry.intentKey;
      // Render the Restore button first, because it may receive the focus when the dialog closes.
      flushSync(() => showResult(entry, () => requestAnimationFrame(() => finalFocus()?.focus())));
      onClose();
    } catch (failure) {
      if (!(failure instanceof DeletionError)) throw failure;
      if (!isOpen()) return showResult(failure.entry);
      const { kind, retryAfterMs } = failure.entry.outcome ?? {};
      const hasCountdown = retryAfterMs != null && retryAfterMs <= longestCountdownMs;
      setRetryAt(hasCountdown ? performance.now() + retryAfterMs : 0);
      // Move the focus, because the focused field or button is about to disappear.
      if (kind === 'unknown' || kind === 'mismatch') closeButton.current?.focus();
    }
  }

  function closeDialog() {
    // Ignore a click right after the response, because the admin may have meant the previous button.
    if (isMismatch && isSubmitLocked) return;
    if (isMismatch && failedEntry !== null) log.dismiss([failedEntry]);
    onClose();
  }

  /** Requires the full confirmation again, because the instance may already be deleted. */
  function askAgain() {
    setTyped('');
    setIsTicked(false);
    reset();
    closeButton.current?.focus();
  }

  return (
    <Modal
      kind="alertdialog"
      variant="danger"
      title={
        <>
          Delete <SafeName name={row.label} whole />
        </>
      }
      context={<WorkspaceLine slug={workspaceSlug} />}
      onClose={onClose}
      locked={isMismatch}
      initialFocus={closeButton}
      finalFocus={() => findRestoreButton(finishedIntentKey.current) ?? finalFocus()}
    >
      <form {...formProps}>
        {showsConfirmation && (
          <ModalDescription>
            This queues the instance for deletion, which <strong>permanently deletes all its data</strong> and
            can’t be undone.
          </ModalDescription>
        )}
        <RowSummary row={row} />
        <RowWarnings row={row} />
        {failedEntry !== null && (
          <div ref={scrollToFailure} className="mt-3">
            <OutcomeNotice entry={failedEntry} />
          </div>
        )}
        {note && <p className="mt-3 text-notice">{note}</p>}
        {blockedReason !== null && !isPending && (
          <Notice
            className="mt-3"
            tone="notice"
            role="alert"
            title="This instance can’t be deleted right now"
          >
            <p>{blockedReason}</p>
          </Notice>
        )}
        {showsConfirmation &&
          (confirmsByCheckbox ? (
            <ConfirmCheck
              name={row.label}
              checked={isTicked}
              onChange={(event) => setIsTicked(event.target.checked)}
              disabled={isPending}
            />
          ) : (
            <ConfirmField
              requiredText={row.label}
              typed={typed}
              onType={setTyped}
              readOnly={isPending}
              hint={describeNearMiss(typed, row.label)}
              labelButton={<CopyButton text={row.label} label="Copy name" />}
            />
          ))}
        <ModalActions note={showsConfirmation ? isPending && <ElapsedText /> : null}>
          <Button ref={closeButton} onClick={closeDialog} aria-disabled={isMismatch && isSubmitLocked}>
            {isMismatch
              ? 'Acknowledge'
              : isUnknown
                ? 'Close'
                : isPending
                  ? 'Continue in background'
                  : 'Cancel'}
          </Button>
          {isUnknown && (
            <>
              {listQueries.length > 0 && (
                <Button
                  onClick={() => {
                    onClose();
                    void refreshListing();
                  }}
                >
                  Refresh list
                </Button>
              )}
              <Button variant="danger-quiet" onClick={askAgain}>
                Delete again…
              </Button>
            </>
          )}
          {showsConfirmation && (
            <Button
              type="submit"
              variant="danger"
              disabled={!isConfirmed && !isPending}
              aria-disabled={isSubmitLocked}
            >
              {submitLabel(isPending, secondsLeft, failedEntry !== null)}
            </Button>
          )}
        </ModalActions>
      </form>
    </Modal>
  );
}

const lossyNote =
  'This browser can’t save the deletion log. Keep this page open until the deletion finishes.';

function describeStatus(status: RowStatus | null, zone: Zone): string | null {
  if (status?.kind === 'unknown')
    return 'We don’t know whether an earlier request deleted this instance. This sends a new delete request. If the instance still exists, it is deleted now.';
  return status?.kind === 'still-listed' ? `${formatStillListed(status.entry, zone, Date.now())}.` : null;
}

function submitLabel(isPending: boolean, secondsLeft: number, hasFailed: boolean): string {
  if (isPending) return 'Deleting…';
  if (secondsLeft > 0) return `Try again in ${secondsLeft} s`;
  return hasFailed ? 'Try again' : 'Delete instance';
}

/** Scrolls to the failure, because the dialog can be longer than the screen of a phone. */
function scrollToFailure(failure: HTMLElement | null) {
  failure?.scrollIntoView({ block: 'center' });
}
