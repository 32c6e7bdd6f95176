import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { needsList } from '../api/deletions.ts';
import { ApiError } from '../api/errors.ts';
import { formatNumber } from '../format/text.ts';
import { type Deletion, type DeletionItem, instanceKey } from '../rules/deletion.ts';
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
import { describeResponse, describeWhy, getItemLabel, toStageSegments } from './outcomes.ts';
import { useSetSelection } from './selection.ts';
import { toComputeUrl } from './tableView.ts';
import { useStop } from './useDeletionLog.ts';
import { type InstancesState, useRefreshAll } from './useInstances.ts';

type Props = {
  deletion: Deletion;
  lists: InstancesState['lists'];
  renderActions?: (logItem: LogItem) => ReactNode;
};

/** Progress and result of a deletion of several, as the log has it: for whoever started it, and for everybody else. */
export function DeleteResult({ deletion, lists, renderActions }: Props) {
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
          <SegmentedBar label="Results" segments={segments} height={6} />
        </div>
      )}
      <ul
        aria-label="Results"
        className="mt-3 max-h-[max(7rem,min(24rem,100dvh-20rem))] divide-y divide-line overflow-y-auto rounded-md border border-line"
      >
        {items.map((item, index) => (
          <li
            key={instanceKey(item)}
            className="flex items-center gap-2.5 px-3 py-1.5 text-control leading-4.5"
          >
            <div className="min-w-0 flex-1 wrap-anywhere">
              <span className="font-medium">
                <SafeName name={getItemLabel(item)} whole />
              </span>{' '}
              <span className="text-faint">
                <SafeName name={item.databaseName} whole />
              </span>
              <code className="block text-small text-muted">
                <SafeName name={item.instanceId} whole />
              </code>
              <ItemFacts
                item={item}
                stopReason={stopReason}
                check={needsList(item) ? describeListCheck(lists, { deletion, index, item }) : null}
              />
            </div>
            {renderActions?.({ deletion, index, item })}
            <ItemBadges item={item} />
          </li>
        ))}
      </ul>
    </>
  );
}

type FactsProps = { item: DeletionItem; stopReason: string | null; check: string | null };

/** Nothing for what went as it should. A reason that is the stop's isn't repeated. */
function ItemFacts({ item, stopReason, check }: FactsProps) {
  const { outcome, stage } = item;
  if (outcome === null || (removesRow(stage) && stage !== 'gone' && outcome.notes.length === 0)) return null;
  const why = describeWhy(outcome);
  const facts = [describeResponse(item), why === stopReason ? '' : why, ...outcome.notes, check];
  return <bdi className="block text-small text-muted empty:hidden">{facts.filter(Boolean).join(' · ')}</bdi>;
}

/** Any admin of the workspace can stop a deletion. */
function StopButton({ deletion: { id, stage } }: { deletion: Deletion }) {
  const { mutate: stop, isPending } = useStop(id);
  if (stage === 'ended') return null;
  const isStopping = isPending || stage === 'stopping';
  return (
    <Button className="mr-auto" onClick={() => !isStopping && stop()} aria-disabled={isStopping}>
      {isStopping ? 'Stopping…' : 'Stop'}
    </Button>
  );
}

type ActionsProps = Pick<InstancesState, 'rowsByKey'> & { deletion: Deletion; onSelect?: () => void };

/** What can be done with the result of several. The selection is confirmed by typing like any other. */
export function ResultActions({ deletion, rowsByKey, onSelect }: ActionsProps) {
  const { workspace } = useSession();
  const select = useSetSelection();
  const navigate = useNavigate();
  if (deletion.stage !== 'ended') return <StopButton deletion={deletion} />;
  const left = deletion.items.filter(({ stage }) => stage === 'not-sent' || stage === 'refused');
  const rows = left.flatMap((item) => {
    const row = rowsByKey.get(instanceKey(item));
    return row !== undefined && isSelectable(row) && isSameInstance(row, item) ? [row] : [];
  });
  function selectRows() {
    select(rows);
    onSelect?.();
    void navigate(toComputeUrl(workspace));
  }
  return (
    <>
      <span className="mr-auto">
        <CopyEvidenceButton deletion={deletion} />
      </span>
      {deletion.items.length > 1 && rows.length > 0 && (
        <Button onClick={selectRows}>{`Select the ${formatNumber(rows.length)} that weren't deleted`}</Button>
      )}
      {rows.length < left.length && deletion.items.length > 1 && (
        <p className="order-first w-full text-small text-notice">
          {`${formatNumber(left.length - rows.length)} of them changed or can't be deleted now.`}
        </p>
      )}
    </>
  );
}

type NothingDeletedProps = {
  /** Null if our server stored nothing. Then `error` says why. */
  deletion: Deletion | null;
  error: Error | null;
  lists: InstancesState['lists'];
};

/** Why one instance wasn't deleted. */
export function NothingDeleted({ deletion, error, lists }: NothingDeletedProps) {
  const item = deletion?.items[0];
  if (deletion === null || item === undefined || item.outcome === null)
    return (
      <div className="mt-3">
        <Notice tone="danger" takesFocus title={error?.message} />
      </div>
    );
  const { status } = item.outcome;
  const check = needsList(item) ? describeListCheck(lists, { deletion, index: 0, item }) : null;
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
export function Unanswered({ error, lastError }: { error: Error; lastError: Error | null }) {
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

type FailureActionsProps = {
  /** Null if it is known that nothing was deleted. */
  onAskAgain: (() => void) | null;
  onAskAnew: () => void;
  onClose: () => void;
};

export function FailureActions({ onAskAgain, onAskAnew, onClose }: FailureActionsProps) {
  const { instancesPath } = useConfig();
  const refresh = useRefreshAll();
  function refreshList() {
    onClose();
    void refresh();
  }
  return (
    <DialogActions>
      {onAskAgain !== null ? (
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
