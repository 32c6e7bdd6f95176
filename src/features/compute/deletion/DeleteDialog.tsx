import { useId, useRef, useState } from 'react';
import { useSession } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Modal, ModalActions } from '../../../ui/Modal.tsx';
import { Notice } from '../../../ui/notices.tsx';
import { usePreferences, useZone } from '../../../ui/usePreferences.ts';
import { WorkspaceLine } from '../../../ui/WorkspaceMark.tsx';
import type { Deletable } from '../instanceRow.ts';
import { SafeName } from '../SafeName.tsx';
import { confirmsName, nameNearMiss } from './confirmName.ts';
import { ConfirmCheck, ConfirmField, ElapsedText, RowFacts, useSecondsLeft } from './DeleteDialogParts.tsx';
import { createdOf } from './deletionEntry.ts';
import { dismiss } from './deletions.ts';
import { OutcomeNotice } from './OutcomeNotice.tsx';
import { stillListedSentence, useDeletionResult } from './outcomes.tsx';
import type { RowStatus } from './rowStatus.ts';
import { DeletionError, useDeleteComputeInstance } from './useDeleteComputeInstance.ts';
import { useDeletions } from './useDeletions.ts';
import { useGuardedSubmit } from './useGuardedSubmit.ts';

type Props = {
  row: Deletable;
  /** The status that an earlier intent left. */
  status: RowStatus | null;
  /** True if the list has lost the row since the dialog opened. */
  isGone: boolean;
  /** Why the row can't be deleted any more, for example because it was protected since. */
  blockedReason: string | null;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
};

/** Asks before an instance is deleted, and stays open until it was deleted or the admin cancels. */
export function DeleteDialog({ row, status, isGone, blockedReason, onClose, finalFocus }: Props) {
  const { workspaceSlug } = useSession();
  const { mutateAsync, isPending, error, reset } = useDeleteComputeInstance();
  const { log } = useDeletions();
  const showResult = useDeletionResult();
  const [typed, setTyped] = useState('');
  const [ticked, setTicked] = useState(false);
  const [failedAt, setFailedAt] = useState(0);
  const isCheckbox = usePreferences().preferences.confirmBy === 'checkbox';
  const zone = useZone();
  const form = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  const failed = error?.entry ?? null;
  const isMismatch = failed?.outcome?.kind === 'mismatch';
  const isUnknown = (failed?.outcome ?? status)?.kind === 'unknown';
  const secondsLeft = useSecondsLeft(failedAt, failed?.outcome?.retryAfterMs ?? 0);
  const isAllowed = secondsLeft === 0 && blockedReason === null;
  const isConfirmed = (isCheckbox ? ticked : confirmsName(typed, row.label)) && isAllowed;
  const { onSubmit, isGuarded } = useGuardedSubmit(isConfirmed, send);

  const action = isUnknown ? 'Delete again' : failed === null ? 'Delete instance' : 'Try again';

  async function send() {
    const { databaseName, id: instanceId, label, name } = row;
    const created = createdOf(row);
    const listed = row.source !== 'added';
    try {
      const entry = await mutateAsync({ databaseName, instanceId, label, name, created, listed });
      onClose();
      showResult(entry);
    } catch (failure) {
      if (!(failure instanceof DeletionError)) throw failure;
      // Without its buttons the dialog is gone: the admin has opened another screen.
      if (cancel.current === null) return showResult(failure.entry);
      setFailedAt(performance.now());
      if (failure.entry.outcome?.kind !== 'unknown') return;
      // The instance may already be deleted, so require the full confirmation again.
      setTyped('');
      setTicked(false);
    }
  }

  function acknowledge() {
    if (failed !== null) dismiss(log, failed);
    reset();
    onClose();
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
      locked={isPending || isMismatch}
      initialFocus={cancel}
      finalFocus={finalFocus}
    >
      {!isMismatch && (
        <p className="mt-2">
          This queues the instance for deletion. When that finishes,{' '}
          <strong>all its data is permanently deleted</strong>. You can’t undo this here.
        </p>
      )}
      <RowFacts row={row} workspaceSlug={workspaceSlug} />
      {failed !== null && (
        <div ref={scrollToFailure} className="mt-4">
          <OutcomeNotice entry={failed} />
        </div>
      )}
      {isUnknown && (
        <p className="mt-3 text-notice">
          “Delete again” sends a new delete request. If the instance still exists, it is deleted now.
        </p>
      )}
      {failed === null && status?.kind === 'still-listed' && (
        <p className="mt-3 text-notice">{stillListedSentence(status.removal, zone, Date.now())}.</p>
      )}
      {isGone && !isPending && (
        <Notice tone="notice" role="alert" title="This instance is no longer in the list">
          <p>It was deleted in another tab, or the service no longer lists it.</p>
        </Notice>
      )}
      {blockedReason !== null && !isPending && (
        <Notice tone="notice" role="alert" title="This instance can’t be deleted right now">
          <p>{blockedReason}</p>
        </Notice>
      )}
      {isPending && log.isLossy() && (
        <p className="mt-3 text-notice">
          This browser can’t save the deletion log. Keep this page open until the deletion finishes.
        </p>
      )}
      {!isMismatch && (
        <form id={form} onSubmit={onSubmit} noValidate className="mt-5">
          {isCheckbox ? (
            <ConfirmCheck
              name={row.label}
              checked={ticked}
              onChange={(event) => setTicked(event.target.checked)}
              disabled={isPending}
            />
          ) : (
            <ConfirmField
              word={row.label}
              typed={typed}
              onType={setTyped}
              readOnly={isPending}
              hint={nameNearMiss(typed, row.label)}
              trailing={<CopyButton text={row.label} label="Copy name" />}
            />
          )}
        </form>
      )}
      <ModalActions>
        {isPending && <ElapsedText />}
        {isMismatch ? (
          <Button ref={takeFocus} onClick={acknowledge}>
            Acknowledge
          </Button>
        ) : (
          <>
            <Button ref={cancel} onClick={() => isPending || onClose()} aria-disabled={isPending}>
              Cancel
            </Button>
            <Button
              type="submit"
              form={form}
              variant="danger"
              disabled={!isConfirmed && !isPending}
              aria-disabled={isGuarded}
            >
              {isPending ? 'Deleting…' : secondsLeft > 0 ? `Try again in ${secondsLeft} s` : action}
            </Button>
          </>
        )}
      </ModalActions>
    </Modal>
  );
}

/** Focuses the new button: the focused one was removed, and the page behind the dialog must not get the focus. */
function takeFocus(button: HTMLElement | null) {
  button?.focus();
}

/** Scrolls to the failure, because on a phone the dialog is longer than the screen. */
function scrollToFailure(failure: HTMLElement | null) {
  failure?.scrollIntoView({ block: 'center' });
}
