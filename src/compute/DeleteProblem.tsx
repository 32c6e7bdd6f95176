import { mayListSayMore } from '../api/deletions.ts';
import { ApiError } from '../api/http.ts';
import type { useDeleteComputeInstance } from '../api/useDeleteComputeInstance.ts';
import type { Deletion } from '../rules/deletion.ts';
import { useConfig } from '../session/pageData.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/notices.tsx';
import { focusElement } from '../ui/states.tsx';
import { describeListCheck, describeWhy } from './outcomes.ts';
import { useInstances, useRefreshAll } from './useInstances.ts';

type Props = {
  /** Null with an `error`, or while there is no result. */
  deletion: Deletion | null;
  error: Error | null;
  /** Null once it is known what became of the request. */
  withdrawal: ReturnType<typeof useDeleteComputeInstance>['withdrawal'] | null;
  onAskAnew: () => void;
  onClose: () => void;
};

export function DeleteProblem({ deletion, error, withdrawal, onAskAnew, onClose }: Props) {
  const { instancesPath } = useConfig();
  const { lists } = useInstances();
  const refresh = useRefreshAll();
  const item = deletion?.items[0];
  const outcome = item?.outcome ?? null;
  const ending = outcome?.code === 'refused' ? ' The service rejected the request.' : '';
  const check =
    deletion && item && mayListSayMore(item) && describeListCheck(lists, { deletion, index: 0, item });
  const request = withdrawal?.variables;
  const cause = request?.error ?? error;
  const isElsewhere = [request?.error, withdrawal?.failureReason].some(
    (each) => each instanceof ApiError && each.kind === 'proxy-in-front' && each.status !== 413,
  );
  // There may be copies of the request, and a refusal speaks of one of them.
  const question =
    cause instanceof ApiError && cause.code !== null
      ? "But we don't know yet whether a copy of the request was sent."
      : "We don't know yet whether anything was sent.";
  function refreshList() {
    onClose();
    void refresh();
  }
  return (
    <>
      <div className="mt-3">
        <Notice
          tone={withdrawal ? 'notice' : 'danger'}
          role="alert"
          ref={focusElement}
          tabIndex={-1}
          title={outcome === null ? cause?.message : `It wasn't deleted.${ending}`}
        >
          <bdi>{describeWhy(outcome)}</bdi>
          {outcome?.status != null && <span className="text-muted">{` (HTTP ${outcome.status})`}</span>}
          {check && <span className="block font-medium">{check}</span>}
          {withdrawal && <span>{`${question} This page keeps trying. `}</span>}
          {isElsewhere && (
            <a href="/" target="_blank" rel="noreferrer" className="font-medium text-accent underline">
              Sign in there in a new tab
            </a>
          )}
        </Notice>
      </div>
      <div className="dialog-actions">
        {withdrawal ? (
          request && (
            <Button className="mr-auto" onClick={() => withdrawal.mutate(request)}>
              Ask again
            </Button>
          )
        ) : (
          <Button variant="danger-quiet" className="mr-auto -ml-3" onClick={onAskAnew}>
            Delete again…
          </Button>
        )}
        {!withdrawal && instancesPath !== null && <Button onClick={refreshList}>Refresh list</Button>}
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </div>
    </>
  );
}
