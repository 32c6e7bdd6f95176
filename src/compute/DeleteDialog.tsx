import { useRef } from 'react';
import { ApiError } from '../api/errors.ts';
import { useDeleteComputeInstance } from '../api/useDeleteComputeInstance.ts';
import type { Deletion } from '../rules/deletion.ts';
import { coverWithSignIn, sessionStore } from '../session/pageData.ts';
import { useDialogSession, useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { toast } from '../ui/toasts.tsx';
import { ConfirmForm } from './ConfirmForm.tsx';
import { DeleteFacts, findDeleteProblem } from './DeleteFacts.tsx';
import { DeleteFailure, DeleteResult } from './DeleteResult.tsx';
import { DialogWorkspaceLine } from './InstanceFacts.tsx';
import { formatInstanceCount, type RowWithId, toTarget } from './instanceRow.ts';
import { formatProgress, needsLook, toastResult } from './outcomes.ts';
import { useDeletionLog } from './useDeletionLog.ts';
import type { InstancesState } from './useInstances.ts';
import { useSetSelection } from './useInstanceTable.ts';

/** `result` is of several; a single clear result closes the dialog. */
const titles = {
  asking: 'Delete',
  sending: 'Deleting',
  unanswered: 'No answer yet:',
  refused: 'Rejected:',
  'not-sent': 'Not sent:',
  result: '',
} as const;

/** What a new confirmation wouldn't change, unless something else changes first. */
const finalStatuses: readonly (number | null)[] = [403, 409, 422];

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
  const { deletions } = useDeletionLog();
  const { deletion, withdrawal } = useDeleteComputeInstance(() => findCaller(workspace));
  const select = useSetSelection();
  const field = useRef<HTMLInputElement>(null);
  const cancelButton = useRef<HTMLButtonElement>(null);
  const [single] = rows.length === 1 ? rows : [];
  const label = single?.label ?? formatInstanceCount(rows.length);
  const { variables, error } = deletion;
  // The log is newer than the answer.
  const stored = deletions.find(({ id }) => id === variables?.id) ?? deletion.data?.deletion ?? null;
  const item = stored?.items[0];
  const stage = findStage();
  const status = item?.outcome?.status ?? (error instanceof ApiError ? error.status : null);
  const hasFailed = stage === 'refused' || stage === 'not-sent';
  const isForm = stage === 'asking' || stage === 'sending' || (hasFailed && !finalStatuses.includes(status));
  const problem = sessionProblem ?? findDeleteProblem(rows, instances.rowsByKey);
  const close = () => onClose(stored);

  function findStage(): keyof typeof titles {
    if (stored !== null && stored.items.length > 1) return 'result';
    if (deletion.isIdle) return 'asking';
    if (deletion.isError) return 'not-sent';
    if (deletion.isSuccess && (item?.stage === 'refused' || item?.stage === 'not-sent')) return item.stage;
    return withdrawal.isIdle || stored !== null ? 'sending' : 'unanswered';
  }

  async function send(reason: string) {
    withdrawal.reset();
    // A new one for each click, because a withdrawn ID can't be used again.
    const id = crypto.randomUUID();
    const request = { items: rows.map(toTarget), reason };
    const confirmation = { id, caller: { workspace, sessionId }, request, confirmedAt: Date.now() };
    const answer = await deletion.mutateAsync(confirmation).catch(() => null);
    const isClosed = field.current === null;
    if (answer?.isStored === false) toastUnstored(label);
    if (answer !== null && single === undefined) return select([]);
    const ended = answer?.deletion.items[0];
    const isDone = ended?.stage === 'deleted' || ended?.stage === 'accepted';
    if (isClosed || isDone) toastResult(workspace, label, answer?.deletion ?? null);
    // A new sign-in couldn't use this dialog, so it doesn't come back.
    const needsToken = ended?.stage === 'refused' && ended.outcome.status === 401;
    if (needsToken) askForNewToken(label);
    const stays = (ended?.stage === 'refused' && !needsToken) || ended?.stage === 'not-sent';
    if (answer !== null && !stays && !isClosed) onClose(answer.deletion);
  }

  function askAnew() {
    deletion.reset();
    requestAnimationFrame(() => field.current?.focus());
  }

  return (
    <Dialog
      kind="alertdialog"
      title={
        stage === 'result' && stored !== null ? (
          formatProgress(stored)
        ) : (
          <>
            <span>{`${titles[stage]} `}</span>
            {single === undefined ? <span>{label}</span> : <SafeName name={label} whole />}
          </>
        )
      }
      context={<DialogWorkspaceLine workspace={workspace} />}
      hasRedEdge={stage !== 'result' || stored?.items.some(needsLook) === true}
      onClose={close}
      focus={{ initial: matchMedia('(hover: none)').matches ? cancelButton : field, final: finalFocus }}
    >
      {stage === 'result' && stored !== null ? (
        <DeleteResult deletion={stored} instances={instances} onClose={close} />
      ) : (
        <>
          {(hasFailed || stage === 'unanswered') && (
            <DeleteFailure
              // Each failure takes the focus anew.
              key={stage}
              deletion={stored}
              error={error}
              withdrawal={stage === 'unanswered' ? withdrawal : null}
              lists={instances.lists}
              onAskAnew={isForm ? null : askAnew}
              onClose={close}
            />
          )}
          {/* Hidden, so that the reason stays. */}
          <div hidden={!isForm}>
            <DeleteFacts rows={rows} instances={instances} />
            <ConfirmForm
              phrase={single?.label ?? `delete ${rows.length} in ${workspace}`}
              label={single === undefined ? `Delete ${label}` : 'Delete instance'}
              problem={stage === 'sending' ? null : problem}
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
        </>
      )}
    </Dialog>
  );
}

/** The session of now, because the page may have signed in again since the dialog was opened. */
function findCaller(workspace: string) {
  const session = sessionStore.getState().sessions.find((each) => each.workspace === workspace);
  return { workspace, sessionId: session?.sessionId ?? '' };
}

function toastUnstored(name: string): void {
  const text = "The result couldn't be stored yet. Until then, Activity may say “No clear result”.";
  toast({ name, text, tone: 'danger' });
}

function askForNewToken(label: string): void {
  const message = `${label} wasn't deleted. The service no longer accepts your token.`;
  coverWithSignIn(new ApiError({ kind: 'other', code: 'session', message }));
}
