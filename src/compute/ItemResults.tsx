import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { dismissItem, mayListSayMore, refreshLog, stopDeletion } from '../api/deletions.ts';
import type { Caller } from '../api/http.ts';
import { formatNumber } from '../format/text.ts';
import { formatTimeOfDay } from '../format/time.ts';
import { paths } from '../paths.ts';
import {
  type Deletion,
  type DeletionItem,
  getItemLabel,
  hasSucceeded,
  instanceKey,
} from '../rules/deletion.ts';
import { useConfig, useSession } from '../session/pageData.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Badge } from '../ui/notices.tsx';
import { SafeName } from '../ui/SafeName.tsx';
import { SegmentedBar } from '../ui/SegmentedBar.tsx';
import { focusFirst } from '../ui/states.tsx';
import { toast } from '../ui/toasts.tsx';
import { hasId, hasSameNameAndDate, isSelectable, type LogItem, type RowWithId } from './instanceRow.ts';
import {
  createEvidence,
  describeListCheck,
  describeResponse,
  describeWhy,
  isDismissable,
  isPlainSuccess,
  stageDisplay,
  toStageBarSegments,
} from './outcomes.ts';
import { type InstancesState, useInstances } from './useInstances.ts';
import { findNameButton, useSetSelection } from './useInstanceTable.ts';

type Props = {
  deletion: Deletion;
  /** False in the dialog, which shows what was just confirmed. */
  hasButtons?: boolean;
};

export function ItemResults({ deletion, hasButtons = false }: Props) {
  const { recovery } = useConfig();
  const { actor } = useSession();
  const { items, stopReason } = deletion;
  const segments = toStageBarSegments(items);
  const hasDeleted = items.some(({ stage }) => hasSucceeded(stage));
  return (
    <>
      {stopReason !== null && (
        <p role="alert" className="mt-1.5 text-control wrap-anywhere text-muted">
          <bdi>{toOwnWords(stopReason, actor)}</bdi>
        </p>
      )}
      {segments.length > 1 && !hasButtons && (
        <div className="mt-3">
          <SegmentedBar label="Results" segments={segments} />
        </div>
      )}
      <ul
        aria-label="Results"
        className={`mt-3 lines rounded-md border border-line bg-surface ${hasButtons ? '' : 'max-h-[max(7rem,min(24rem,100dvh-20rem))] overflow-y-auto'}`}
      >
        {items.map((item, index) => (
          <li
            key={instanceKey(item)}
            className="flex flex-wrap items-center justify-end gap-x-2.5 gap-y-1 px-3 py-1.5 text-control leading-4.5"
          >
            <ItemResult logItem={{ deletion, index, item }} />
            {hasButtons && <ItemButtons logItem={{ deletion, index, item }} />}
            <ItemBadges item={item} />
          </li>
        ))}
      </ul>
      {hasDeleted && recovery !== null && <p className="mt-2.5 text-control text-muted">{recovery}</p>}
    </>
  );
}

/** The stored sentence may begin with a capital letter. */
function toOwnWords(sentence: string, actor: string): string {
  const isOwn = sentence.toLowerCase() === `${actor} stopped this delete.`.toLowerCase();
  return isOwn ? 'You stopped this delete.' : sentence;
}

function ItemResult({ logItem }: { logItem: LogItem }) {
  const { deletion, item } = logItem;
  const { lists } = useInstances();
  const why = describeWhy(item.outcome);
  const isRepeated = deletion.stopReason !== null && why.endsWith(deletion.stopReason);
  const response = describeResponse(item);
  const check = mayListSayMore(item) && describeListCheck(lists, logItem);
  const sentences = isPlainSuccess(item) ? [] : [response && `${response}.`, isRepeated ? '' : why, check];
  return (
    <div className="min-w-0 flex-1 basis-44 wrap-anywhere">
      <span className="font-medium">
        <SafeName name={getItemLabel(item)} />
      </span>{' '}
      <span className="text-faint">
        <SafeName name={item.databaseName} />
      </span>
      <code className="block text-small text-muted">
        <SafeName name={item.instanceId} />
      </code>
      <bdi className="block text-small text-muted empty:hidden">{sentences.filter(Boolean).join(' ')}</bdi>
    </div>
  );
}

export function ItemBadges({ item: { stage, dismissedAt, dismissedBy } }: { item: DeletionItem }) {
  const { label, tone } = stageDisplay[stage];
  const { actor } = useSession();
  const by = dismissedBy === actor ? 'you' : dismissedBy;
  const reader = by === null ? 'closed by a later delete' : `read by ${by}`;
  return (
    <span className="flex max-w-full min-w-0 flex-wrap justify-end gap-1 *:whitespace-normal max-sm:justify-start xl:justify-start">
      <Badge tone={tone}>{label}</Badge>
      {dismissedAt !== null && <Badge>{`${reader}, ${formatTimeOfDay(dismissedAt)}`}</Badge>}
    </span>
  );
}

function useLogChange(failure: string, change: (caller: Caller) => Promise<void>) {
  const caller = useSession();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => change(caller),
    onError: ({ message }) => toast({ tone: 'danger', text: `${failure} ${message}` }),
    onSettled: () => refreshLog(client, caller.workspace),
  });
}

export function DismissButton({ items }: { items: readonly LogItem[] }) {
  const { mutate: dismiss, isPending } = useLogChange("Couldn't dismiss this.", async (caller) => {
    for (const { deletion, index } of items) await dismissItem(caller, deletion.id, index);
    focusFirst(items[0] && findNameButton(instanceKey(items[0].item)));
  });
  return (
    <Button
      size="small"
      title="Closes it for every admin."
      aria-disabled={isPending}
      onClick={() => !isPending && dismiss()}
    >
      {items[0]?.item.stage === 'mismatch' ? 'I have read this' : 'Dismiss'}
    </Button>
  );
}

function findRow({ rowsByKey }: InstancesState, item: DeletionItem): RowWithId | null {
  const row = rowsByKey.get(instanceKey(item));
  return row && hasId(row) && row.refusal === null && hasSameNameAndDate(row, item) ? row : null;
}

export function ItemButtons({ logItem }: { logItem: LogItem }) {
  const { stage, dismissedAt } = logItem.item;
  const instances = useInstances();
  const row = stage === 'unknown' ? findRow(instances, logItem.item) : null;
  if (dismissedAt !== null || !isDismissable(stage)) return null;
  return (
    <>
      {row !== null && (
        <Button size="small" className="text-danger" onClick={() => instances.askToDelete([row])}>
          Delete again…
        </Button>
      )}
      <DismissButton items={[logItem]} />
    </>
  );
}

function StopButton({ deletion: { id, stage, items } }: { deletion: Deletion }) {
  const { mutate: stop, isPending } = useLogChange("Couldn't stop it.", (caller) => stopDeletion(caller, id));
  const isStopping = isPending || stage === 'stopping';
  const canStop = !isStopping && items.some((item) => item.stage === 'waiting');
  return (
    <Button className="mr-auto" onClick={() => canStop && stop()} aria-disabled={!canStop}>
      {isStopping ? 'Stopping…' : 'Stop'}
    </Button>
  );
}

export function DeletionButtons({ deletion, onSelect }: { deletion: Deletion; onSelect?: () => void }) {
  const { workspace } = useSession();
  const { environment, recovery } = useConfig();
  const instances = useInstances();
  const select = useSetSelection();
  const navigate = useNavigate();
  if (deletion.stage !== 'ended') return deletion.items.length > 1 && <StopButton deletion={deletion} />;
  const left = deletion.items.filter(({ stage }) => stage === 'not-sent' || stage === 'refused');
  const rows = left.flatMap((item) => findRow(instances, item) ?? []).filter(isSelectable);
  function selectRows() {
    select(rows);
    onSelect?.();
    void navigate(paths.screen('compute', workspace));
  }
  function writeEvidence() {
    const url = new URL(paths.deletion(workspace, deletion.id), window.location.href).href;
    return createEvidence(deletion, { environment, recovery, url });
  }
  return (
    <>
      <span className="mr-auto">
        <CopyButton label="Copy evidence" variant="button" text={writeEvidence} />
      </span>
      {deletion.items.length > 1 && rows.length > 0 && (
        <Button onClick={selectRows}>{`Select the ${formatNumber(rows.length)} that weren't deleted`}</Button>
      )}
    </>
  );
}
