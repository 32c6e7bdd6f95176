import { Link } from 'react-router-dom';
import type { DeleteOutcomeKind } from '../api/deleteOutcome.ts';
import { computeUrl } from '../compute/computeActions.ts';
import { formatInstanceCount } from '../compute/instanceRow.ts';
import { focusRow } from '../compute/rowFocus.ts';
import { useSession } from '../session/useSession.ts';
import { Button } from '../ui/Button.tsx';
import { toSafeText, toVisibleText } from '../ui/confusables.ts';
import type { Tone } from '../ui/notices.tsx';
import { useResults } from '../ui/results.tsx';
import { Tag, type TagProps } from '../ui/Tag.tsx';
import { formatInstant, type Zone } from '../ui/time.ts';
import { formatCount, formatNumber } from '../ui/words.ts';
import { useDeletionTools } from './DeletionsProvider.tsx';
import type { DeletionEntry } from './deletionEntry.ts';
import { getRemovalTime, getRowKey, type RowStatus, removingOutcomes } from './rowStatus.ts';

export type DeletionStage = 'waiting' | 'sending' | DeleteOutcomeKind;

/** The texts of each stage, in the order of the counts on screen. Only stages that need attention have a tone. */
export const deletionStages: Record<DeletionStage, { label: string; countLabel: string; tone?: Tone }> = {
  deleted: { label: 'Deleted', countLabel: 'deleted' },
  accepted: { label: 'Accepted', countLabel: 'accepted' },
  gone: { label: 'Not found', countLabel: 'not found' },
  refused: { label: 'Rejected', countLabel: 'rejected', tone: 'danger' },
  unknown: { label: 'Unconfirmed', countLabel: 'unconfirmed', tone: 'notice' },
  mismatch: { label: 'Wrong workspace', countLabel: 'wrong workspace', tone: 'danger' },
  'not-sent': { label: 'Not sent', countLabel: 'not sent' },
  sending: { label: 'Deleting…', countLabel: 'in progress' },
  waiting: { label: 'Waiting', countLabel: 'waiting' },
};

export function getDeletionStage({ outcome, sentAt }: DeletionEntry): DeletionStage {
  if (outcome !== null) return outcome.kind;
  return sentAt === null ? 'waiting' : 'sending';
}

function isSuccessWithoutNotes({ outcome }: DeletionEntry): boolean {
  return (outcome?.kind === 'deleted' || outcome?.kind === 'accepted') && outcome.notes.length === 0;
}

export function formatNotes(entries: readonly DeletionEntry[]): string {
  const count = entries.filter(({ outcome }) => outcome !== null && outcome.notes.length > 0).length;
  return count === 0 ? '' : `Open Activity and read the notes on ${formatCount(count, 'result')}.`;
}

export function countStages(entries: readonly DeletionEntry[]): ReadonlyMap<DeletionStage, number> {
  const counts = new Map<DeletionStage, number>();
  for (const stage of entries.map(getDeletionStage)) counts.set(stage, (counts.get(stage) ?? 0) + 1);
  const stageOrder = Object.keys(deletionStages);
  return new Map([...counts].sort(([a], [b]) => stageOrder.indexOf(a) - stageOrder.indexOf(b)));
}

export function formatStageCounts(entries: readonly DeletionEntry[]): string {
  return [...countStages(entries)]
    .map(([stage, count]) => `${formatNumber(count)} ${deletionStages[stage].countLabel}`)
    .join(' · ');
}

export function formatOutcome(kind: DeleteOutcomeKind, name: string): string {
  const label = toSafeText(name);
  switch (kind) {
    case 'deleted':
      return `${label} was removed and is queued for deletion. Its data is deleted when the deletion is finalized.`;
    case 'accepted':
      return `The service accepted the deletion of ${label}.`;
    case 'gone':
      return `${label} wasn’t found. It’s already deleted, or this token can’t see it.`;
    case 'refused':
      return `${label} wasn’t deleted. The service rejected the request.`;
    case 'unknown':
      return `We don’t know whether ${label} was deleted.`;
    case 'mismatch':
      return `The response for ${label} names a different workspace.`;
    case 'not-sent':
      return `${label} wasn’t deleted. No request was sent.`;
  }
}

export function formatMismatchAdvice(subject: string): string {
  return `${subject} may have been deleted in that workspace. Stop deleting and send this report to your service operator.`;
}

/** Returns the HTTP status and the request ID, unless the reason already contains them. */
export function listResponseDetails({ outcome }: DeletionEntry): string[] {
  const statusText = outcome?.status ? `HTTP ${outcome.status}` : '';
  const requestText = outcome?.requestId ? `Request ID ${outcome.requestId}` : '';
  return [statusText, requestText].filter((text) => text && !outcome?.reason.includes(text));
}

/** Formats a deletion and its outcome as text for a ticket, with times in UTC. Line breaks in names can't add lines. */
export function formatOutcomeReport({ target, label, confirmedAt, outcome }: DeletionEntry): string {
  return [
    outcome === null ? `${toSafeText(label)}: in progress.` : formatOutcome(outcome.kind, label),
    toVisibleText(outcome?.reason ?? ''),
    `Workspace: ${toVisibleText(target.workspaceSlug)}`,
    `Database: ${toVisibleText(target.databaseName)}`,
    `Instance ID: ${toVisibleText(target.instanceId)}`,
    `Requested: ${new Date(confirmedAt).toISOString()}`,
    outcome?.status ? `HTTP status: ${outcome.status}` : '',
    outcome?.requestId ? `Request ID: ${outcome.requestId}` : '',
    ...(outcome?.notes ?? []).map(toVisibleText),
  ]
    .filter(Boolean)
    .join('\n');
}

export function OutcomeTag({ stage }: { stage: DeletionStage }) {
  const { label, tone } = deletionStages[stage];
  return <Tag text={label} tone={tone} />;
}

const removalWords: Record<string, string> = { accepted: 'deletion accepted', gone: 'not found' };

/** Formats "Still listed; deleted at 14:02 UTC". Adds the day if the deletion wasn't today. @param now ms since the epoch */
export function formatStillListed(entry: DeletionEntry, zone: Zone, now: number): string {
  const [today] = formatInstant(now, zone).split(', ');
  const [day, time = 'unknown time'] = formatInstant(getRemovalTime(entry), zone).split(', ');
  return `Still listed; ${removalWords[entry.outcome?.kind ?? ''] ?? 'deleted'} at ${day === today || time === 'unknown time' ? time : `${day}, ${time}`}`;
}

/** Returns the tag for the status of a row. Only tags that need attention have a tone. @param now ms since the epoch */
export function createDeletionTag({ kind, entry }: RowStatus, zone: Zone, now: number): TagProps {
  if (kind === 'still-listed') return { text: formatStillListed(entry, zone, now), tone: 'notice' };
  const stage = getDeletionStage(entry);
  if (kind === 'in-another-tab')
    return { text: `${stage === 'waiting' ? 'Waiting' : 'Being deleted'} in another tab` };
  const { label, tone } = deletionStages[stage];
  return { text: label, title: entry.outcome?.reason, tone };
}

/** Returns a function that shows the result of a deletion as a message on the page. */
export function useShowDeletionResult() {
  const { log } = useDeletionTools();
  const results = useResults();

  return function showResult(entry: DeletionEntry, onDismiss = () => {}) {
    const { outcome, intentKey, label } = entry;
    const { workspaceSlug } = entry.target;
    if (outcome === null) return;

    async function restoreRow() {
      await log.restore([entry]);
      results.dismiss(intentKey);
      focusRow(getRowKey(entry.target));
    }

    results.show({
      id: intentKey,
      scope: createResultScope(workspaceSlug),
      content: [
        formatOutcome(outcome.kind, label),
        removingOutcomes.has(outcome.kind) ? '' : outcome.reason,
        ...outcome.notes,
      ]
        .filter(Boolean)
        .join(' '),
      isTemporary: isSuccessWithoutNotes(entry),
      group: {
        key: `deleted ${workspaceSlug}`,
        sentenceOf: (count) => `${formatInstanceCount(count)} deleted`,
        actions: <PanelLink panel="activity" workspaceSlug={workspaceSlug} label="View activity" />,
      },
      actions: outcome.kind === 'gone' && (
        <Button id={`restore-${intentKey}`} variant="quiet" size="small" onClick={() => void restoreRow()}>
          Restore to list
        </Button>
      ),
      onDismiss,
    });
  };
}

/** Returns the message at the end of a bulk delete. The message disappears if every deletion succeeded without notes. */
export function describeBulkResult(entries: readonly DeletionEntry[], stopReason: string | null) {
  const sentences = [
    `Bulk deletion finished: ${formatStageCounts(entries)}.`,
    formatNotes(entries),
    stopReason,
  ];
  return { content: sentences.filter(Boolean).join(' '), isTemporary: entries.every(isSuccessWithoutNotes) };
}

/**
 * Returns a function that announces when a bulk delete ends, or when it pauses and asks the admin to continue. It announces
 * nothing while the progress dialog is open.
 */
export function useAnnounceBulkRun() {
  const { workspaceSlug } = useSession();
  const { log, bulkRun } = useDeletionTools();
  const results = useResults();

  return async function announceRun({ bulkKey, done }: { bulkKey: string; done: Promise<void> }) {
    function showMessage(content: string, isTemporary = false) {
      // The open dialog already shows this message.
      if (new URLSearchParams(window.location.search).get('panel') === 'bulk') return;
      results.show({
        id: bulkKey,
        scope: createResultScope(workspaceSlug),
        content,
        isTemporary,
        actions: <PanelLink panel="bulk" workspaceSlug={workspaceSlug} label="Show" />,
      });
    }
    const getEntries = () => log.entries().filter((entry) => entry.bulkKey === bulkKey);
    const unsubscribe = bulkRun.subscribe((run, previousRun) => {
      const isAsking = run?.state.name === 'asking';
      const wasAsking = previousRun?.state.name === 'asking';
      if (isAsking && !wasAsking)
        showMessage(`Deletion of ${formatInstanceCount(getEntries().length)} paused. Continue?`);
      else if (wasAsking && !isAsking) results.dismiss(bulkKey);
    });
    await done;
    unsubscribe();
    const entries = getEntries();
    const state = bulkRun.getState()?.state;
    const { content, isTemporary } = describeBulkResult(
      entries,
      state?.name === 'ended' ? state.reason : null,
    );
    showMessage(content, isTemporary);
  };
}

type PanelLinkProps = { panel: 'activity' | 'bulk'; workspaceSlug: string; label: string };

function PanelLink({ panel, workspaceSlug, label }: PanelLinkProps) {
  return (
    <Link
      to={computeUrl(workspaceSlug, { panel })}
      className="inline-flex min-h-7 shrink-0 items-center px-2 text-small font-medium text-accent hover:underline"
    >
      {label}
    </Link>
  );
}

function createResultScope(workspaceSlug: string) {
  return { key: workspaceSlug, label: `Workspace ${workspaceSlug}` };
}
