import { useRef, useState } from 'react';
import { ApiError } from '../api/errors.ts';
import { useDeleteComputeInstance } from '../api/useDeleteComputeInstance.ts';
import type { Deletion } from '../rules/deletion.ts';
import { coverWithSignIn, sessionStore, useConfig } from '../session/pageData.ts';
import { useDialogSession, useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogActions, DialogDescription } from '../ui/Dialog.tsx';
import { Notice } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { toast } from '../ui/toasts.tsx';
import { ConfirmForm } from './ConfirmForm.tsx';
import { DeleteFacts } from './DeleteFacts.tsx';
import { DeleteFailure, FailureActions } from './DeleteFailure.tsx';
import { DeleteResult, ResultActions } from './DeleteResult.tsx';
import { type DialogStage, findDeleteProblem, findDialogStage, hasForm, needsLook } from './deleteStage.ts';
import { DialogWorkspaceLine } from './InstanceFacts.tsx';
import { formatInstanceCount, type RowWithId, toTarget } from './instanceRow.ts';
import { formatProgress, toastResult } from './outcomes.ts';
import { useDeletionLog } from './useDeletionLog.ts';
import type { InstancesState } from './useInstances.ts';
import { useSetSelection } from './useInstanceTable.ts';

type Props = {
  /** In the order in which they are deleted. */
  rows: readonly RowWithId[];
  instances: InstancesState;
  /** Called with what is stored of the deletion, or with null. */
  onClose: (deletion: Deletion | null) => void;
  finalFocus: () => HTMLElement | null;
};

/** Asks for the confirmation of 1 to 500 deletes, and shows what became of it. */
export function DeleteDialog({ rows, instances, onClose, finalFocus }: Props) {
  const { workspace } = useSession();
  const { sessionId, problem: sessionProblem } = useDialogSession();
  const { recovery } = useConfig();
  const { deletions } = useDeletionLog();
  const { state, confirm, askAgain, reset } = useDeleteComputeInstance(() => findCaller(workspace));
  const [id, setId] = useState<string | null>(null);
  const select = useSetSelection();
  const field = useRef<HTMLInputElement>(null);
  const cancelButton = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLSpanElement>(null);
  const [single] = rows.length === 1 ? rows : [];
  const label = single?.label ?? formatInstanceCount(rows.length);
  const answered = state.kind === 'stored' ? state.deletion : null;
  const stored = deletions.find((each) => each.id === id) ?? answered;
  const stage = findDialogStage(state, stored);
  const problem = sessionProblem ?? findDeleteProblem(rows, instances.rowsByKey);
  const isForm = hasForm(stage, state, stored);
  const close = () => onClose(stored);

  async function send(reason: string) {
    // A new one for each click, because a withdrawn ID can't be used again.
    const newId = crypto.randomUUID();
    setId(newId);
    const request = { items: rows.map(toTarget), reason };
    const caller = { workspace, sessionId };
    const answer = await confirm({ id: newId, caller, request, confirmedAt: Date.now() });
    const deletion = answer?.deletion ?? null;
    if (answer?.isStored === false) toastUnstored(label);
    const isClosed = heading.current === null;
    if (single === undefined && deletion !== null) return select([]);
    const item = deletion?.items[0];
    const isDone = item?.stage === 'deleted' || item?.stage === 'accepted';
    if (isClosed || isDone) toastResult(workspace, label, deletion);
    if (item?.stage === 'refused' && item.outcome.status === 401) askForNewToken(label);
    const stays = item === undefined || item.stage === 'refused' || item.stage === 'not-sent';
    if (!stays && !isClosed) onClose(deletion);
  }

  function askAnew() {
    reset();
    requestAnimationFrame(() => field.current?.focus());
  }

  return (
    <Dialog
      kind="alertdialog"
      title={
        <span
          key={stage === 'result' ? stage : 'question'}
          ref={heading}
          tabIndex={-1}
          className="outline-none"
        >
          {stage === 'result' && stored !== null ? (
            formatProgress(stored)
          ) : (
            <>
              {titles[stage]} {single === undefined ? <span>{label}</span> : <SafeName name={label} whole />}
            </>
          )}
        </span>
      }
      context={<DialogWorkspaceLine workspace={workspace} />}
      hasRedEdge={stage !== 'result' || stored?.items.some(needsLook) === true}
      onClose={close}
      focus={{ initial: matchMedia('(hover: none)').matches ? cancelButton : field, final: finalFocus }}
    >
      {stage === 'result' && stored !== null ? (
        <>
          <DeleteResult deletion={stored} lists={instances.lists} />
          <DialogActions>
            <ResultActions deletion={stored} rowsByKey={instances.rowsByKey} onSelect={close} />
            <Button
              ref={focusElement}
              variant={stored.stage === 'ended' ? 'primary' : 'plain'}
              onClick={close}
            >
              Close
            </Button>
          </DialogActions>
        </>
      ) : (
        <>
          <DialogDescription hidden={!isForm}>
            {single === undefined
              ? 'They will be queued for deletion, one after the other. The first doubt stops the rest. '
              : 'The instance will be queued for deletion. '}
            <strong className="font-semibold">
              {single === undefined ? 'All their data will be deleted.' : 'All its data will be deleted.'}
            </strong>{' '}
            {recovery ?? "This can't be undone."}
          </DialogDescription>
          <DeleteFailure state={state} stored={stored} lists={instances.lists} />
          <DeleteFacts rows={rows} instances={instances} />
          {problem !== null && stage === 'asking' && (
            <div className="mt-3">
              <Notice tone="notice" role="alert" title={problem} />
            </div>
          )}
          {/* Hidden, so that the reason stays. */}
          <div hidden={!isForm}>
            <ConfirmForm
              phrase={single?.label ?? `delete ${rows.length} in ${workspace}`}
              label={single === undefined ? `Delete ${label}` : 'Delete instance'}
              isBlocked={problem !== null}
              isSending={stage === 'sending'}
              onConfirm={send}
              fieldRef={field}
              cancelButton={
                <Button ref={cancelButton} onClick={close}>
                  {stage === 'asking' ? 'Cancel' : 'Close'}
                </Button>
              }
            />
          </div>
          {!isForm && (
            <FailureActions stage={stage} onAskAgain={askAgain} onAskAnew={askAnew} onClose={close} />
          )}
        </>
      )}
    </Dialog>
  );
}

const titles: Readonly<Record<DialogStage, string>> = {
  asking: 'Delete',
  sending: 'Deleting',
  unanswered: 'No answer yet:',
  refused: 'Rejected:',
  'not-sent': 'Not sent:',
  result: '',
};

/** Its form was replaced, and with it what had the focus. */
function focusElement(element: HTMLElement | null): void {
  element?.focus();
}

/** The session of now, because the page may have signed in again since the dialog was opened. */
function findCaller(workspace: string) {
  const session = sessionStore.getState().sessions.find((each) => each.workspace === workspace);
  return { workspace, sessionId: session?.sessionId ?? '' };
}

function toastUnstored(label: string): void {
  const text = "The result couldn't be stored yet. Until then, Activity may say “No clear result”.";
  toast({ name: label, text, tone: 'danger' });
}

function askForNewToken(label: string): void {
  const message = `${label} wasn't deleted. The service no longer accepts your token.`;
  coverWithSignIn(new ApiError({ kind: 'other', code: 'session', message }));
}
