import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { formatNumber } from '../format/text.ts';
import { formatInstant } from '../format/time.ts';
import { paths } from '../paths.ts';
import { instanceKey, isResolved } from '../rules/deletion.ts';
import { useConfig } from '../session/pageData.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { focusFirst } from '../ui/states.tsx';
import { DeleteAgainButton, DismissButton, EntryLink } from './ItemActions.tsx';
import type { LogItem, RowWithId } from './instanceRow.ts';
import { describeListCheck } from './listCheck.ts';
import { describeWhy, formatActor, getItemLabel } from './outcomes.ts';
import type { ItemsByRow } from './useDeletionLog.ts';
import { useRefreshAll } from './useInstances.ts';
import { deletionAlertId, findRowButton, useCompute } from './useInstanceTable.ts';

/** The title of one has the name between `before` and `after`, and that of several the number before `joined`. */
const looks = {
  unknown: {
    tone: 'notice',
    role: 'alert',
    before: "We don't know whether ",
    after: ' was deleted.',
    joined: 'deletions have no clear result',
    advice: '',
  },
  gone: {
    tone: 'info',
    role: 'status',
    before: 'Not found: ',
    after: '.',
    joined: 'instances were not found',
    advice: "It was already deleted, or this token can't see it. ",
  },
  mismatch: {
    tone: 'danger',
    role: 'alert',
    before: 'The response for ',
    after: ' names a different workspace.',
    joined: '',
    advice: 'It may have been deleted in that workspace. Stop deleting, and tell your operator. ',
  },
} as const;

type Stage = keyof typeof looks;
type Alert = { stage: Stage; first: LogItem; items: readonly LogItem[] };

type Props = { onDeleteAgain: (row: RowWithId) => void };

export function DeletionAlerts({ onDeleteAgain }: Props) {
  const { byRow } = useCompute().instances;
  const { workspace } = useSession();
  const alerts = useMemo(() => findAlerts(byRow), [byRow]);
  return (
    <div className="mb-3 grid gap-2 empty:hidden">
      {alerts.map(({ stage, first, items }, index) => {
        const { tone, role, before, after, joined } = looks[stage];
        const isSingle = items.length === 1;
        // The button leaves the page with its alert.
        const moveFocus = () => focusFirst(findRowButton(instanceKey(first.item)));
        const allUrl = `${paths.screen('activity', workspace)}${stage === 'unknown' ? '?result=unknown' : ''}`;
        return (
          <Notice
            key={`${stage} ${first.deletion.id} ${first.index}`}
            id={index === 0 ? deletionAlertId : undefined}
            tone={tone}
            role={role}
            title={
              isSingle ? (
                <>
                  <span>{before}</span>
                  <SafeName name={getItemLabel(first.item)} whole />
                  <span>{after}</span>
                </>
              ) : (
                `${formatNumber(items.length)} ${joined}`
              )
            }
            actions={
              <>
                {isSingle ? (
                  <AlertActions logItem={first} onDeleteAgain={onDeleteAgain} />
                ) : (
                  <Link to={allUrl} className="self-center px-2 font-medium text-accent hover:underline">
                    View
                  </Link>
                )}
                <DismissButton items={items} onDismissed={moveFocus} />
              </>
            }
          >
            {isSingle && <AlertText stage={stage} logItem={first} />}
          </Notice>
        );
      })}
    </div>
  );
}

/** The newest first. Each wrong workspace is read by itself; the others are joined by kind. */
function findAlerts(byRow: ItemsByRow): readonly Alert[] {
  const confirmedAt = ({ deletion }: LogItem) => deletion.confirmedAt;
  const unresolved = [...byRow.values()].flat().filter(({ item }) => !isResolved(item));
  // A later deletion says more about an instance that was not found.
  const latest = [...byRow.values()].flatMap((items) => items.at(-1) ?? []);
  const groups: [Stage, LogItem[]][] = [
    ['unknown', unresolved.filter(({ item }) => item.stage === 'unknown')],
    ['gone', latest.filter(({ item }) => item.stage === 'gone' && item.dismissedAt === null)],
  ];
  for (const each of unresolved) if (each.item.stage === 'mismatch') groups.push(['mismatch', [each]]);
  return groups
    .flatMap(([stage, group]) => {
      const items = group.toSorted((a, b) => confirmedAt(b) - confirmedAt(a));
      return items[0] === undefined ? [] : [{ stage, first: items[0], items }];
    })
    .sort((a, b) => confirmedAt(b.first) - confirmedAt(a.first));
}

function AlertText({ stage, logItem }: { stage: Stage; logItem: LogItem }) {
  const { lists } = useCompute().instances;
  const { deletion, item } = logItem;
  const check = stage === 'unknown' ? describeListCheck(lists, logItem) : null;
  const requested = `Requested by ${formatActor(deletion)}, ${formatInstant(deletion.confirmedAt)}.`;
  return (
    <>
      <bdi>{item.outcome && describeWhy(item.outcome)}</bdi>
      <span>{` ${looks[stage].advice}${requested} `}</span>
      <EntryLink id={deletion.id} />
      {check !== null && <span className="block font-medium">{check}</span>}
    </>
  );
}

function AlertActions({ logItem: { item }, onDeleteAgain }: Props & { logItem: LogItem }) {
  const { rowsByKey } = useCompute().instances;
  const { instancesPath } = useConfig();
  const refresh = useRefreshAll();
  return (
    <>
      {item.stage === 'unknown' && instancesPath !== null && (
        <Button size="small" onClick={() => void refresh()}>
          Refresh list
        </Button>
      )}
      <DeleteAgainButton item={item} row={rowsByKey.get(instanceKey(item))} onDeleteAgain={onDeleteAgain} />
    </>
  );
}
