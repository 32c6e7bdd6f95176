import { formatNumber } from '../format/text.ts';
import { formatInstant } from '../format/time.ts';
import { paths } from '../paths.ts';
import { isResolved } from '../rules/deletion.ts';
import { useConfig, useSession } from '../session/pageData.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { DismissButton, ItemButtons, ViewLink } from './ItemResults.tsx';
import type { LogItem } from './instanceRow.ts';
import { describeListCheck, describeResponse, describeWhy, getItemLabel } from './outcomes.ts';
import { type ItemsByRow, useInstances, useRefreshAll } from './useInstances.ts';
import { deletionAlertId } from './useInstanceTable.ts';

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

/** The newest is `first`. */
type Alert = { stage: keyof typeof looks; first: LogItem; items: readonly LogItem[] };

export function DeletionAlerts() {
  const { byRow } = useInstances();
  return (
    <div className="mb-3 grid gap-2 empty:hidden">
      {findAlerts(byRow).map((alert, index) => (
        <DeletionAlert
          key={`${alert.stage} ${alert.first.deletion.id} ${alert.first.index}`}
          {...alert}
          id={index === 0 ? deletionAlertId : undefined}
        />
      ))}
    </div>
  );
}

/** The newest first. Each wrong workspace is read by itself; the others are joined by kind. */
function findAlerts(byRow: ItemsByRow): readonly Alert[] {
  const rows = [...byRow.values()];
  const unresolved = rows.flat().filter(({ item }) => !isResolved(item));
  // A later deletion says more about an instance that was not found.
  const latest = rows.flatMap((items) => items.at(-1) ?? []);
  const groups: [Alert['stage'], LogItem[]][] = [
    ['unknown', unresolved.filter(({ item }) => item.stage === 'unknown')],
    ['gone', latest.filter(({ item }) => item.stage === 'gone' && item.dismissedAt === null)],
  ];
  for (const each of unresolved) if (each.item.stage === 'mismatch') groups.push(['mismatch', [each]]);
  const newestFirst = (a: LogItem, b: LogItem) => b.deletion.confirmedAt - a.deletion.confirmedAt;
  return groups
    .map(([stage, items]) => ({ stage, items: items.sort(newestFirst) }))
    .flatMap(({ stage, items }) => (items[0] === undefined ? [] : [{ stage, first: items[0], items }]))
    .sort((a, b) => newestFirst(a.first, b.first));
}

function DeletionAlert({ stage, first, items, id }: Alert & { id: string | undefined }) {
  const { lists } = useInstances();
  const { workspace } = useSession();
  const { instancesPath } = useConfig();
  const refresh = useRefreshAll();
  const { tone, role, before, after, joined, advice } = looks[stage];
  const { deletion, item } = first;
  const response = describeResponse(item);
  const region = { id, tabIndex: -1, tone, role };
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
      />
    );
  return (
    <Notice
      {...region}
      title={
        <>
          <span>{before}</span>
          <SafeName name={getItemLabel(item)} whole />
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
      <bdi>{describeWhy(item.outcome)}</bdi>
      <span>{` ${response === null ? '' : `${response}. `}${advice}Requested by ${deletion.isOwn ? 'you' : deletion.actor}, ${formatInstant(deletion.confirmedAt)}. `}</span>
      <ViewLink to={paths.deletion(workspace, deletion.id)} />
      <span className="block font-medium empty:hidden">
        {stage === 'unknown' && describeListCheck(lists, first)}
      </span>
    </Notice>
  );
}
