import type { DeleteOutcomeKind, DeleteTarget } from '../../../api/deleteOutcome.ts';
import { operationPaths, servicePath } from '../../../api/servicePath.ts';
import { unseenCharacters } from '../../../api/text.ts';
import { groupedDigits } from '../../../ui/groupedDigits.ts';
import { formatInstant, type Zone } from '../../../ui/time.ts';
import { isolatedLabel } from '../confirmName.ts';
import type { DeletionEntry } from './deletionEntry.ts';
import type { Tombstone } from './deletionMarks.ts';

/** The state of a deletion in a word or two, the same wherever it is told. */
export const outcomeWord: Record<DeletionState, string> = {
  waiting: 'Waiting',
  sending: 'Deleting…',
  deleted: 'Deleted',
  accepted: 'Accepted',
  gone: 'Not there',
  refused: 'Refused',
  unknown: 'Unknown',
  mismatch: 'Check answer',
  'not-sent': 'Not sent',
};

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

/** The path a deletion is sent to (section 4.1), for showing; empty where the values can't stand in a path. */
export function activityPath(target: DeleteTarget): string {
  try {
    return servicePath(operationPaths.deleteComputeInstance, target);
  } catch {
    return '';
  }
}

/** The state of a deletion in a word or two. Colour only repeats the word. */
export function OutcomeTag({ state, title }: { state: DeletionState; title?: string }) {
  return (
    <span
      title={title}
      className={`shrink-0 rounded-sm border px-1.5 text-small leading-5 whitespace-nowrap ${looks[state]}`}
    >
      {outcomeWord[state]}
    </span>
  );
}

const quiet = 'border-line text-muted';
const plain = 'border-line-strong text-text';
const notice = 'border-notice-line bg-notice-soft text-notice';
const danger = 'border-danger-line bg-danger-soft text-danger';

const looks: Record<DeletionState, string> = {
  waiting: quiet,
  sending: plain,
  deleted: plain,
  accepted: plain,
  gone: plain,
  refused: danger,
  unknown: notice,
  mismatch: danger,
  'not-sent': quiet,
};

/** Where an intent stands: waiting for its turn, on the wire, or at its outcome. */
export function deletionStateOf(entry: DeletionEntry): DeletionState {
  if (entry.outcome !== null) return entry.outcome.kind;
  return entry.sentAt === null ? 'waiting' : 'sending';
}

/** Where one item of a bulk deletion stands: waiting for its turn, on the wire, or at its outcome. */
export type DeletionState = 'waiting' | 'sending' | DeleteOutcomeKind;

type DeletionSums = Record<Exclude<DeletionState, 'not-sent'> | 'notSent' | 'total', number>;

/** Counts a bulk deletion. Every item is in exactly one sum, so the sums add up to `total`. */
export function deletionSums(states: readonly DeletionState[]): DeletionSums {
  const sums: DeletionSums = {
    total: states.length,
    waiting: 0,
    sending: 0,
    deleted: 0,
    accepted: 0,
    gone: 0,
    refused: 0,
    unknown: 0,
    mismatch: 0,
    notSent: 0,
  };
  for (const state of states) sums[state === 'not-sent' ? 'notSent' : state] += 1;
  return sums;
}

/** The sums of a bulk deletion as one line; what is zero is left out. */
export function sumsSentence(sums: DeletionSums): string {
  const parts: [number, string][] = [
    [sums.deleted, 'deleted'],
    [sums.accepted, 'accepted'],
    [sums.gone, 'not there'],
    [sums.refused, 'refused'],
    [sums.unknown, 'unknown'],
    [sums.mismatch, 'to be checked'],
    [sums.notSent, 'not sent'],
    [sums.sending, 'on their way'],
    [sums.waiting, 'waiting'],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${groupedDigits(count)} ${word}`)
    .join(' · ');
}

/** The outcomes of a deletion with which its row leaves the list; every other one leaves it there. */
export const leavingKinds: ReadonlySet<string> = new Set(['deleted', 'accepted', 'gone']);

const ends: Record<string, string> = { accepted: 'deletion accepted', gone: 'not there' };

/**
 * What a row says that had left and that the service lists all the same: how and when it left. The day is named where
 * it is another one than today's.
 * @param now ms since the epoch
 */
export function stillListedSentence({ kind, at }: Tombstone, zone: Zone, now: number): string {
  const [today] = formatInstant(now, zone).split(', ');
  const [day, time = 'unknown time'] = formatInstant(at, zone).split(', ');
  return `Still listed; ${ends[kind] ?? 'deleted'} at ${day === today || time === 'unknown time' ? time : `${day}, ${time}`}`;
}

/** Far longer than the minute an answer is waited for, in ms; a computer may have slept meanwhile. */
const longestMs = 60 * 60_000;

/** How long an answer took, in ms; null where there is none, or where the clock was set meanwhile and nobody knows. */
export function durationMsOf({ sentAt, settledAt }: DeletionEntry): number | null {
  if (sentAt === null || settledAt === null) return null;
  const took = settledAt - sentAt;
  return took >= 0 && took <= longestMs ? took : null;
}
