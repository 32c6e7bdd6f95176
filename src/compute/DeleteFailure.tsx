import { needsList } from '../api/deletions.ts';
import { ApiError } from '../api/errors.ts';
import type { DeleteState } from '../api/useDeleteComputeInstance.ts';
import type { Deletion } from '../rules/deletion.ts';
import { useConfig } from '../session/pageData.ts';
import { Button } from '../ui/Button.tsx';
import { DialogActions } from '../ui/Dialog.tsx';
import { Notice } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import type { DialogStage } from './deleteStage.ts';
import { describeListCheck } from './listCheck.ts';
import { describeWhy, getItemLabel } from './outcomes.ts';
import { type InstancesState, useRefreshAll } from './useInstances.ts';

type Props = { state: DeleteState; stored: Deletion | null; lists: InstancesState['lists'] };

/** Why nothing was deleted, or that it isn't known yet. */
export function DeleteFailure({ state, stored, lists }: Props) {
  if (state.kind === 'unanswered') return <Unanswered error={state.error} lastError={state.lastError} />;
  if (state.kind === 'not-sent')
    return (
      <div className="mt-3">
        <Notice tone="danger" takesFocus title={state.error.message} />
      </div>
    );
  const item = stored?.items[0];
  if (state.kind !== 'stored' || stored === null || item === undefined) return null;
  if (item.stage !== 'refused' && item.stage !== 'not-sent') return null;
  const { status } = item.outcome;
  const check = needsList(item) ? describeListCheck(lists, { deletion: stored, index: 0, item }) : null;
  return (
    <div className="mt-3">
      <Notice
        tone="danger"
        takesFocus
        title={
          <span>
            <SafeName name={getItemLabel(item)} whole /> wasn't deleted.{' '}
            {item.stage === 'refused' ? 'The service rejected the request.' : 'No request was sent.'}
          </span>
        }
      >
        <bdi>{describeWhy(item.outcome)}</bdi>
        {status !== null && <span className="text-muted">{` HTTP ${status}`}</span>}
        {check !== null && <span className="block font-medium">{check}</span>}
      </Notice>
    </div>
  );
}

/** Only a 200 of our server says what became of a request. Until the ID is withdrawn, the page claims nothing. */
function Unanswered({ error, lastError }: { error: Error; lastError: Error | null }) {
  const isElsewhere = [error, lastError].some(
    (each) => each instanceof ApiError && each.kind === 'proxy-in-front',
  );
  return (
    <div className="mt-3">
      <Notice tone="notice" role="alert" takesFocus title={error.message}>
        <span>We don't know yet whether anything was sent. This page keeps asking. </span>
        {isElsewhere && (
          <a href="/" target="_blank" rel="noreferrer" className="font-medium text-accent underline">
            Sign in there in a new tab
          </a>
        )}
      </Notice>
    </div>
  );
}

type ActionsProps = {
  stage: DialogStage;
  onAskAgain: () => void;
  onAskAnew: () => void;
  onClose: () => void;
};

export function FailureActions({ stage, onAskAgain, onAskAnew, onClose }: ActionsProps) {
  const { instancesPath } = useConfig();
  const refresh = useRefreshAll();
  function refreshList() {
    onClose();
    void refresh();
  }
  return (
    <DialogActions>
      {stage === 'unanswered' ? (
        <Button className="mr-auto" onClick={onAskAgain}>
          Ask again
        </Button>
      ) : (
        <>
          <Button variant="danger-quiet" className="mr-auto -ml-3" onClick={onAskAnew}>
            Delete again…
          </Button>
          {instancesPath !== null && <Button onClick={refreshList}>Refresh list</Button>}
        </>
      )}
      <Button variant="primary" onClick={onClose}>
        Close
      </Button>
    </DialogActions>
  );
}
