import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSession } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { Modal } from '../../../ui/Modal.tsx';
import { ModalActions } from '../../../ui/ModalActions.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { usePreferences } from '../../../ui/usePreferences.ts';
import { WorkspaceLine } from '../../../ui/WorkspaceLine.tsx';
import type { Deletable } from '../instances/Deletable.ts';
import type { DeletionEntry } from '../journal/DeletionEntry.ts';
import { leavingKinds } from '../journal/leavingKinds.ts';
import type { RowMark } from '../journal/RowState.ts';
import { useDeletions } from '../journal/useDeletions.ts';
import { confirmsName } from '../names/confirmsName.ts';
import { SafeName } from '../names/SafeName.tsx';
import { CheckingAgain } from './CheckingAgain.tsx';
import { ConfirmCheck } from './ConfirmCheck.tsx';
import { ConfirmField } from './ConfirmField.tsx';
import { DeleteFailure } from './DeleteFailure.tsx';
import { ElapsedText } from './ElapsedText.tsx';
import { RowFacts } from './RowFacts.tsx';
import { useDeleteComputeInstance } from './useDeleteComputeInstance.ts';
import { useRetryPause } from './useRetryPause.ts';

type Props = {
  row: Deletable;
  /** What an earlier intent left behind: where its outcome is unknown, the dialog asks whether to check again. */
  mark: RowMark | null;
  /** Whether the list has lost the row since the dialog was opened. */
  hasLeft: boolean;
  /** Why it can't be deleted any more: it may have been protected since. */
  obstacle: string | null;
  onClose: () => void;
  /** The row has left the list. */
  onLeft: (entry: DeletionEntry) => void;
  /** It did not, and the admin went to another screen meanwhile, where this dialog can't say so. */
  onFailedUnseen: (entry: DeletionEntry) => void;
  finalFocus: () => HTMLElement | null;
};

type Phase =
  | { name: 'confirming' }
  | { name: 'deleting'; since: number }
  | { name: 'failed'; entry: DeletionEntry };

/** As long as a refusal has to be in sight before it can be tried again. */
const readingMs = 700;

/** Asks before an instance is deleted, and stays until it is known that it was, or the admin cancels. */
export function DeleteDialog({
  row,
  mark,
  hasLeft,
  obstacle,
  onClose,
  onLeft,
  onFailedUnseen,
  finalFocus,
}: Props) {
  const { workspaceSlug } = useSession();
  const { mutateAsync } = useDeleteComputeInstance();
  const { journal } = useDeletions();
  const [phase, setPhase] = useState<Phase>({ name: 'confirming' });
  const [typed, setTyped] = useState('');
  const [ticked, setTicked] = useState(false);
  const [isUnread, setUnread] = useState(false);
  const byTicking = usePreferences().preferences.confirmBy === 'checkbox';
  const form = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  const sending = useRef(false);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const deleting = phase.name === 'deleting';
  const failed = phase.name === 'failed' ? phase.entry : null;
  const mismatch = failed?.outcome?.kind === 'mismatch';
  const { secondsLeft, sentence } = useRetryPause(failed);
  const isFree = secondsLeft === 0 && obstacle === null;
  const confirmed = (byTicking ? ticked : confirmsName(typed, row.label)) && isFree;

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    // React may draw the locked button only after a second click of a double click.
    if (!confirmed || sending.current) return;
    sending.current = true;
    setPhase({ name: 'deleting', since: Date.now() });
    const entry = await mutateAsync({
      databaseName: row.databaseName,
      instanceId: row.id,
      label: row.label,
      listed: row.source !== 'added',
    });
    // What is gone is asked for no more, however late the dialog leaves.
    if (entry.outcome !== null && leavingKinds.has(entry.outcome.kind)) return onLeft(entry);
    if (!isHere.current) return onFailedUnseen(entry);
    // What nobody has had the time to read is not what they confirm: a press meant for before comes to nothing.
    flushSync(() => showFailure(entry));
    setTimeout(() => {
      sending.current = false;
      setUnread(false);
    }, readingMs);
  }

  function showFailure(entry: DeletionEntry) {
    setPhase({ name: 'failed', entry });
    setUnread(true);
    if (entry.outcome?.kind !== 'unknown') return;
    // What may already have happened is asked for anew, letter by letter.
    setTyped('');
    setTicked(false);
  }

  function acknowledge() {
    if (failed !== null) journal.update(failed.intentKey, { dismissed: true });
    onClose();
  }

  return (
    <Modal
      kind="alertdialog"
      look="danger"
      title={
        <>
          Delete <SafeName name={row.label} whole />
        </>
      }
      eyebrow={<WorkspaceLine slug={workspaceSlug} />}
      onClose={onClose}
      locked={deleting || mismatch}
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
      {failed !== null && <DeleteFailure entry={failed} />}
      {failed === null && mark?.kind === 'unknown' && (
        <div className="mt-3 text-notice">
          <CheckingAgain />
        </div>
      )}
      {hasLeft && !deleting && (
        <Notice tone="notice" role="alert" title="It has left the list meanwhile">
          <p>It was deleted in another tab, or the service no longer lists it.</p>
        </Notice>
      )}
      {obstacle !== null && !deleting && (
        <Notice tone="notice" role="alert" title="It can’t be deleted now">
          <p>{obstacle}</p>
        </Notice>
      )}
      {deleting && journal.isLossy() && (
        <p className="mt-3 text-notice">
          This browser has no room to remember this deletion. Keep the page open until it has ended.
        </p>
      )}
      {sentence !== null && <p className="mt-2 text-notice">{sentence}</p>}
      {!mismatch && (
        <form id={form} onSubmit={submit} noValidate className="mt-5">
          {byTicking ? (
            <ConfirmCheck name={row.label} checked={ticked} onCheck={setTicked} disabled={deleting} />
          ) : (
            <ConfirmField name={row.label} typed={typed} onType={setTyped} readOnly={deleting} />
          )}
        </form>
      )}
      <ModalActions>
        {deleting && <ElapsedText since={phase.since} />}
        {mismatch ? (
          <Button ref={cancel} onClick={acknowledge}>
            I have seen this
          </Button>
        ) : (
          <>
            <Button ref={cancel} onClick={() => deleting || onClose()} aria-disabled={deleting}>
              Cancel
            </Button>
            <Button
              type="submit"
              form={form}
              look="danger"
              disabled={!confirmed && !deleting}
              aria-disabled={deleting || isUnread}
            >
              {deleting ? 'Deleting…' : actionOf(failed, mark, secondsLeft)}
            </Button>
          </>
        )}
      </ModalActions>
    </Modal>
  );
}

function actionOf(failed: DeletionEntry | null, mark: RowMark | null, secondsLeft: number): string {
  if (secondsLeft > 0) return `Try again in ${secondsLeft} s`;
  if (failed?.outcome?.kind === 'unknown') return 'Check again';
  if (failed !== null) return 'Try again';
  return mark?.kind === 'unknown' ? 'Check again' : 'Delete instance';
}
