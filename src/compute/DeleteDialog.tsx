import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { toBidiIsolatedText } from '../format/text.ts';
import { useNow } from '../format/time.ts';
import { paths } from '../paths.ts';
import { type Deletion, type DeletionStage, removesRow } from '../rules/deletion.ts';
import { useConfig } from '../session/pageData.ts';
import { useDialogSession, useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogActions, DialogDescription } from '../ui/Dialog.tsx';
import { Notice } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { ConfirmForm } from './ConfirmForm.tsx';
import { DialogWorkspaceLine, InstanceFacts, RowWarnings } from './InstanceFacts.tsx';
import {
  findRowChange,
  type InstanceRow,
  isSameInstance,
  type RowState,
  type RowWithId,
  toTarget,
} from './instanceRow.ts';
import { OutcomeNotice } from './OutcomeNotice.tsx';
import { formatStillListed, stageDisplay, toastOutcome } from './outcomes.ts';
import { type DeleteState, useDeleteComputeInstance } from './useDeleteComputeInstance.ts';
import { useDismissDeletion } from './useDeletionLog.ts';
import { useRefreshAll } from './useInstances.ts';

type Props = {
  row: RowWithId;
  current: InstanceRow | undefined;
  /** Called with the deletion that has ended, or with null if there is none, or none yet. */
  onClose: (deletion: Deletion | null) => void;
  finalFocus: () => HTMLElement | null;
};

export function DeleteDialog({ row, current, onClose, finalFocus }: Props) {
  const { workspace } = useSession();
  const { sessionId, problem: sessionProblem } = useDialogSession();
  // Our server sends at most one DELETE for an ID, so each confirmation has its own.
  const [id, setId] = useState(() => crypto.randomUUID());
  const { state, mutateAsync, reset, variables, isPending } = useDeleteComputeInstance();
  const cancelButton = useRef<HTMLButtonElement>(null);
  const ended = state.kind === 'ended' ? state.deletion : null;
  const stage = findStage(state);
  const title = stage && stageDisplay[stage].label;
  const close = () => onClose(ended);

  async function send(reason: string) {
    const request = { ...toTarget(row), reason };
    // An error is shown as a result.
    const settled = await mutateAsync({ id, sessionId, request }).catch(() => null);
    setId(crypto.randomUUID());
    if (settled === null) return;
    const { deletion, isStored } = settled;
    const isDone = isStored && removesRow(deletion.stage);
    // Its buttons have left the page.
    const isClosed = cancelButton.current === null;
    // The alert of a `gone` stays on the page.
    if (isClosed || (isDone && deletion.stage !== 'gone'))
      toastOutcome(deletion, paths.screen('activity', workspace));
    if (isDone && !isClosed) onClose(deletion);
  }

  /** Asks for the whole confirmation again, because the instance may already be deleted. */
  function askAgain() {
    flushSync(reset);
    // The button that was pressed is gone.
    cancelButton.current?.focus();
  }

  return (
    <Dialog
      kind="alertdialog"
      title={
        title === null ? (
          <span key="question">
            Delete <SafeName name={row.label} whole />
          </span>
        ) : (
          <span key="result">{title}</span>
        )
      }
      name={title && `${title}: ${toBidiIsolatedText(row.label)}`}
      context={<DialogWorkspaceLine workspace={workspace} />}
      onClose={stage === 'mismatch' ? null : close}
      focus={{ initial: cancelButton, final: finalFocus }}
    >
      {stage === null && (
        <DialogDescription>
          The instance will be queued for deletion.{' '}
          <strong className="font-semibold">All its data will be deleted permanently.</strong> This can't be
          undone.
        </DialogDescription>
      )}
      <Result state={state} />
      <InstanceFacts row={row} hasName={stage !== null} />
      {stage === null || stage === 'refused' || stage === 'not-sent' ? (
        <Confirmation
          key={id}
          row={row}
          current={current}
          deletion={ended}
          sessionProblem={sessionProblem}
          isPending={isPending}
          hasFailed={state.kind === 'failed'}
          form={{
            firstReason: variables?.request.reason,
            onConfirm: send,
            cancelButton: { label: stage === null ? 'Cancel' : 'Close', ref: cancelButton, onClick: close },
          }}
        />
      ) : (
        <ResultButtons deletion={ended} row={current} onClose={close} onAskAgain={askAgain} />
      )}
    </Dialog>
  );
}

function findStage(state: DeleteState): DeletionStage | null {
  if (state.kind === 'asking') return null;
  return state.kind === 'ended' ? state.deletion.stage : state.failure.stage;
}

function Result({ state }: { state: DeleteState }) {
  if (state.kind === 'asking') return null;
  return (
    <div className="mt-3">
      {state.kind === 'failed' ? (
        <Notice tone="danger" takesFocus title={state.failure.message} />
      ) : (
        <OutcomeNotice deletion={state.deletion} isInDialog>
          {!state.isStored && (
            <span className="block">
              <strong className="font-semibold">This result couldn't be stored yet.</strong>{' '}
              <span>The console's server tries again. Until then, Activity may say “No clear result”.</span>
            </span>
          )}
        </OutcomeNotice>
      )}
    </div>
  );
}

type ConfirmationProps = Pick<Props, 'row' | 'current'> & {
  deletion: Deletion | null;
  sessionProblem: string | null;
  isPending: boolean;
  hasFailed: boolean;
  form: Pick<Parameters<typeof ConfirmForm>[0], 'firstReason' | 'onConfirm' | 'cancelButton'>;
};

function Confirmation(props: ConfirmationProps) {
  const { row, current, deletion, sessionProblem, isPending, hasFailed, form } = props;
  const problem = sessionProblem ?? findRowChange(row, current) ?? current?.refusal?.message ?? null;
  const warning = describeEarlier((current ?? row).state);
  const wait = useWait(deletion);
  return (
    <>
      <div className="mt-3 grid gap-2 empty:hidden">
        <RowWarnings row={row} />
        {/* While it is sent, the row is refused, and its state is that of this delete. After a failure, the result says why. */}
        {warning !== null && !isPending && <Notice tone="notice" title={warning} />}
        {problem !== null && !isPending && !hasFailed && (
          <Notice tone="notice" role="alert" title={problem} />
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

function describeEarlier(state: RowState | null): string | null {
  if (state?.kind === 'unknown')
    return "We don't know whether an earlier request deleted this instance. If it still exists, this deletes it.";
  return state?.kind === 'still-listed' ? `${formatStillListed(state.deletion, Date.now())}.` : null;
}

/** A longer wait is only named, because no dialog stays open for it. */
const maxCountdownMs = 5 * 60_000;

function useWait(deletion: Deletion | null): { seconds: number; text: string } {
  const { outcome, endedAt } = deletion ?? { outcome: null, endedAt: null };
  const [startedAt] = useState(() => performance.now());
  useNow();
  if (outcome?.retryAt == null || endedAt === null) return { seconds: 0, text: '' };
  // Both times are the server's.
  const waitMs = outcome.retryAt - endedAt;
  if (waitMs > maxCountdownMs)
    return { seconds: 0, text: `The service asks to wait ${Math.ceil(waitMs / 60_000)} minutes.` };
  // By a clock that can't be set back.
  const seconds = Math.max(0, Math.ceil((startedAt + waitMs - performance.now()) / 1000));
  return { seconds, text: seconds > 0 ? `You can try again in ${seconds} s` : '' };
}

type ButtonsProps = {
  /** Null if our server's answer was lost. */
  deletion: Deletion | null;
  row: InstanceRow | undefined;
  onClose: () => void;
  onAskAgain: () => void;
};

/** After a result that leaves nothing to confirm. The primary action stands last, and is the first Tab stop. */
function ResultButtons({ deletion, row, onClose, onAskAgain }: ButtonsProps) {
  const { instancesPath } = useConfig();
  const refresh = useRefreshAll();
  const dismiss = useDismissDeletion();
  const isUnknown = deletion?.stage === 'unknown';
  const isMismatch = deletion?.stage === 'mismatch';
  function acknowledge() {
    if (isMismatch) dismiss(deletion.id);
    onClose();
  }
  function refreshList() {
    onClose();
    refresh();
  }
  return (
    <DialogActions>
      {isUnknown && instancesPath !== null && (
        <Button variant="primary" className="order-last" onClick={refreshList}>
          Refresh list
        </Button>
      )}
      <Button variant={isMismatch ? 'primary' : 'plain'} onClick={acknowledge}>
        {isMismatch ? 'I have read this' : 'Close'}
      </Button>
      {isUnknown && row !== undefined && isSameInstance(row, deletion) && (
        <Button variant="danger-quiet" className="order-first mr-auto" onClick={onAskAgain}>
          Delete again…
        </Button>
      )}
    </DialogActions>
  );
}
