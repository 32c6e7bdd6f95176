import { type InstanceListState, isDeletedRecord } from '../api/computeInstances.ts';
import { formatNumber, toVisibleText } from '../format/text.ts';
import { type EpochMs, formatCsvTime, formatDay, formatInstant, formatTimeOfDay } from '../format/time.ts';
import {
  type Deletion,
  type DeletionItem,
  dismissableCodes,
  hasSucceeded,
  type ItemStage,
  type Outcome,
} from '../rules/deletion.ts';
import { type ComputeInstance, getDatabaseName } from '../rules/instanceRecord.ts';
import type { BarSegment } from '../ui/SegmentedBar.tsx';
import { formatInstanceCount, isLater, type LogItem } from './instanceRow.ts';

type StageLook = {
  label: string;
  /** As in "3 not sent". */
  counted: string;
  tone: 'plain' | 'ok' | 'notice' | 'danger';
};

export const stageDisplay: Readonly<Record<ItemStage, StageLook>> = {
  deleted: { label: 'Deleted', counted: 'deleted', tone: 'ok' },
  accepted: { label: 'Accepted', counted: 'accepted', tone: 'ok' },
  gone: { label: 'Not found', counted: 'not found', tone: 'plain' },
  refused: { label: 'Rejected', counted: 'rejected', tone: 'danger' },
  unknown: { label: 'No clear result', counted: 'without a clear result', tone: 'notice' },
  mismatch: { label: 'Wrong workspace', counted: 'wrong workspace', tone: 'danger' },
  'not-sent': { label: 'Not sent', counted: 'not sent', tone: 'plain' },
  sending: { label: 'Deleting', counted: 'being deleted', tone: 'plain' },
  waiting: { label: 'Waiting', counted: 'waiting', tone: 'plain' },
};

const advice: { [Code in ItemStage]?: string } = {
  gone: "It was already deleted, or this token can't see it.",
  mismatch: 'It may have been deleted there. Stop deleting, and tell your operator.',
};

export function isPlainSuccess({ stage, outcome }: DeletionItem): boolean {
  return hasSucceeded(stage) && !outcome?.notes.length;
}

export function isDismissable(stage: ItemStage): stage is (typeof dismissableCodes)[number] {
  return dismissableCodes.some((code) => code === stage);
}

/** Marks the service's message. Leaves out the status, which is shown beside this. Empty if there is nothing to add. */
export function describeWhy(outcome: Outcome | null): string {
  if (outcome === null) return '';
  const { code, message, notes, retryAt } = outcome;
  const isOwn = (code !== 'refused' && code !== 'gone') || /^($|HTTP \d|An HTML page )/.test(message);
  const own = message.replace(/^HTTP \d+ ?| \(HTTP \d+\)/, '');
  const why = isOwn ? own : `Message from the service: ${message}`;
  const wait = retryAt && `Try again after ${formatTimeOfDay(retryAt)}.`;
  const sentence = why.replace(/[^.!?…]$/u, '$&.');
  return [advice[code], wait, sentence, ...notes].filter(Boolean).join(' ');
}

/** "HTTP 502 after 0.4 s". Null without a status. */
export function describeResponse({ outcome, sentAt, endedAt }: DeletionItem): string | null {
  if (outcome?.status == null || sentAt === null || endedAt === null) return null;
  // Rounded up, because no response comes after 0.0 s.
  const seconds = (Math.max(1, Math.ceil((endedAt - sentAt) / 100)) / 10).toFixed(1);
  return `HTTP ${outcome.status} after ${seconds} s`;
}

export function toStageBarSegments(items: readonly DeletionItem[]): BarSegment[] {
  return Object.entries(stageDisplay).flatMap(([key, { counted, tone }]) => {
    const value = items.filter(({ stage }) => stage === key).length;
    return value === 0 ? [] : [{ key, label: counted, color: tone, value }];
  });
}

export function formatResults(items: readonly DeletionItem[]): string {
  return toStageBarSegments(items)
    .map(({ value, label }) => `${formatNumber(value)} ${label}`)
    .join(', ');
}

/** "Deleting 3 of 8", "8 instances deleted", "Stopped: 1 not found, 6 not sent". */
export function formatDeletion({ stage, stopReason, items }: Deletion): string {
  const sentCount = items.filter((item) => item.stage !== 'waiting' && item.stage !== 'not-sent').length;
  const progress = `${formatNumber(Math.max(1, sentCount))} of ${formatNumber(items.length)}`;
  if (stage === 'running') return `Deleting ${progress}`;
  if (stage === 'stopping') return `Stopping after ${progress}`;
  if (stopReason !== null && sentCount < items.length) return `Stopped: ${formatResults(items)}`;
  const [first, second] = toStageBarSegments(items);
  if (first === undefined || second !== undefined) return formatResults(items);
  return `${formatInstanceCount(items.length)} ${first.label}`;
}

export function formatStillListed({ stage, endedAt }: DeletionItem, seenAt: EpochMs | null): string {
  const time = formatTimeSince(endedAt ?? 0, seenAt ?? 0);
  const how = stage === 'accepted' ? 'deletion accepted' : stageDisplay[stage].counted;
  return `Still listed; ${how} at ${time}`;
}

function formatTimeSince(time: EpochMs, other: EpochMs): string {
  return formatDay(time) === formatDay(other) ? formatTimeOfDay(time) : formatInstant(time);
}

/** What a list says that was requested after the delete had begun. Null without one, or if it is unclear. */
export function describeListCheck(
  lists: readonly InstanceListState[],
  { deletion, item }: LogItem,
): string | null {
  const { databaseName } = item;
  const covering = lists.find((each) => each.databaseName === databaseName || each.databaseName === null);
  const list = covering?.query.data;
  const askedAt = item.sentAt ?? deletion.confirmedAt;
  if (list === undefined || list.requestedAt === null || list.requestedAt <= askedAt) return null;
  const checked = `Checked ${formatTimeSince(list.requestedAt, askedAt)}`;
  const databaseOf = (each: ComputeInstance) => covering?.databaseName ?? getDatabaseName(each);
  const record = list.items.find((each) => databaseOf(each) === databaseName && each.id === item.instanceId);
  if (record !== undefined) {
    if (isDeletedRecord(record, list)) return `${checked}: the list says that it's deleted.`;
    if (isLater(record.created, item.created)) return `${checked}: the list has a new instance with this ID.`;
    return `${checked}: still listed.`;
  }
  const isReadable =
    list.isComplete &&
    list.unreadable.length === 0 &&
    list.items.every((each) => each.id !== null && !each.id.includes('\ufffd') && databaseOf(each) !== '');
  return isReadable ? `${checked}: the service's list doesn't show it.` : null;
}

type Place = { environment: string | null; recovery: string | null; url: string };

const evidenceColumns: Readonly<Record<string, (item: DeletionItem) => string | number | null | undefined>> =
  {
    result: ({ stage }) => stageDisplay[stage].label,
    name: ({ name }) => name,
    database: ({ databaseName }) => databaseName,
    ID: ({ instanceId }) => instanceId,
    'response (UTC)': ({ outcome, endedAt }) => outcome?.status && formatCsvTime(endedAt ?? 0),
    HTTP: ({ outcome }) => outcome?.status,
    'request ID': ({ outcome }) => outcome?.requestId,
    why: ({ outcome }) => describeWhy(outcome),
  };

export function createEvidence(deletion: Deletion, { environment, recovery, url }: Place): string {
  const { workspaceSlug, items, confirmedAt, actor, reason, stopReason } = deletion;
  const place = environment === null ? workspaceSlug : `${workspaceSlug} (${environment})`;
  const columns = Object.entries(evidenceColumns).map(([header, toCell]) => {
    const cells = [header, ...items.map((item) => toVisibleText(`${toCell(item) ?? ''}`))];
    const width = Math.max(...cells.map(({ length }) => length));
    return cells.map((cell) => cell.padEnd(width));
  });
  const rows = ['', ...items].map((_, row) =>
    columns
      .map((cells) => cells[row])
      .join('  ')
      .trimEnd(),
  );
  const lines = [
    `Deletion of ${formatInstanceCount(items.length)} in workspace ${place}`,
    `Requested ${formatCsvTime(confirmedAt)} UTC by ${actor}`,
    reason && `Reason: ${reason}`,
    `Result: ${formatResults(items)}`,
    stopReason && `Stopped: ${stopReason}`,
    items.some(({ stage }) => hasSucceeded(stage)) && recovery,
  ];
  return [...lines.flatMap((line) => (line ? toVisibleText(line) : [])), '', ...rows, '', url, ''].join('\n');
}
