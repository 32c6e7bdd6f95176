import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { formatCount } from '../format/text.ts';
import { formatInstant } from '../format/time.ts';
import { paths } from '../paths.ts';
import { instanceKey, isResolved } from '../rules/deletion.ts';
import { useConfig } from '../session/pageData.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { focusFirst } from '../ui/focus.ts';
import { Notice } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { DeleteAgainButton, DismissButton, EntryLink } from './ItemActions.tsx';
import { formatInstanceCount, type LogItem, type RowWithId } from './instanceRow.ts';
import { describeListCheck } from './listCheck.ts';
import { describeWhy, formatActor, getItemLabel } from './outcomes.ts';
import { deletionAlertId, findRowButton } from './tableView.ts';
import type { ItemsByRow } from './useDeletionLog.ts';
import { useRefreshAll } from './useInstances.ts';
import { useCompute } from './useInstanceTable.ts';

/** The title has the name between `before` and `after`. */
const looks = {
  unknown: { tone: 'notice', role: 'alert', before: "We don't know whether ", after: ' was deleted.' },
  gone: { tone: 'info', role: 'status', before: 'Not found: ', after: '.' },
  mismatch: {
    tone: 'danger',
    role: 'alert',
    before: 'The response for ',
    after: ' names a different workspace.',
  },
} as const;

type Alert = { stage: keyof typeof looks; first: LogItem; items: readonly LogItem[] };

export function DeletionAlerts({ onDeleteAgain }: { onDeleteAgain: (row: RowWithId) => void }) {
  const { byRow } = useCompute().instances;
  const alerts = useMemo(() => findAlerts(byRow), [byRow]);
  return (
    <div className="mb-3 grid gap-2 empty:hidden">
      {alerts.map((alert, index) => {
        const { stage, first, items } = alert;
        const key = `${stage} ${first.deletion.id} ${first.index}`;
        const id = index === 0 ? deletionAlertId : undefined;
        if (items.length > 1) return <JoinedAlert key={key} id={id} alert={alert} />;
        return <SingleAlert key={key} id={id} alert={alert} onDeleteAgain={onDeleteAgain} />;
      })}
    </div>
  );
}

/** The newest first. Each wrong workspace is read by itself; the others are joined by kind. */
function findAlerts(byRow: ItemsByRow): readonly Alert[] {
  const unresolved = [...byRow.values()].flat().filter(({ item }) => !isResolved(item));
  // A later deletion says more about an instance that was not found.
  const latest = [...byRow.values()].flatMap((items) => items.at(-1) ?? []);
  const groups = [
    unresolved.filter(({ item }) => item.stage === 'unknown'),
    latest.filter(({ item }) => item.stage === 'gone' && item.dismissedAt === null),
    ...unresolved.filter(({ item }) => item.stage === 'mismatch').map((logItem) => [logItem]),
  ];
  const confirmedAt = ({ deletion }: LogItem) => deletion.confirmedAt;
  return groups
    .flatMap((group) => {
      const items = group.toSorted((a, b) => confirmedAt(b) - confirmedAt(a));
      const [first] = items;
      const stage = first?.item.stage;
      const isKnown = stage === 'unknown' || stage === 'gone' || stage === 'mismatch';
      return first !== undefined && isKnown ? [{ stage, first, items }] : [];
    })
    .sort((a, b) => confirmedAt(b.first) - confirmedAt(a.first));
}

type Props = { id: string | undefined; alert: Alert };

function AlertDismissButton({ first, items }: Alert) {
  // The button leaves the page with its alert.
  return (
    <DismissButton items={items} onDismissed={() => focusFirst(findRowButton(instanceKey(first.item)))} />
  );
}

function JoinedAlert({ id, alert }: Props) {
  const { workspace } = useSession();
  const { stage, items } = alert;
  const isUnknown = stage === 'unknown';
  return (
    <Notice
      id={id}
      tone={looks[stage].tone}
      role={looks[stage].role}
      title={
        isUnknown
          ? `${formatCount(items.length, 'deletion')} have no clear result`
          : `${formatInstanceCount(items.length)} were not found`
      }
      actions={
        <>
          <Link
            to={`${paths.screen('activity', workspace)}${isUnknown ? '?result=unknown' : ''}`}
            className="self-center px-2 font-medium text-accent hover:underline"
          >
            View
          </Link>
          <AlertDismissButton {...alert} />
        </>
      }
    />
  );
}

function SingleAlert({ id, alert, onDeleteAgain }: Props & { onDeleteAgain: (row: RowWithId) => void }) {
  const { rowsByKey, lists } = useCompute().instances;
  const { instancesPath } = useConfig();
  const refresh = useRefreshAll();
  const { stage, first } = alert;
  const { deletion, item } = first;
  const { tone, role, before, after } = looks[stage];
  const isUnknown = stage === 'unknown';
  const check = isUnknown ? describeListCheck(lists, first) : null;
  const advice = {
    unknown: '',
    gone: "It was already deleted, or this token can't see it. ",
    mismatch: 'It may have been deleted in that workspace. Stop deleting, and tell your operator. ',
  }[stage];
  return (
    <Notice
      id={id}
      tone={tone}
      role={role}
      title={
        <>
          <span>{before}</span>
          <SafeName name={getItemLabel(item)} whole />
          <span>{after}</span>
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
          <AlertDismissButton {...alert} />
        </>
      }
    >
      <bdi>{item.outcome && describeWhy(item.outcome)}</bdi>
      <span>{` ${advice}Requested by ${formatActor(deletion)}, ${formatInstant(deletion.confirmedAt)}. `}</span>
      <EntryLink id={deletion.id} />
      {check !== null && <span className="block font-medium">{check}</span>}
    </Notice>
  );
}
