import { useRef } from 'react';
import { ApiError } from '../api/http.ts';
import { useDeleteComputeInstance } from '../api/useDeleteComputeInstance.ts';
import { formatNumber } from '../format/text.ts';
import { type Deletion, maxItems, removesRow } from '../rules/deletion.ts';
import { coverWithSignIn, sessionStore, useDialogSession, useSession } from '../session/pageData.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogActions } from '../ui/Dialog.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { focusElement } from '../ui/states.tsx';
import { toast } from '../ui/toasts.tsx';
import { DeleteQuestion } from './DeleteQuestion.tsx';
import { DeleteFailure, ItemResults } from './DeleteResult.tsx';
import { DialogWorkspaceLine } from './InstanceFacts.tsx';
import { ResultActions } from './ItemActions.tsx';
import { findRowChange, formatInstanceCount, type RowWithId, toTarget } from './instanceRow.ts';
import { formatProgress, needsLook, toastResult } from './outcomes.ts';
import { useDeletionLog } from './useDeletionLog.ts';
import type { InstancesState } from './useInstances.ts';
import { deletionAlertId, findFocus, useSetSelection } from './useInstanceTable.ts';

/** Of the question, and of what became of it. Of a single one, a clear result closes the dialog. */
const titles = {
  asking: 'Delete',
  sending: 'Deleting',
  unanswered: 'No answer yet:',
  refused: 'Rejected:',
  'not-sent': 'Not sent:',
} as const;

const unstoredText = "The result couldn't be stored yet. Until then, Activity may say “No clear result”.";

/** What a new confirmation wouldn't change, unless something else changes first. */
const finalStatuses: readonly (number | null)[] = [403, 409, 422];

type Props = {
  /** In the order in which they are deleted. Without rows, the dialog is closed. */
  rows: readonly RowWithId[];
  instances: InstancesState;
  /** Called with what is stored of the deletion, or with null. */
  onClose: (deletion: Deletion | null) => void;
};

/** Asks for the confirmation of 1 to 500 deletes, and shows what became of it. */
export function DeleteDialog(props: Props) {
  return props.rows.length > 0 && <OpenDialog {...props} />;
}

function OpenDialog({ rows, instances, onClose }: Props) {
  const { workspace } = useSession();
  const { sessionId, problem: sessionProblem } = useDialogSession();
  const { deletions } = useDeletionLog();
  const { deletion, withdrawal } = useDeleteComputeInstance(() => findCaller(workspace));
  const select = useSetSelection();
  const field = useRef<HTMLInputElement>(null);
  const cancelButton = useRef<HTMLButtonElement>(null);
  const result = useRef<Deletion>(null);
  const [single] = rows.length === 1 ? rows : [];
  const label = single?.label ?? formatInstanceCount(rows.length);
  const { variables, error } = deletion;
  // The log is newer than the answer.
  const stored = deletions.find(({ id }) => id === variables?.id) ?? deletion.data?.deletion ?? null;
  const several = stored !== null && stored.items.length > 1 ? stored : null;
  const item = stored?.items[0];
  const stage = findStage();
  const status = item?.outcome?.status ?? (error instanceof ApiError ? error.status : null);
  const hasFailed = stage === 'refused' || stage === 'not-sent';
  const close = () => closeWith(stored);
  const isForm = stage === 'asking' || stage === 'sending' || (hasFailed && !finalStatuses.includes(status));

  function findStage(): keyof typeof titles {
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
    if (answer?.isStored === false) toast({ name: label, text: unstoredText, tone: 'danger' });
    if (answer !== null && single === undefined) return select([]);
    const ended = answer?.deletion.items[0];
    const isDone = ended?.stage === 'deleted' || ended?.stage === 'accepted';
    if (isClosed || isDone) toastResult(workspace, label, answer?.deletion ?? null);
    // A new sign-in couldn't use this dialog, so it doesn't come back.
    const needsToken = ended?.stage === 'refused' && ended.outcome.status === 401;
    if (needsToken) askForNewToken(label);
    const stays = (ended?.stage === 'refused' && !needsToken) || ended?.stage === 'not-sent';
    if (answer !== null && !stays && !isClosed) closeWith(answer.deletion);
  }

  function closeWith(deletion: Deletion | null) {
    result.current = deletion;
    onClose(deletion);
  }

  /** The alert of an unclear result, or the table after a removal. Null: what opened the dialog. */
  function findNextFocus() {
    if (result.current === null) return null;
    const stage = result.current.items[0]?.stage;
    if (single === undefined || removesRow(stage)) return findFocus(null);
    const isUnclear = stage === 'unknown' || stage === 'mismatch';
    const alert = isUnclear ? document.getElementById(deletionAlertId) : null;
    // The focus itself doesn't scroll.
    alert?.scrollIntoView({ block: 'center' });
    return alert;
  }

  function askAnew() {
    deletion.reset();
    requestAnimationFrame(() => field.current?.focus());
  }

  return (
    <Dialog
      isAlert
      title={
        several ? (
          formatProgress(several)
        ) : (
          <>
            <span>{`${titles[stage]} `}</span>
            {single === undefined ? <span>{label}</span> : <SafeName name={label} whole />}
          </>
        )
      }
      context={<DialogWorkspaceLine workspace={workspace} />}
      hasRedEdge={several === null || several.items.some(needsLook)}
      onClose={close}
      focus={{ initial: matchMedia('(hover: none)').matches ? cancelButton : field, final: findNextFocus }}
    >
      {several ? (
        <>
          <ItemResults deletion={several} lists={instances.lists} />
          <DialogActions>
            <ResultActions deletion={several} rowsByKey={instances.rowsByKey} onSelect={close} />
            <Button
              ref={focusElement}
              variant={several.stage === 'ended' ? 'primary' : 'plain'}
              onClick={close}
            >
              Close
            </Button>
          </DialogActions>
        </>
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
            <DeleteQuestion
              rows={rows}
              instances={instances}
              problem={stage === 'sending' ? null : (sessionProblem ?? findProblem(rows, instances))}
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

/** Our server and nginx take bodies up to 1 MiB. The rest of the body is the reason. */
const maxBytes = 1_000_000;

/** Why these rows can't be deleted as they are now, as a sentence, or null. */
function findProblem(rows: readonly RowWithId[], { rowsByKey }: InstancesState): string | null {
  const problems = rows.flatMap((row) => {
    const current = rowsByKey.get(row.key);
    return findRowChange(row, current) ?? current?.refusal?.message ?? [];
  });
  if (rows.length === 1) return problems[0] ?? null;
  if (rows.length > maxItems) return `A deletion can have at most ${formatInstanceCount(maxItems)}.`;
  if (problems.length > 0)
    return `${formatNumber(problems.length)} of them changed or can't be deleted now. Close this and check the selection.`;
  const bytes = new TextEncoder().encode(JSON.stringify(rows.map(toTarget))).length;
  return bytes > maxBytes ? 'Their names and IDs are too long for one deletion. Select fewer.' : null;
}

/** The session of now, because the page may have signed in again since the dialog was opened. */
function findCaller(workspace: string) {
  const session = sessionStore.getState().sessions.find((each) => each.workspace === workspace);
  return { workspace, sessionId: session?.sessionId ?? '' };
}

function askForNewToken(label: string): void {
  const message = `${label} wasn't deleted. The service no longer accepts your token.`;
  coverWithSignIn(new ApiError(message, { code: 'session' }));
}
