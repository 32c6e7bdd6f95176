import { useRef } from 'react';
import { ApiError } from '../api/http.ts';
import { useDeleteComputeInstance } from '../api/useDeleteComputeInstance.ts';
import { type Deletion, hasSucceeded, removesRow } from '../rules/deletion.ts';
import { WorkspaceLine } from '../session/Environment.tsx';
import { coverIfSignInNeeded, findCaller, useDialogSession, useSession } from '../session/pageData.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { focusElement } from '../ui/states.tsx';
import { toast } from '../ui/toasts.tsx';
import { DeleteForm } from './DeleteForm.tsx';
import { DeleteProblem } from './DeleteProblem.tsx';
import { DeletionButtons, ItemResults } from './ItemResults.tsx';
import { formatInstanceCount, type RowWithId, toTarget } from './instanceRow.ts';
import { formatDeletion, isDismissable, isPlainSuccess } from './outcomes.ts';
import { followedDeletions, toastResult } from './resultToasts.ts';
import { useInstances } from './useInstances.ts';
import { findFocusTarget, newestAlertId, useSetSelection } from './useInstanceTable.ts';

/** Before the label. Any other result of a single instance closes the dialog, as does a Rejected with 401. */
const titles = {
  asking: 'Delete',
  sending: 'Deleting',
  unanswered: 'No result yet:',
  refused: 'Rejected:',
  'not-sent': 'Not sent:',
} as const;

const unstoredText = ": the result couldn't be stored yet. Until then, Activity may say “No clear result”.";

type Props = {
  /** In the order in which they are deleted. */
  rows: readonly RowWithId[];
  /** `deletion` is null if this page knows of none. */
  onClose: (deletion: Deletion | null) => void;
};

export function DeleteDialog(props: Props) {
  return props.rows.length > 0 && <OpenDialog {...props} />;
}

function OpenDialog({ rows, onClose }: Props) {
  const session = useSession();
  const { workspace } = session;
  const { sessionId } = useDialogSession();
  const { deletions } = useInstances();
  const { deletion, withdrawal } = useDeleteComputeInstance(() => findCaller(session), coverIfSignInNeeded);
  const select = useSetSelection();
  const field = useRef<HTMLInputElement>(null);
  const cancelButton = useRef<HTMLButtonElement>(null);
  const result = useRef<Deletion>(null);
  const [single] = rows.length === 1 ? rows : [];
  const label = single?.label ?? formatInstanceCount(rows.length);
  // The log may be newer than the answer.
  const { variables, data } = deletion;
  const stored = deletions.find(({ id }) => id === variables?.id) ?? data?.deletion ?? null;
  const several = stored !== null && stored.items.length > 1 ? stored : null;
  const stage = findStage();
  const isAsking = stage === 'asking' || stage === 'sending';
  const close = () => closeWith(stored);

  function findStage(): keyof typeof titles {
    if (deletion.isIdle) return 'asking';
    if (deletion.isError) return 'not-sent';
    const ended = deletion.isSuccess && stored?.items[0]?.stage;
    if (ended === 'refused' || ended === 'not-sent') return ended;
    if (stored?.stage === 'ended') return 'sending';
    const hasFailed = deletion.failureCount > 0 || withdrawal.failureReason instanceof ApiError;
    return hasFailed || (stored === null && !withdrawal.isIdle) ? 'unanswered' : 'sending';
  }

  async function send(reason: string) {
    withdrawal.reset();
    // Each click needs a new ID, because a known one sends nothing.
    const id = crypto.randomUUID();
    const request = { items: rows.map(toTarget), reason };
    const caller = { workspace, sessionId };
    const confirmation = { id, label, caller, request, confirmedAt: Date.now() };
    if (!single) {
      select([]);
      followedDeletions.follow(id);
    }
    const answer = await deletion.mutateAsync(confirmation).catch(() => null);
    if (single) followedDeletions.forget(id);
    const isClosed = field.current === null;
    if (answer?.isStored === false) toast({ name: label, text: unstoredText, tone: 'danger' });
    const needsToken = answer?.deletion.items.some(({ outcome }) => outcome?.status === 401);
    if (answer && needsToken) {
      const result = single ? `${label} wasn't deleted` : formatDeletion(answer.deletion);
      const text = `${result}. The service no longer accepts your token.`;
      coverIfSignInNeeded(new ApiError(text, { code: 'session', kind: 'rejected-token' }));
    }
    if (answer && !single) return;
    // After Close, the admin may have selected something different.
    if (!single && !isClosed) select(rows);
    const ended = answer?.deletion.items[0];
    // `needsToken`, because this dialog couldn't act after a new sign-in.
    if (isClosed || needsToken || hasSucceeded(ended?.stage))
      toastResult(workspace, label, answer?.deletion ?? null);
    const stays = !needsToken && (ended?.stage === 'refused' || ended?.stage === 'not-sent');
    if (answer && !stays && !isClosed) closeWith(answer.deletion);
  }

  function closeWith(deletion: Deletion | null) {
    result.current = deletion;
    onClose(deletion);
  }

  /** Null: the opener. Else the table or heading for several or after a removal, or the alert of an unclear result. */
  function findNextFocus() {
    if (result.current === null) return null;
    const stage = result.current.items[0]?.stage;
    const alert = single && stage && isDismissable(stage) ? document.getElementById(newestAlertId) : null;
    alert?.scrollIntoView({ block: 'center' });
    return !single || removesRow(stage) ? findFocusTarget() : alert;
  }

  function askAnew() {
    deletion.reset();
    // React Query tells React of the reset in a timeout.
    setTimeout(() => field.current?.focus());
  }

  return (
    <Dialog
      isAlert
      title={
        <span id={variables?.id}>
          <span>{several ? formatDeletion(several) : `${titles[stage]} `}</span>
          {several === null && (single === undefined ? <span>{label}</span> : <SafeName name={label} />)}
        </span>
      }
      context={<WorkspaceLine />}
      hasRedEdge={!several?.items.every(isPlainSuccess)}
      onClose={close}
      focus={{ initial: matchMedia('(hover: none)').matches ? cancelButton : field, final: findNextFocus }}
    >
      {several ? (
        <>
          <ItemResults deletion={several} />
          <div className="dialog-actions">
            <DeletionButtons deletion={several} onSelect={close} />
            {several.stage !== 'ended' && (
              <p className="min-w-0 flex-1 text-small text-muted max-sm:-order-1 max-sm:basis-full">
                {stage === 'unanswered'
                  ? 'No answer yet. This page keeps trying.'
                  : "Close doesn't stop it; the result goes to Activity."}
              </p>
            )}
            <Button
              ref={focusElement}
              variant={several.stage === 'ended' ? 'primary' : 'plain'}
              onClick={close}
            >
              Close
            </Button>
          </div>
        </>
      ) : (
        <>
          {!isAsking && (
            <DeleteProblem
              // Each stage takes the focus anew.
              key={stage}
              deletion={stage === 'unanswered' ? null : stored}
              error={deletion.failureReason}
              withdrawal={stage === 'unanswered' ? withdrawal : null}
              onAskAnew={askAnew}
              onClose={close}
            />
          )}
          {/* Only hidden: the typed reason stays, and `isClosed` needs the field. */}
          <div hidden={!isAsking}>
            <DeleteForm
              rows={rows}
              isSending={stage === 'sending'}
              fieldRef={field}
              cancelRef={cancelButton}
              onConfirm={send}
              onClose={close}
            />
          </div>
        </>
      )}
    </Dialog>
  );
}
