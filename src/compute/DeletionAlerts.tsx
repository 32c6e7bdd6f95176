import { type MouseEvent, useEffect, useRef } from 'react';
import { formatNumber, toBidiIsolatedText } from '../format/text.ts';
import { formatInstant } from '../format/time.ts';
import { paths } from '../paths.ts';
import { getItemLabel } from '../rules/deletion.ts';
import { useConfig, useSession } from '../session/pageData.ts';
import { Button } from '../ui/Button.tsx';
import { Notice, ViewLink } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { DismissButton, ItemButtons } from './ItemResults.tsx';
import type { LogItem } from './instanceRow.ts';
import { describeListCheck, describeResponse, describeWhy, isDismissable } from './outcomes.ts';
import { type LogItemsByKey, useInstances, useRefreshAll } from './useInstances.ts';
import { newestAlertId } from './useInstanceTable.ts';

/** Texts around the name of one item, or (`joined`) after the number of several. */
const looks = {
  mismatch: {
    tone: 'danger',
    before: 'The response for ',
    after: ' names a different workspace.',
    joined: '',
  },
  unknown: {
    tone: 'notice',
    before: "We don't know whether ",
    after: ' was deleted.',
    joined: 'deletions have no clear result',
  },
  gone: {
    tone: 'info',
    before: 'Not found: ',
    after: '.',
    joined: 'instances were not found',
  },
} as const;

const maxNamed = 3;

const settleMs = 1_000;

/** Worst first. Each wrong workspace has an alert. */
export function DeletionAlerts() {
  const open = findOpenItems(useInstances().byRow);
  const ofStage = (stage: string) => open.filter(({ item }) => item.stage === stage);
  const mismatches = ofStage('mismatch').map((each) => [each]);
  const groups = [...mismatches, ofStage('unknown'), ofStage('gone')].filter(([first]) => first);
  const { length } = groups;
  const last = useRef({ length, leftAt: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    const hasLeft = length < last.current.length;
    last.current = { length, leftAt: hasLeft ? performance.now() : last.current.leftAt };
  }, [length]);
  /** When there are fewer alerts, others may have moved up, so they ignore a pointer's click for a second. */
  function dropEarlyClick(event: MouseEvent) {
    if (event.detail === 0 || performance.now() - last.current.leftAt > settleMs) return;
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <div className="mb-3 grid gap-2 empty:hidden" onClickCapture={dropEarlyClick}>
      {groups.map((items) => (
        <DeletionAlert
          // A newer item or result gets a new alert, so that a click on the old one can't dismiss it.
          key={`${items[0]?.deletion.id} ${items[0]?.index} ${items[0]?.item.stage} ${items.length}`}
          items={items}
          id={items[0] === open[0] ? newestAlertId : undefined}
        />
      ))}
    </div>
  );
}

function findOpenItems(byRow: LogItemsByKey): readonly LogItem[] {
  const open = [...byRow.values()].flatMap((items) =>
    items.filter(({ item: { stage, dismissedAt } }, index) => {
      const isOutdated = stage === 'gone' && index < items.length - 1;
      return isDismissable(stage) && dismissedAt === null && !isOutdated;
    }),
  );
  return open.sort((a, b) => b.deletion.confirmedAt - a.deletion.confirmedAt);
}

function DeletionAlert({ items, id }: { items: readonly LogItem[]; id: string | undefined }) {
  const { lists } = useInstances();
  const { workspace } = useSession();
  const { instancesPath } = useConfig();
  const refresh = useRefreshAll();
  const [first] = items;
  if (first === undefined) return null;
  const { deletion, item } = first;
  const { stage } = item;
  if (!isDismissable(stage)) return null;
  const { tone, before, after, joined } = looks[stage];
  const response = describeResponse(item);
  const region = { id, tabIndex: -1, tone, role: stage === 'gone' ? 'status' : 'alert' };
  const check = describeListCheck(lists, first);
  const by = `Requested by ${deletion.isOwn ? 'you' : deletion.actor}, ${formatInstant(deletion.confirmedAt)}. `;
  const names = items
    .slice(0, maxNamed)
    .map((each) => toBidiIsolatedText(`${each.item.databaseName}/${getItemLabel(each.item)}`));
  const rest = items.length > maxNamed ? ` and ${formatNumber(items.length - maxNamed)} more` : '';
  if (items.length > 1)
    return (
      <Notice
        {...region}
        title={`${formatNumber(items.length)} ${joined}`}
        actions={
          <>
            <ViewLink to={`${paths.screen('activity', workspace)}?result=${stage}`} />
            <DismissButton items={items} />
          </>
        }
      >
        <span>· </span>
        <bdi translate="no">{names.join(', ')}</bdi>
        <span>{`${rest}. Dismiss closes all of them for every admin.`}</span>
      </Notice>
    );
  return (
    <Notice
      {...region}
      title={
        <>
          <span>{before}</span>
          <SafeName name={getItemLabel(item)} />
          <span>{after}</span>
        </>
      }
      actions={
        <>
          {stage === 'unknown' && instancesPath !== null && (
            <Button size="small" onClick={() => void refresh()}>
              Refresh list
            </Button>
          )}
          <ItemButtons logItem={first} />
        </>
      }
    >
      <span className="font-semibold">{check && `${check} `}</span>
      <bdi>{describeWhy(item.outcome)}</bdi>
      <span>{` ${response === null ? '' : `${response}. `}ID `}</span>
      <SafeName name={`${item.instanceId} (${item.databaseName})`} />
      <span>{`. ${by}`}</span>
      <ViewLink to={paths.deletion(workspace, deletion.id)} />
    </Notice>
  );
}
