import { needsList } from '../api/deletions.ts';
import { ApiError } from '../api/http.ts';
import type { useDeleteComputeInstance } from '../api/useDeleteComputeInstance.ts';
import { type Deletion, instanceKey, removesRow } from '../rules/deletion.ts';
import { useConfig } from '../session/pageData.ts';
import { Button } from '../ui/Button.tsx';
import { DialogActions } from '../ui/Dialog.tsx';
import { Notice } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { SegmentedBar } from '../ui/SegmentedBar.tsx';
import { focusElement } from '../ui/states.tsx';
import { ItemBadges, ItemButtons, type RowAccess } from './ItemActions.tsx';
import type { LogItem } from './instanceRow.ts';
import {
  describeListCheck,
  describeResponse,
  describeWhy,
  getItemLabel,
  needsLook,
  toStageSegments,
} from './outcomes.ts';
import { type InstancesState, useRefreshAll } from './useInstances.ts';

type FailureProps = {
  /** Null if our server stored nothing. Then `error` says why. */
  deletion: Deletion | null;
  error: Error | null;
  /** Null unless it isn't known yet what became of the request. */
  withdrawal: ReturnType<typeof useDeleteComputeInstance>['withdrawal'] | null;
  lists: InstancesState['lists'];
  /** Null while the form is there. */
  onAskAnew: (() => void) | null;
  onClose: () => void;
};

/** Why nothing was deleted. Until the ID of an unanswered request is withdrawn, the page claims nothing. */
export function DeleteFailure({ deletion, error, withdrawal, lists, onAskAnew, onClose }: FailureProps) {
  const { instancesPath } = useConfig();
  const refresh = useRefreshAll();
  const item = deletion?.items[0];
  const outcome = item?.outcome ?? null;
  const rejection =
    outcome?.code === 'refused' ? 'The service rejected the request.' : 'No request was sent.';
  const check = deletion && item && needsList(item) && describeListCheck(lists, { deletion, index: 0, item });
  const { variables: request, failureReason = null } = withdrawal ?? {};
  const cause = request?.error ?? error;
  const isElsewhere = [cause, failureReason].some(
    (each) => each instanceof ApiError && each.kind === 'proxy-in-front',
  );
  // The network may have doubled the request, and a refusal speaks of one of the two.
  const unknownPart = cause instanceof ApiError && cause.code !== null ? 'a copy of the request' : 'anything';
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
          title={outcome === null ? cause?.message : rejection}
        >
          <bdi>{describeWhy(outcome)}</bdi>
          {outcome?.status != null && <span className="text-muted">{` HTTP ${outcome.status}`}</span>}
          {check && <span className="block font-medium">{check}</span>}
          {withdrawal && (
            <span>{`We don't know yet whether ${unknownPart} was sent. This page keeps asking. `}</span>
          )}
          {isElsewhere && withdrawal && (
            <a href="/" target="_blank" rel="noreferrer" className="font-medium text-accent underline">
              Sign in there in a new tab
            </a>
          )}
        </Notice>
      </div>
      {onAskAnew !== null && (
        <DialogActions>
          {withdrawal ? (
            <Button className="mr-auto" onClick={() => request && withdrawal.mutate(request)}>
              Ask again
            </Button>
          ) : (
            <Button variant="danger-quiet" className="mr-auto -ml-3" onClick={onAskAnew}>
              Delete again…
            </Button>
          )}
          {!withdrawal && instancesPath !== null && <Button onClick={refreshList}>Refresh list</Button>}
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </DialogActions>
      )}
    </>
  );
}

type ResultsProps = { deletion: Deletion; lists: InstancesState['lists']; access?: RowAccess };

/** Progress and result of a deletion of several. With `access`, each result can be dismissed or asked for again. */
export function ItemResults({ deletion, lists, access }: ResultsProps) {
  const { recovery } = useConfig();
  const { items, stopReason } = deletion;
  const segments = toStageSegments(items);
  const hasRemoved = items.some(({ stage }) => removesRow(stage));
  return (
    <>
      {stopReason !== null && (
        <p role="alert" className="mt-1.5 text-control wrap-anywhere text-muted">
          <bdi>{stopReason}</bdi>
        </p>
      )}
      {hasRemoved && recovery !== null && <p className="mt-1.5 text-control text-muted">{recovery}</p>}
      {segments.length > 1 && (
        <div className="mt-3">
          <SegmentedBar label="Results" segments={segments} />
        </div>
      )}
      <ul
        aria-label="Results"
        className={`mt-3 lines rounded-md border border-line bg-surface ${access ? '' : 'max-h-[max(7rem,min(24rem,100dvh-20rem))] overflow-y-auto'}`}
      >
        {items.map((item, index) => {
          const logItem = { deletion, index, item };
          return (
            <li
              key={instanceKey(item)}
              className="flex flex-wrap items-center justify-end gap-x-2.5 gap-y-1 px-3 py-1.5 text-control leading-4.5"
            >
              <div className="min-w-0 flex-1 basis-44 wrap-anywhere">
                <span className="font-medium">
                  <SafeName name={getItemLabel(item)} whole />
                </span>{' '}
                <span className="text-faint">
                  <SafeName name={item.databaseName} whole />
                </span>
                <code className="block text-small text-muted">
                  <SafeName name={item.instanceId} whole />
                </code>
                <bdi className="block text-small text-muted empty:hidden">{describe(logItem, lists)}</bdi>
              </div>
              {access && <ItemButtons logItem={logItem} {...access} />}
              <ItemBadges item={item} />
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** Nothing for what went as it should. The reason of the stop isn't repeated. */
function describe(logItem: LogItem, lists: InstancesState['lists']): string {
  const { deletion, item } = logItem;
  if (item.outcome === null || !needsLook(item)) return '';
  const why = describeWhy(item.outcome);
  const isRepeated = deletion.stopReason !== null && why.endsWith(deletion.stopReason);
  const check = needsList(item) && describeListCheck(lists, logItem);
  const response = describeResponse(item);
  return [response && `${response}.`, isRepeated ? '' : why, check].filter(Boolean).join(' ');
}
