import { type MouseEvent, type ReactNode, useMemo, useRef } from 'react';
import { Link } from 'react-router-dom';
import { formatCount } from '../format/text.ts';
import { formatInstant } from '../format/time.ts';
import { paths } from '../paths.ts';
import { instanceKey, isResolved } from '../rules/deletion.ts';
import { useConfig } from '../session/pageData.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { DeleteAgainButton, EntryLink } from './ItemActions.tsx';
import { formatInstanceCount, type LogItem, type RowWithId } from './instanceRow.ts';
import { describeListCheck } from './listCheck.ts';
import { describeWhy, formatActor, getItemLabel } from './outcomes.ts';
import { deletionAlertId, findRowButton } from './tableView.ts';
import { type ItemsByRow, useDismiss } from './useDeletionLog.ts';
import { useRefreshAll } from './useInstances.ts';
import { useCompute } from './useInstanceTable.ts';

/** A message that moves into the place of a dismissed one takes no click for this time (ms). */
const lockMs = 1_000;

type Alert = { stage: 'unknown' | 'mismatch' | 'gone'; items: readonly LogItem[] };

export function DeletionAlerts({ onDeleteAgain }: { onDeleteAgain: (row: RowWithId) => void }) {
  const { byRow } = useCompute().instances;
  const alerts = useMemo(() => findAlerts(byRow), [byRow]);
  const dismissedAt = useRef(Number.NEGATIVE_INFINITY);
  const { mutate: dismiss } = useDismiss();

  function dismissOnce({ timeStamp }: MouseEvent, items: readonly LogItem[]) {
    if (timeStamp - dismissedAt.current < lockMs) return;
    dismissedAt.current = timeStamp;
    const [first] = items;
    const key = first === undefined ? null : instanceKey(first.item);
    // The button leaves the page with its alert.
    const moveFocus = () => (findRowButton(key) ?? document.getElementById('page-heading'))?.focus();
    dismiss(items, { onSuccess: moveFocus });
  }
  return (
    <div className="mb-3 grid gap-2 empty:hidden">
      {alerts.map(({ stage, items }, index) => {
        const [first, second] = items;
        if (first === undefined) return null;
        const button = (
          <Button size="small" onClick={(event) => dismissOnce(event, items)}>
            {stage === 'mismatch' ? 'I have read this' : 'Dismiss'}
          </Button>
        );
        const props = { id: index === 0 ? deletionAlertId : undefined, button };
        const key = `${stage} ${first.deletion.id} ${first.index}`;
        if (second !== undefined)
          return <JoinedAlert key={key} stage={stage} count={items.length} {...props} />;
        return <SingleAlert key={key} logItem={first} onDeleteAgain={onDeleteAgain} {...props} />;
      })}
    </div>
  );
}

/** The newest first. Each wrong workspace is read by itself; the others are joined by kind. */
function findAlerts(byRow: ItemsByRow): readonly Alert[] {
  const unresolved = [...byRow.values()].flatMap((items) => items.filter(({ item }) => !isResolved(item)));
  const alerts: Alert[] = [
    { stage: 'unknown', items: unresolved.filter(({ item }) => item.stage === 'unknown') },
    // A later deletion says more about an instance that was not found.
    { stage: 'gone', items: [...byRow.values()].flatMap((items) => items.at(-1) ?? []).filter(isOpenGone) },
  ];
  for (const each of unresolved)
    if (each.item.stage === 'mismatch') alerts.push({ stage: 'mismatch', items: [each] });
  return alerts.filter(({ items }) => items.length > 0).sort((a, b) => newestOf(b) - newestOf(a));
}

function isOpenGone({ item }: LogItem): boolean {
  return item.stage === 'gone' && item.dismissedAt === null;
}

function newestOf({ items }: Alert): number {
  return Math.max(...items.map(({ deletion }) => deletion.confirmedAt));
}

type ButtonProps = { id: string | undefined; button: ReactNode };

function JoinedAlert({ stage, count, id, button }: ButtonProps & { stage: Alert['stage']; count: number }) {
  const { workspace } = useSession();
  const isUnknown = stage === 'unknown';
  const title = isUnknown
    ? `${formatCount(count, 'deletion')} have no clear result`
    : `${formatInstanceCount(count)} were not found`;
  return (
    <Notice
      id={id}
      tone={isUnknown ? 'notice' : 'info'}
      role={isUnknown ? 'alert' : 'status'}
      title={title}
      actions={
        <>
          <Link
            to={`${paths.screen('activity', workspace)}${isUnknown ? '?result=unknown' : ''}`}
            className="self-center px-2 font-medium text-accent hover:underline"
          >
            View
          </Link>
          {button}
        </>
      }
    />
  );
}

type SingleProps = ButtonProps & { logItem: LogItem; onDeleteAgain: (row: RowWithId) => void };

function SingleAlert({ logItem, onDeleteAgain, id, button }: SingleProps) {
  const { rowsByKey, lists } = useCompute().instances;
  const { instancesPath } = useConfig();
  const refresh = useRefreshAll();
  const { deletion, item } = logItem;
  const { stage, outcome } = item;
  const isUnknown = stage === 'unknown';
  const name = <SafeName name={getItemLabel(item)} whole />;
  const check = isUnknown ? describeListCheck(lists, logItem) : null;
  return (
    <Notice
      id={id}
      tone={stage === 'mismatch' ? 'danger' : isUnknown ? 'notice' : 'info'}
      role={stage === 'gone' ? 'status' : 'alert'}
      title={
        <>
          {isUnknown && <span>We don't know whether {name} was deleted.</span>}
          {stage === 'gone' && <span>Not found: {name}.</span>}
          {stage === 'mismatch' && <span>The response for {name} names a different workspace.</span>}
        </>
      }
      actions={
        <>
          {isUnknown && instancesPath !== null && (
            <Button size="small" onClick={() => void refresh()}>
              Refresh list
            </Button>
          )}
          <DeleteAgainButton
            item={item}
            row={rowsByKey.get(instanceKey(item))}
            onDeleteAgain={onDeleteAgain}
          />
          {button}
        </>
      }
    >
      {stage === 'gone' && <span>It was already deleted, or this token can't see it. </span>}
      <bdi>{outcome && describeWhy(outcome)}</bdi>
      {stage === 'mismatch' && (
        <span> It may have been deleted in that workspace. Stop deleting, and tell your operator.</span>
      )}
      <span>{` Requested by ${formatActor(deletion)}, ${formatInstant(deletion.confirmedAt)}. `}</span>
      <EntryLink id={deletion.id} />
      {check !== null && <span className="block font-medium">{check}</span>}
    </Notice>
  );
}
