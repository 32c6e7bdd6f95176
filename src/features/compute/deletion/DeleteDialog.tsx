import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { useSession } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Modal, ModalActions } from '../../../ui/Modal.tsx';
import { Notice } from '../../../ui/notices.tsx';
import { usePreferences } from '../../../ui/usePreferences.ts';
import { WorkspaceLine } from '../../../ui/WorkspaceMark.tsx';
import { useZone } from '../../../ui/zone.tsx';
import { confirmsName, nameNearMiss } from '../confirmName.ts';
import type { Deletable } from '../instanceRow.ts';
import { SafeName } from '../SafeName.tsx';
import { ConfirmCheck, ConfirmField, ElapsedText, RowFacts, useSecondsLeft } from './DeleteDialogParts.tsx';
import { OutcomeNotice } from './DeletionAlerts.tsx';
import type { DeletionEntry } from './deletionEntry.ts';
import { dismiss, type RowMark } from './deletionMarks.ts';
import { useDeletionResult } from './deletionResults.tsx';
import { stillListedSentence } from './outcomes.tsx';
import { DeletionError, useDeleteComputeInstance } from './useDeleteComputeInstance.ts';
import { useDeletions } from './useDeletions.ts';

type Props = {
  row: Deletable;
  /** What an earlier intent left behind: where its outcome is unknown, the dialog asks whether to check again. */
  mark: RowMark | null;
  /** Whether the list has lost the row since the dialog was opened. */
  hasLeft: boolean;
  /** Why it can't be deleted any more: it may have been protected since. */
  obstacle: string | null;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
};

/** As long as a refusal has to be in sight before it can be tried again. */
const readingMs = 700;

/** Asks before an instance is deleted, and stays until it is known that it was, or the admin cancels. */
export function DeleteDialog({ row, mark, hasLeft, obstacle, onClose, finalFocus }: Props) {
  const { workspaceSlug } = useSession();
  const { mutateAsync, isPending, error, reset } = useDeleteComputeInstance();
  const { log } = useDeletions();
  const showResult = useDeletionResult();
  const [typed, setTyped] = useState('');
  const [ticked, setTicked] = useState(false);
  const [isUnread, setUnread] = useState(false);
  const [failedAt, setFailedAt] = useState(0);
  const byTicking = usePreferences().preferences.confirmBy === 'checkbox';
  const zone = useZone();
  const form = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  /** From the confirmation until a failure could be read. */
  const isLocked = useRef(false);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const failed = error?.entry ?? null;
  const mismatch = failed?.outcome?.kind === 'mismatch';
  const isCheck = (failed?.outcome ?? mark)?.kind === 'unknown';
  const secondsLeft = useSecondsLeft(failedAt, failed?.outcome?.retryAfterMs ?? 0);
  const isFree = secondsLeft === 0 && obstacle === null;
  const confirmed = (byTicking ? ticked : confirmsName(typed, row.label)) && isFree;

  const again = isCheck ? 'Check again' : failed === null ? 'Delete instance' : 'Try again';
  const action = secondsLeft > 0 ? `Try again in ${secondsLeft} s` : again;

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    // React may draw the locked button only after a second click of a double click.
    if (!confirmed || isLocked.current) return;
    isLocked.current = true;
    try {
      const listed = row.source !== 'added';
      const { databaseName, id: instanceId, label, name } = row;
      const created = row.record?.created ?? null;
      const entry = await mutateAsync({ databaseName, instanceId, label, name, created, listed });
      onClose();
      showResult(entry);
    } catch (failure) {
      if (!(failure instanceof DeletionError)) throw failure;
      if (isHere.current) showFailure(failure.entry);
      // On the screen where the admin is by then this dialog can't say so.
      else showResult(failure.entry);
    }
  }

  function showFailure({ outcome }: DeletionEntry) {
    // What nobody has had the time to read is not what they confirm: a press meant for before comes to nothing.
    setUnread(true);
    setFailedAt(performance.now());
    setTimeout(() => {
      isLocked.current = false;
      setUnread(false);
    }, readingMs);
    if (outcome?.kind !== 'unknown') return;
    // What may already have happened is asked for anew, letter by letter.
    setTyped('');
    setTicked(false);
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
      locked={isPending || mismatch}
      initialFocus={cancel}
      finalFocus={finalFocus}
    >
      {!mismatch && (
        <p className="mt-2">
          It will be removed from the list and queued for deletion. When the deletion is finalized,{' '}
          <strong>all its data is deleted</strong>. This console can’t undo it.
        </p>
      )}
      <RowFacts row={row} workspaceSlug={workspaceSlug} />
      {failed !== null && (
        <div ref={bringIntoSight} className="mt-4">
          <OutcomeNotice entry={failed} />
        </div>
      )}
      {isCheck && (
        <p className="mt-3 text-notice">
          Check again sends the same deletion once more: if it was deleted, the service says that it is not
          there; if it was not, it is deleted now.
        </p>
      )}
      {failed === null && mark?.kind === 'still-listed' && (
        <p className="mt-3 text-notice">{stillListedSentence(mark.tombstone, zone, Date.now())}.</p>
      )}
      {hasLeft && !isPending && (
        <Notice tone="notice" role="alert" title="It has left the list meanwhile">
          <p>It was deleted in another tab, or the service no longer lists it.</p>
        </Notice>
      )}
      {obstacle !== null && !isPending && (
        <Notice tone="notice" role="alert" title="It can’t be deleted now">
          <p>{obstacle}</p>
        </Notice>
      )}
      {isPending && log.isLossy() && (
        <p className="mt-3 text-notice">
          This browser can’t keep this deletion. Keep the page open until it has ended.
        </p>
      )}
      {!mismatch && (
        <form id={form} onSubmit={submit} noValidate className="mt-5">
          {byTicking ? (
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
        {mismatch ? (
          <Button ref={takeFocus} onClick={acknowledge}>
            I have seen this
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
              disabled={!confirmed && !isPending}
              aria-disabled={isPending || isUnread}
            >
              {isPending ? 'Deleting…' : action}
            </Button>
          </>
        )}
      </ModalActions>
    </Modal>
  );
}

/** What had the focus before is gone, and the page behind the dialog must not get it. */
function takeFocus(button: HTMLElement | null) {
  button?.focus();
}

/** On a phone the sheet is longer than the screen. */
function bringIntoSight(failure: HTMLElement | null) {
  failure?.scrollIntoView({ block: 'center' });
}
