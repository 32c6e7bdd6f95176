import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { needsList } from '../api/deletions.ts';
import { ApiError } from '../api/errors.ts';
import type { useDeleteComputeInstance } from '../api/useDeleteComputeInstance.ts';
import { formatNumber } from '../format/text.ts';
import { paths } from '../paths.ts';
import { type Deletion, instanceKey } from '../rules/deletion.ts';
import { removesRow } from '../rules/outcome.ts';
import { useConfig } from '../session/pageData.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { DialogActions } from '../ui/Dialog.tsx';
import { Notice } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { SegmentedBar } from '../ui/SegmentedBar.tsx';
import { CopyEvidenceButton, ItemBadges } from './ItemActions.tsx';
import { isSameInstance, isSelectable, type LogItem } from './instanceRow.ts';
import { describeListCheck } from './listCheck.ts';
import { describeResponse, describeWhy, getItemLabel, needsLook, toStageSegments } from './outcomes.ts';
import { useStop } from './useDeletionLog.ts';
import { type InstancesState, useRefreshAll } from './useInstances.ts';
import { useSetSelection } from './useInstanceTable.ts';

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
  const check =
    deletion && item && needsList(item) ? describeListCheck(lists, { deletion, index: 0, item }) : null;
  const { variables: request, failureReason = null } = withdrawal ?? {};
  const cause = request?.error ?? error;
  const isElsewhere = [request?.error, failureReason].some(
    (each) => each instanceof ApiError && each.kind === 'proxy-in-front',
  );
  // The network may have doubled the request, and a refusal speaks of one of the two.
  const unknownPart = cause instanceof ApiError && cause.code !== null ? 'a copy of the request' : 'anything';
  const title =
    outcome === null
      ? cause?.message
      : outcome.code === 'refused'
        ? 'The service rejected the request.'
        : 'No request was sent.';
  function refreshList() {
    onClose();
    void refresh();
  }
  return (
    <>
      <div className="mt-3">
        <Notice tone={withdrawal ? 'notice' : 'danger'} role="alert" takesFocus title={title}>
          {outcome !== null && <bdi>{describeWhy(outcome)}</bdi>}
          {outcome?.status != null && <span className="text-muted">{` HTTP ${outcome.status}`}</span>}
          {check !== null && <span className="block font-medium">{check}</span>}
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

type ResultProps = { deletion: Deletion; instances: InstancesState; onClose: () => void };

/** Progress and result of a deletion of several, as the log has it. */
export function DeleteResult({ deletion, instances, onClose }: ResultProps) {
  return (
    <>
      <ItemResults deletion={deletion} lists={instances.lists} />
      <DialogActions>
        <ResultActions deletion={deletion} rowsByKey={instances.rowsByKey} onSelect={onClose} />
        <Button
          ref={focusElement}
          variant={deletion.stage === 'ended' ? 'primary' : 'plain'}
          onClick={onClose}
        >
          Close
        </Button>
      </DialogActions>
    </>
  );
}

/** The form was replaced, and with it what had the focus. */
function focusElement(element: HTMLElement | null): void {
  element?.focus();
}

type ResultsProps = {
  deletion: Deletion;
  lists: InstancesState['lists'];
  renderActions?: (logItem: LogItem) => ReactNode;
};

export function ItemResults({ deletion, lists, renderActions }: ResultsProps) {
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
        className="mt-3 max-h-[max(7rem,min(24rem,100dvh-20rem))] lines overflow-y-auto rounded-md border border-line"
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
              {renderActions?.(logItem)}
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
  const check = needsList(item) ? describeListCheck(lists, logItem) : null;
  const facts = [
    describeResponse(item),
    deletion.stopReason !== null && why.endsWith(deletion.stopReason) ? '' : why,
    ...item.outcome.notes,
    check,
  ];
  return facts.filter(Boolean).join(' · ');
}

/** Any admin of the workspace can stop a deletion. */
function StopButton({ deletion: { id, stage } }: { deletion: Deletion }) {
  const { mutate: stop, isPending } = useStop(id);
  const isStopping = isPending || stage === 'stopping';
  return (
    <Button className="mr-auto" onClick={() => !isStopping && stop()} aria-disabled={isStopping}>
      {isStopping ? 'Stopping…' : 'Stop'}
    </Button>
  );
}

type ActionsProps = Pick<InstancesState, 'rowsByKey'> & { deletion: Deletion; onSelect?: () => void };

/** The selection of what is left is confirmed by typing like any other. */
export function ResultActions({ deletion, rowsByKey, onSelect }: ActionsProps) {
  const { workspace } = useSession();
  const select = useSetSelection();
  const navigate = useNavigate();
  if (deletion.stage !== 'ended') return <StopButton deletion={deletion} />;
  const rows = deletion.items.flatMap((item) => {
    const row = rowsByKey.get(instanceKey(item));
    const isLeft = item.stage === 'not-sent' || item.stage === 'refused';
    return isLeft && row !== undefined && isSelectable(row) && isSameInstance(row, item) ? [row] : [];
  });
  function selectRows() {
    select(rows);
    onSelect?.();
    void navigate(paths.screen('compute', workspace));
  }
  return (
    <>
      <span className="mr-auto">
        <CopyEvidenceButton deletion={deletion} />
      </span>
      {deletion.items.length > 1 && rows.length > 0 && (
        <Button onClick={selectRows}>{`Select the ${formatNumber(rows.length)} that weren't deleted`}</Button>
      )}
    </>
  );
}
