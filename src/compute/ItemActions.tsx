import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router-dom';
import { dismissItem, refreshLog, stopDeletion } from '../api/deletions.ts';
import type { Caller } from '../api/http.ts';
import { formatNumber, toVisibleText } from '../format/text.ts';
import { formatTimeOfDay, formatTimestamp } from '../format/time.ts';
import { paths } from '../paths.ts';
import { type Deletion, type DeletionItem, instanceKey } from '../rules/deletion.ts';
import { useConfig, useSession } from '../session/pageData.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Badge } from '../ui/notices.tsx';
import { focusFirst } from '../ui/states.tsx';
import { toast } from '../ui/toasts.tsx';
import {
  formatInstanceCount,
  hasId,
  isSameInstance,
  isSelectable,
  type LogItem,
  type RowWithId,
} from './instanceRow.ts';
import { describeWhy, formatResults, needsDismissal, stageDisplay } from './outcomes.ts';
import type { InstancesState } from './useInstances.ts';
import { findRowButton, useSetSelection } from './useInstanceTable.ts';

/** The colour of a result never changes. A second, plain badge says who has read it. */
export function ItemBadges({ item: { stage, dismissedAt, dismissedBy } }: { item: DeletionItem }) {
  const { label, tone } = stageDisplay[stage];
  const reader = dismissedBy === null ? 'closed by a later delete' : `read by ${dismissedBy}`;
  return (
    <span className="flex max-w-full min-w-0 flex-wrap justify-end gap-1 *:whitespace-normal xl:justify-start">
      <Badge tone={tone}>{label}</Badge>
      {dismissedAt !== null && <Badge>{`${reader}, ${formatTimeOfDay(dismissedAt)}`}</Badge>}
    </span>
  );
}

export function ViewLink({ to, label = 'View' }: { to: string; label?: string }) {
  return (
    <Link to={to} className="mx-1 self-center font-medium text-accent hover:underline">
      {label}
    </Link>
  );
}

function useLogChange(failure: string, change: (caller: Caller) => Promise<void>) {
  const { workspace, sessionId } = useSession();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => change({ workspace, sessionId }),
    onError: ({ message }) => toast({ tone: 'danger', text: `${failure} ${message}` }),
    onSettled: () => refreshLog(client, workspace),
  });
}

/** The second click of a double click would dismiss what has moved into the place of the first. */
export function DismissButton({ items }: { items: readonly LogItem[] }) {
  const { mutate: dismiss, isPending } = useLogChange("Couldn't dismiss this.", async (caller) => {
    for (const { deletion, index } of items) await dismissItem(caller, deletion.id, index);
    // The button leaves the page.
    focusFirst(items[0] && findRowButton(instanceKey(items[0].item)));
  });
  return (
    <Button
      size="small"
      aria-disabled={isPending}
      onClick={({ detail }) => detail < 2 && !isPending && dismiss()}
    >
      {items[0]?.item.stage === 'mismatch' ? 'I have read this' : 'Dismiss'}
    </Button>
  );
}

type RowsByKey = InstancesState['rowsByKey'];

/** As it is listed now, if it may be deleted. A different instance with the same ID isn't it. */
function findRow(rowsByKey: RowsByKey, item: DeletionItem): RowWithId | null {
  const row = rowsByKey.get(instanceKey(item));
  if (row === undefined || !hasId(row) || row.refusal !== null) return null;
  return isSameInstance(row, item) ? row : null;
}

export type RowAccess = { rowsByKey: RowsByKey; onDeleteAgain: (row: RowWithId) => void };

/** What an admin can do about one result. "Delete again…" asks for the whole confirmation. */
export function ItemButtons({ logItem, rowsByKey, onDeleteAgain }: RowAccess & { logItem: LogItem }) {
  const { stage, dismissedAt } = logItem.item;
  const row = stage === 'unknown' ? findRow(rowsByKey, logItem.item) : null;
  if (dismissedAt !== null || !needsDismissal(stage)) return null;
  return (
    <>
      {row !== null && (
        <Button size="small" className="text-danger" onClick={() => onDeleteAgain(row)}>
          Delete again…
        </Button>
      )}
      <DismissButton items={[logItem]} />
    </>
  );
}

/** Any admin of the workspace can stop a deletion. */
function StopButton({ deletion: { id, stage } }: { deletion: Deletion }) {
  const { mutate: stop, isPending } = useLogChange("Couldn't stop it.", (caller) => stopDeletion(caller, id));
  const isStopping = isPending || stage === 'stopping';
  return (
    <Button className="mr-auto" onClick={() => !isStopping && stop()} aria-disabled={isStopping}>
      {isStopping ? 'Stopping…' : 'Stop'}
    </Button>
  );
}

type ActionsProps = { deletion: Deletion; rowsByKey: RowsByKey; onSelect?: () => void };

/** The selection of what is left is confirmed by typing like any other. */
export function ResultActions({ deletion, rowsByKey, onSelect }: ActionsProps) {
  const { workspace } = useSession();
  const { environment, recovery } = useConfig();
  const select = useSetSelection();
  const navigate = useNavigate();
  if (deletion.stage !== 'ended') return <StopButton deletion={deletion} />;
  const left = deletion.items.filter(({ stage }) => stage === 'not-sent' || stage === 'refused');
  const rows = left.flatMap((item) => findRow(rowsByKey, item) ?? []).filter(isSelectable);
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

type Place = { environment: string | null; recovery: string | null; url: string };

const header = ['result', 'name', 'database', 'ID', 'response (UTC)', 'HTTP', 'request ID', 'why'];

/** A deletion for a ticket, as plain text: facts, a table with a line for each instance, and the address of its entry. */
export function createEvidence(deletion: Deletion, { environment, recovery, url }: Place): string {
  const { workspaceSlug, items, confirmedAt, actor, reason, stopReason } = deletion;
  const place = environment === null ? workspaceSlug : `${workspaceSlug} (${environment})`;
  const table = [header, ...items.map(toCells)];
  const widths = header.map((_, column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0)));
  const lines = [
    `Deletion of ${formatInstanceCount(items.length)} in workspace ${place}`,
    `Requested ${formatTimestamp(confirmedAt)} UTC by ${actor}`,
    reason && `Reason: ${reason}`,
    `Result: ${formatResults(items)}`,
    stopReason && `Stopped: ${stopReason}`,
    recovery,
  ];
  const rows = table.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [...lines.flatMap((line) => (line ? toVisibleText(line) : [])), '', ...rows, '', url, ''].join('\n');
}

function toCells({ stage, name, databaseName, instanceId, outcome, endedAt }: DeletionItem): string[] {
  // Without a response, `endedAt` is when the server stopped waiting.
  const respondedAt = outcome?.status == null || endedAt === null ? '' : formatTimestamp(endedAt);
  return [
    stageDisplay[stage].label,
    name ?? '',
    databaseName,
    instanceId,
    respondedAt,
    `${outcome?.status ?? ''}`,
    outcome?.requestId ?? '',
    describeWhy(outcome),
  ].map(toVisibleText);
}
