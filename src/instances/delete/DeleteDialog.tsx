import { useRef, useState } from 'react';
import { useNow } from '../../format/time.ts';
import { paths } from '../../paths.ts';
import { removesRow } from '../../rules/deletion.ts';
import { mayDelete } from '../../rules/mayDelete.ts';
import { useConfig } from '../../session/config.ts';
import { useSession } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions, DialogDescription } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/notices.tsx';
import { SafeName } from '../../ui/SafeName.tsx';
import { DialogPlace, InstanceFacts, RowWarnings } from '../InstanceFacts.tsx';
import { findRowChange, type InstanceRow, type RowWithId } from '../instanceRow.ts';
import { stateOfRow } from '../removedRows.ts';
import { ConfirmField, ReasonField, useConfirmation } from './ConfirmFields.tsx';
import { useSecondsUntil, useSubmitOnce } from './confirmation.ts';
import type { SettledDeletion } from './deleteInstance.ts';
import { OutcomeActions, OutcomeNotice } from './OutcomeNotice.tsx';
import { isSameInstance, toastOutcome } from './outcomes.ts';
import { formatStillListed } from './stageLooks.ts';
import { useDeleteComputeInstance } from './useDeleteComputeInstance.ts';
import { useDeletionLog, useDeletions } from './useDeletions.ts';

type Props = {
  row: RowWithId;
  /** The row as it is listed now. Undefined if it is no longer listed. */
  current: InstanceRow | undefined;
  /** Called with the outcome, or with null if the dialog was closed without one or while the request runs. */
  onClose: (settled: SettledDeletion | null) => void;
  finalFocus: () => HTMLElement | null;
  /** Null if the service can't list instances. */
  onRefresh: (() => void) | null;
};

export function DeleteDialog({ row, current, onClose, finalFocus, onRefresh }: Props) {
  const { workspace, connection } = useSession();
  const { policy } = useConfig();
  const { byRow, isUnavailable } = useDeletions();
  const log = useDeletionLog();
  const { mutateAsync, isPending } = useDeleteComputeInstance();
  const confirmation = useConfirmation(row.label);
  const [settled, setSettled] = useState<SettledDeletion | null>(null);
  /** When a refused delete may be tried again (`performance.now`, ms). */
  const [retryAt, setRetryAt] = useState(0);
  const closeButton = useRef<HTMLButtonElement>(null);

  const kind = settled?.deletion.outcome.kind ?? null;
  const isAsking = kind === null || kind === 'refused' || kind === 'not-sent';
  // The log may be read a moment after the outcome of this dialog.
  const deletionsOfRow = (byRow.get(row.key) ?? []).filter(({ id }) => id !== settled?.deletion.id);
  const change = findRowChange(row, current, workspace);
  const refusal = mayDelete(row, isUnavailable ? null : deletionsOfRow, policy);
  const problem = change ?? refusal?.sentence ?? null;
  // Offline, a click is answered at once: nothing is sent and nothing waits.
  const isBlocked = change !== null || (refusal !== null && refusal.code !== 'offline');
  const earlier = settled === null ? stateOfRow(current ?? row, deletionsOfRow, Date.now()) : null;
  const secondsLeft = useSecondsUntil(retryAt);
  const canSubmit = isAsking && !isBlocked && secondsLeft === 0 && confirmation.isConfirmed;
  const { formProps, isSubmitLocked } = useSubmitOnce(canSubmit, sendConfirmed);

  async function sendConfirmed() {
    const result = await mutateAsync({ row, reason: confirmation.takeReason() });
    // The ref is null after the dialog has closed.
    const isOpen = closeButton.current !== null;
    const isDone = removesRow(result.deletion.outcome) && result.isSaved;
    const isShownOnPage = isOpen && (!isDone || result.deletion.outcome.kind === 'gone');
    if (connection.isOpen?.() !== false && !isShownOnPage)
      toastOutcome(result, paths.screen('activity', workspace));
    if (!isOpen) return;
    if (isDone) return onClose(result);
    setSettled(result);
    const waitMs = result.deletion.outcome.retryAfterMs ?? 0;
    setRetryAt(waitMs <= maxCountdownMs ? performance.now() + waitMs : 0);
    // The focused field is about to disappear.
    if (!['refused', 'not-sent'].includes(result.deletion.outcome.kind)) closeButton.current?.focus();
  }

  function close() {
    // A click right after the response was meant for the button that was there before.
    if (kind === 'mismatch' && isSubmitLocked) return;
    if (kind === 'mismatch') dismiss();
    else onClose(settled);
  }

  function dismiss() {
    if (settled !== null) void log.dismiss([settled.deletion]).catch(() => undefined);
    onClose(settled);
  }

  function refreshList() {
    onClose(settled);
    onRefresh?.();
  }

  /** Asks for the whole confirmation again, because the instance may already be deleted. */
  function askAgain() {
    confirmation.setTyped('');
    setSettled(null);
    closeButton.current?.focus();
  }

  return (
    <Dialog
      kind="alertdialog"
      title={
        <>
          Delete <SafeName name={row.label} whole />
        </>
      }
      context={<DialogPlace workspace={workspace} />}
      onClose={close}
      focus={{ initial: closeButton, final: finalFocus }}
      look={{ tone: 'danger', isLocked: kind === 'mismatch' }}
    >
      <form {...formProps}>
        {isAsking && (
          <DialogDescription>
            The instance will be queued for deletion.{' '}
            <strong className="font-semibold">All its data will be deleted permanently.</strong> This can't be
            undone.
          </DialogDescription>
        )}
        <InstanceFacts row={row} />
        <div className="mt-3 grid gap-2 empty:hidden">
          <RowWarnings row={row} />
          {earlier?.kind === 'unknown' && (
            <Notice tone="notice" title="We don't know whether an earlier request deleted this instance.">
              If it still exists, this deletes it.
            </Notice>
          )}
          {earlier?.kind === 'still-listed' && (
            <Notice
              tone="notice"
              title={<span>{`${formatStillListed(earlier.deletion, Date.now())}.`}</span>}
            />
          )}
          {settled !== null && (
            <OutcomeNotice
              {...settled}
              actions={
                kind === 'unknown' && (
                  <OutcomeActions
                    onRefresh={onRefresh && refreshList}
                    onDeleteAgain={
                      current !== undefined && isSameInstance(current, settled.deletion) ? askAgain : null
                    }
                    onDismiss={dismiss}
                  />
                )
              }
            />
          )}
          {isAsking &&
            problem !== null &&
            !isPending &&
            !settled?.deletion.outcome.reason.startsWith(problem) && (
              <Notice tone="notice" role="alert" title={<span>{problem}</span>} />
            )}
        </div>
        {isAsking && (
          <>
            <ReasonField confirmation={confirmation} isReadOnly={isPending} />
            <ConfirmField confirmation={confirmation} isReadOnly={isPending} />
          </>
        )}
        <DialogActions>
          <span className="mr-auto text-small text-muted empty:hidden">
            {isPending ? (
              <ElapsedText />
            ) : (
              <span>{formatWait(secondsLeft, settled?.deletion.outcome.retryAfterMs ?? 0)}</span>
            )}
          </span>
          <Button ref={closeButton} onClick={close} aria-disabled={kind === 'mismatch' && isSubmitLocked}>
            {closeLabel(kind, isPending)}
          </Button>
          {isAsking && (
            <Button
              type="submit"
              variant="danger"
              disabled={!canSubmit && !isPending}
              aria-disabled={isSubmitLocked}
            >
              {isPending ? 'Deleting…' : 'Delete instance'}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  );
}

function closeLabel(kind: string | null, isPending: boolean): string {
  if (isPending) return 'Continue in background';
  if (kind === 'mismatch') return 'I have read this';
  return kind === null ? 'Cancel' : 'Close';
}

const maxCountdownMs = 5 * 60_000;

function formatWait(secondsLeft: number, waitMs: number): string {
  if (secondsLeft > 0) return `You can try again in ${secondsLeft} s`;
  return waitMs > maxCountdownMs ? `The service asks to wait ${Math.ceil(waitMs / 60_000)} minutes.` : '';
}

const elapsedFromMs = 5_000;

function ElapsedText() {
  const [startedAt] = useState(() => performance.now());
  useNow();
  const waitedMs = performance.now() - startedAt;
  const elapsed = waitedMs < elapsedFromMs ? '' : ` ${Math.floor(waitedMs / 1000)} s (ends after 60 s)`;
  return <span>{`Waiting for a response…${elapsed}`}</span>;
}
