import { Link } from 'react-router-dom';
import type { DeleteOutcomeKind } from '../../../api/deleteOutcome.ts';
import { unseenCharacters } from '../../../api/text.ts';
import { useSession } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { useResults } from '../../../ui/results.tsx';
import { formatInstant, type Zone } from '../../../ui/time.ts';
import { toneInk, toneSurface } from '../../../ui/tones.ts';
import { groupedDigits } from '../../../ui/words.ts';
import { computeUrl } from '../computeUrl.ts';
import { instancesCount } from '../instanceRow.ts';
import { isolatedLabel } from './confirmName.ts';
import { type DeletionEntry, targetKey } from './deletionEntry.ts';
import { restoreRows } from './deletions.ts';
import { type Removal, removingOutcomes } from './rowStatus.ts';
import { useDeletions } from './useDeletions.ts';

/** Where an intent stands: waiting for its turn, on the wire, or at its outcome. */
export type DeletionState = 'waiting' | 'sending' | DeleteOutcomeKind;

const quiet = 'border-line text-muted';
const plain = 'border-line-strong text-text';
const notice = `${toneSurface.notice} ${toneInk.notice}`;
const danger = `${toneSurface.danger} ${toneInk.danger}`;

/** How a state is told, the same everywhere: of one, and in the sums of many, which stand in this order. */
export const deletionStates: Record<DeletionState, { word: string; sum: string; look: string }> = {
  deleted: { word: 'Deleted', sum: 'deleted', look: plain },
  accepted: { word: 'Accepted', sum: 'accepted', look: plain },
  gone: { word: 'Not there', sum: 'not there', look: plain },
  refused: { word: 'Refused', sum: 'refused', look: danger },
  unknown: { word: 'Unknown', sum: 'unknown', look: notice },
  mismatch: { word: 'Other workspace', sum: 'to be checked', look: danger },
  'not-sent': { word: 'Not sent', sum: 'not sent', look: quiet },
  sending: { word: 'Deleting…', sum: 'on their way', look: plain },
  waiting: { word: 'Waiting', sum: 'waiting', look: quiet },
};

export function deletionStateOf({ outcome, sentAt }: DeletionEntry): DeletionState {
  if (outcome !== null) return outcome.kind;
  return sentAt === null ? 'waiting' : 'sending';
}

/** How many intents stand where, as one line; each is in exactly one of the sums, and what is zero is left out. */
export function sumsSentence(entries: readonly DeletionEntry[]): string {
  const counts = new Map<string, number>();
  for (const state of entries.map(deletionStateOf)) counts.set(state, (counts.get(state) ?? 0) + 1);
  return Object.entries(deletionStates)
    .filter(([state]) => counts.has(state))
    .map(([state, { sum }]) => `${groupedDigits(counts.get(state) ?? 0)} ${sum}`)
    .join(' · ');
}

/** What the admin reads first of an outcome; the reason follows it. */
export function outcomeSentence(kind: DeleteOutcomeKind, name: string): string {
  const label = isolatedLabel(name);
  switch (kind) {
    case 'deleted':
      return `${label} was removed and is queued for deletion. Its data is deleted once the deletion is finalized.`;
    case 'accepted':
      return `The service accepted the deletion of ${label}.`;
    case 'gone':
      return `${label} is not there: already deleted, or not visible to this token.`;
    case 'refused':
      return `${label} was not deleted: the service refused.`;
    case 'unknown':
      return `We do not know whether ${label} was deleted.`;
    case 'mismatch':
      return `The answer to the deletion of ${label} names another workspace.`;
    case 'not-sent':
      return `${label} was not deleted: nothing was sent.`;
  }
}

/**
 * An intent and its outcome as lines of text for a ticket or a mail; times in UTC, no token. What can't be seen in a
 * name shows as �, so that no name can add a line of its own.
 */
export function outcomeReport({ target, label, confirmedAt, outcome }: DeletionEntry): string {
  return [
    outcome === null ? `${isolatedLabel(label)}: no outcome yet.` : outcomeSentence(outcome.kind, label),
    inLine(outcome?.reason ?? ''),
    `Workspace: ${inLine(target.workspaceSlug)}`,
    `Database: ${inLine(target.databaseName)}`,
    `Instance ID: ${inLine(target.instanceId)}`,
    `Confirmed: ${new Date(confirmedAt).toISOString()}`,
    outcome?.status ? `HTTP status: ${outcome.status}` : '',
    outcome?.requestId ? `Request ID: ${outcome.requestId}` : '',
    ...(outcome?.notes ?? []).map(inLine),
  ]
    .filter(Boolean)
    .join('\n');
}

function inLine(text: string): string {
  return text.toWellFormed().replace(unseenCharacters, '\ufffd');
}

/** The state of a deletion in a word or two. Colour only repeats the word. */
export function OutcomeTag({ state }: { state: DeletionState }) {
  const { word, look } = deletionStates[state];
  return (
    <span className={`shrink-0 rounded-sm border px-1.5 text-small leading-5 whitespace-nowrap ${look}`}>
      {word}
    </span>
  );
}

const ends: Record<string, string> = { accepted: 'deletion accepted', gone: 'not there' };

/**
 * What a row says that had left and that the service lists all the same: how and when it left. The day is named where
 * it is another one than today's.
 * @param now ms since the epoch
 */
export function stillListedSentence({ kind, at }: Removal, zone: Zone, now: number): string {
  const [today] = formatInstant(now, zone).split(', ');
  const [day, time = 'unknown time'] = formatInstant(at, zone).split(', ');
  return `Still listed; ${ends[kind] ?? 'deleted'} at ${day === today || time === 'unknown time' ? time : `${day}, ${time}`}`;
}

/** A service that asks to wait longer than this, in ms, is quoted; a shorter wait is counted down. */
export const longestCountdownMs = 5 * 60_000;

/** Far longer than the minute an answer is waited for, in ms; a computer may have slept meanwhile. */
const longestMs = 60 * 60_000;

/** How long an answer took, in ms; null where there is none, or where the clock was set meanwhile and nobody knows. */
export function durationMsOf({ sentAt, settledAt }: DeletionEntry): number | null {
  if (sentAt === null || settledAt === null) return null;
  const took = settledAt - sentAt;
  return took >= 0 && took <= longestMs ? took : null;
}

/** Says what became of a deletion whose dialog is gone; the result stays until dismissed. */
export function useDeletionResult() {
  const { log } = useDeletions();
  const results = useResults();

  return function showResult(entry: DeletionEntry) {
    const { outcome, intentKey, label } = entry;
    const { workspaceSlug } = entry.target;
    if (outcome === null) return;

    function restoreRow() {
      const key = targetKey(entry.target);
      const latest = log.entries().findLast(({ target }) => targetKey(target) === key);
      // What a later intent has deleted stays away.
      if (latest?.intentKey === intentKey) restoreRows(log, [entry]);
      results.dismiss(intentKey);
    }

    results.show({
      id: intentKey,
      scope: scopeOf(workspaceSlug),
      content: [
        outcomeSentence(outcome.kind, label),
        removingOutcomes.has(outcome.kind) ? '' : outcome.reason,
        ...outcome.notes,
      ]
        .filter(Boolean)
        .join(' '),
      actions: outcome.kind === 'gone' && (
        <Button variant="quiet" size="small" onClick={restoreRow}>
          Put back
        </Button>
      ),
    });
  };
}

/** Says how a bulk deletion ended, or that it waits for the admin, on whatever screen the admin is by then. */
export function useBulkAnnouncement() {
  const { workspaceSlug } = useSession();
  const { log, bulk } = useDeletions();
  const results = useResults();

  return async function announce({ bulkKey, done }: { bulkKey: string; done: Promise<void> }) {
    const show = (content: string) =>
      results.show({
        id: bulkKey,
        scope: scopeOf(workspaceSlug),
        content,
        actions: (
          <Link
            to={computeUrl(workspaceSlug, { panel: 'bulk' })}
            onClick={() => results.dismiss(bulkKey)}
            className="shrink-0 py-0.5 font-medium text-accent hover:underline"
          >
            Show
          </Link>
        ),
      });
    const entriesNow = () => log.entries().filter((entry) => entry.bulkKey === bulkKey);
    const deletionNow = () => `The deletion of ${instancesCount(entriesNow().length)}`;
    const unsubscribe = bulk.subscribe((run, before) => {
      const [isAsking, wasAsking] = [run, before].map((one) => one?.state.name === 'asking');
      if (isAsking && !wasAsking) show(`${deletionNow()} is paused: it asks whether to go on.`);
      else if (wasAsking && !isAsking) results.dismiss(bulkKey);
    });
    await done;
    unsubscribe();
    const state = bulk.getState()?.state;
    const why = state?.name === 'ended' && state.why !== null ? ` ${state.why}` : '';
    show(`${deletionNow()} has ended: ${sumsSentence(entriesNow())}.${why}`);
  };
}

/** Results name their workspace on the screens of other workspaces. */
function scopeOf(workspaceSlug: string) {
  return { key: workspaceSlug, label: `Workspace ${workspaceSlug}` };
}
