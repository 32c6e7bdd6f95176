import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ServiceError } from '../../api/errors.ts';
import { toIsolatedText } from '../../format/text.ts';
import { paths } from '../../paths.ts';
import type { Deletion } from '../../rules/deletion.ts';
import { useOpeningSession, useSession } from '../../session/useSession.ts';
import { Dialog, DialogDescription } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/notices.tsx';
import { SafeName } from '../../ui/SafeName.tsx';
import { DialogPlace, InstanceFacts, RowWarnings } from '../InstanceFacts.tsx';
import { findRowChange, type InstanceRow, type RowWithId } from '../instanceRow.ts';
import { ConfirmForm } from './ConfirmForm.tsx';
import { ignoreSecondClick } from './confirmation.ts';
import {
  type DeleteResult,
  DeleteResultNotice,
  ResultButtons,
  titleOf,
  useSecondsToWait,
} from './DeleteResult.tsx';
import { formatStillListed, toastOutcome } from './outcomes.ts';
import { lostAnswerSentence, useDeleteComputeInstance } from './useDeleteComputeInstance.ts';

type Props = {
  row: RowWithId;
  /** The row as it is listed now. Undefined if it is no longer listed. */
  current: InstanceRow | undefined;
  /** Called with the deletion that has ended, or with null if there is none, or none yet. */
  onClose: (deletion: Deletion | null) => void;
  finalFocus: () => HTMLElement | null;
};

type Phase = { kind: 'asking' } | { kind: 'sending' } | { kind: 'settled'; result: DeleteResult };

/** Asks for the typed name, waits for the outcome, and shows each one that the table can't show. */
export function DeleteDialog({ row, current, onClose, finalFocus }: Props) {
  const { workspace } = useSession();
  const { sessionId, problem: sessionProblem } = useOpeningSession();
  // Our server sends at most one DELETE for an ID, so each confirmation has its own.
  const [id, setId] = useState(() => crypto.randomUUID());
  const [phase, setPhase] = useState<Phase>({ kind: 'asking' });
  const [reason, setReason] = useState('');
  const { mutateAsync } = useDeleteComputeInstance();
  const isClosed = useIsUnmounted();
  const cancelButton = useRef<HTMLButtonElement>(null);
  const result = phase.kind === 'settled' ? phase.result : null;
  const settled = result?.kind === 'ended' ? result.deletion : null;

  async function send(newReason: string) {
    setReason(newReason);
    if (navigator.onLine === false) return show({ kind: 'not-sent', message: "You're offline." });
    setPhase({ kind: 'sending' });
    const { databaseName, id: instanceId, name, record } = row;
    const request = { databaseName, instanceId, name, created: record?.created ?? null, reason: newReason };
    try {
      show({ kind: 'ended', ...(await mutateAsync({ id, sessionId, request })) });
    } catch (error) {
      show(toFailure(error));
    }
  }

  function show(next: DeleteResult) {
    const ended = next.kind === 'ended' ? next.deletion : null;
    const isDone = next.kind === 'ended' && next.isStored && closingStages.includes(next.deletion.stage);
    // The alert of a `gone` stays on the page.
    if (ended !== null && (isClosed.current || (isDone && ended.stage !== 'gone')))
      toastOutcome(ended, paths.screen('activity', workspace));
    if (isClosed.current) return;
    if (isDone) return onClose(ended);
    setId(crypto.randomUUID());
    setPhase({ kind: 'settled', result: next });
  }

  /** Asks for the whole confirmation again, because the instance may already be deleted. */
  function askAgain() {
    flushSync(() => setPhase({ kind: 'asking' }));
    // The button that was pressed is gone.
    cancelButton.current?.focus();
  }

  const isLocked = settled?.stage === 'mismatch';
  return (
    <Dialog
      kind="alertdialog"
      title={
        result === null ? (
          <span key="question">
            Delete <SafeName name={row.label} whole lookAlike={row.lookAlike} />
          </span>
        ) : (
          <span key="result">{titleOf(result)}</span>
        )
      }
      name={result && `${titleOf(result)}: ${toIsolatedText(row.label)}`}
      context={<DialogPlace workspace={workspace} />}
      onClose={() => onClose(settled)}
      focus={{ initial: cancelButton, final: finalFocus }}
      look={{ tone: 'danger', isLocked }}
    >
      <div onClickCapture={ignoreSecondClick}>
        {result === null && (
          <DialogDescription>
            The instance will be queued for deletion.{' '}
            <strong className="font-semibold">All its data will be deleted permanently.</strong> This can't be
            undone.
          </DialogDescription>
        )}
        {result !== null && (
          <div className="mt-3">
            <DeleteResultNotice key={id} result={result} />
          </div>
        )}
        <InstanceFacts row={row} hasName={result !== null} />
        {mayAskAgain(result) ? (
          <AskingPart
            key={id}
            row={row}
            current={current}
            result={result}
            sessionProblem={sessionProblem}
            isSending={phase.kind === 'sending'}
            firstReason={reason}
            cancelButton={{
              label: result === null ? 'Cancel' : 'Close',
              ref: cancelButton,
              onClick: () => onClose(settled),
            }}
            onConfirm={send}
          />
        ) : (
          result !== null && (
            <ResultButtons
              result={result}
              row={current}
              onClose={() => onClose(settled)}
              onAskAgain={askAgain}
            />
          )
        )}
      </div>
    </Dialog>
  );
}

/** After these, the dialog has nothing left to say. */
const closingStages: readonly string[] = ['deleted', 'accepted', 'gone'];

function mayAskAgain(result: DeleteResult | null): boolean {
  if (result === null || result.kind === 'not-sent') return true;
  return result.kind === 'ended' && ['refused', 'not-sent'].includes(result.deletion.stage);
}

function toFailure(error: unknown): DeleteResult {
  if (!(error instanceof ServiceError)) throw error;
  const { code, kind, message } = error;
  // A refusal of our server has a code.
  if (code !== null || kind === 'signed-out') return { kind: 'not-sent', message };
  const isSilent = kind === 'unreachable' || kind === 'timeout' || message === lostAnswerSentence;
  return {
    kind: 'lost',
    message: isSilent ? lostAnswerSentence : `${message} Activity will show the result.`,
  };
}

function useIsUnmounted() {
  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);
  return isUnmounted;
}

type AskingProps = Pick<Props, 'row' | 'current'> & {
  /** The result of the attempt before. */
  result: DeleteResult | null;
  sessionProblem: string | null;
  isSending: boolean;
  firstReason: string;
  cancelButton: Parameters<typeof ConfirmForm>[0]['cancelButton'];
  onConfirm: (reason: string) => Promise<void>;
};

function AskingPart({ row, current, result, sessionProblem, isSending, ...form }: AskingProps) {
  const problem = sessionProblem ?? findRowChange(row, current) ?? current?.refusal?.message ?? null;
  const earlier = (current ?? row).state;
  const wait = useSecondsToWait(result);
  return (
    <>
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
        {problem !== null && !isSending && result?.kind !== 'not-sent' && (
          <Notice tone="notice" role="alert" title={<span>{problem}</span>} />
        )}
      </div>
      <ConfirmForm
        {...form}
        phrase={row.label}
        label="Delete instance"
        isBlocked={problem !== null || wait.seconds > 0}
      >
        {wait.text}
      </ConfirmForm>
    </>
  );
}
