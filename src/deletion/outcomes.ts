import type { SegmentColor } from '../ui/hues.ts';
import type { Segment } from '../ui/SegmentedBar.tsx';
import { formatClock, formatDay, formatInstant } from '../ui/time.ts';
import { toast } from '../ui/toasts.tsx';
import { formatNumber } from '../ui/words.ts';
import {
  type Deletion,
  type DeletionStage,
  type EpochMs,
  isRemoval,
  keyOfTarget,
  stageOf,
} from './deletion.ts';
import { type InstanceRow, isLater } from './instanceRow.ts';

type StageLook = {
  label: string;
  /** After a number: "3 deleted". */
  countLabel: string;
  color: SegmentColor;
  tone: 'plain' | 'ok' | 'notice' | 'danger';
  /** The sentence, before and after the name of the instance. */
  sentence: readonly [before: string, after: string];
};

/** How each stage looks and reads, in the order of bars and legends. */
export const stageLooks: Readonly<Record<DeletionStage, StageLook>> = {
  deleted: {
    label: 'Deleted',
    countLabel: 'deleted',
    color: 'ok',
    tone: 'ok',
    sentence: ['', 'removed, queued for deletion'],
  },
  accepted: {
    label: 'Accepted',
    countLabel: 'accepted',
    color: 3,
    tone: 'ok',
    sentence: ['Deletion of', 'accepted by the service'],
  },
  gone: {
    label: 'Not found',
    countLabel: 'not found',
    color: 5,
    tone: 'plain',
    sentence: ['', "was not found. It was already deleted, or this token can't see it."],
  },
  refused: {
    label: 'Rejected',
    countLabel: 'rejected',
    color: 'danger',
    tone: 'danger',
    sentence: ['', "wasn't deleted. The service rejected the request."],
  },
  unknown: {
    label: 'Unconfirmed',
    countLabel: 'unconfirmed',
    color: 'notice',
    tone: 'notice',
    sentence: ["We don't know whether", 'was deleted'],
  },
  mismatch: {
    label: 'Wrong workspace',
    countLabel: 'wrong workspace',
    color: 'danger',
    tone: 'danger',
    sentence: ['The response for', 'names a different workspace'],
  },
  'not-sent': {
    label: 'Not sent',
    countLabel: 'not sent',
    color: 'muted',
    tone: 'plain',
    sentence: ['', "wasn't deleted. No request was sent."],
  },
  sending: {
    label: 'Deleting…',
    countLabel: 'sending',
    color: 0,
    tone: 'plain',
    sentence: ['', 'is being deleted.'],
  },
  waiting: {
    label: 'Waiting',
    countLabel: 'waiting',
    color: 'muted',
    tone: 'plain',
    sentence: ['', 'waits for its turn.'],
  },
};

/** Number of deletions per stage, as segments of a bar. */
export function toSegments(deletions: readonly Deletion[], now: EpochMs): Segment[] {
  const counts = Map.groupBy(deletions, (deletion) => stageOf(deletion, now));
  return Object.entries(stageLooks).flatMap(([stage, { countLabel, color }]) => {
    const value = [...counts].find(([each]) => each === stage)?.[1].length ?? 0;
    return value === 0 ? [] : { key: stage, label: countLabel, value, color };
  });
}

/** "3 deleted, 1 unconfirmed, 2 not sent" */
export function formatSegments(segments: readonly Segment[]): string {
  return segments.map(({ value, label }) => `${formatNumber(value)} ${label}`).join(', ');
}

/**
 * The latest result of each instance of a bulk delete. It may be of a continued run, or of a later delete of that instance
 * alone.
 * @param deletions the whole log of the workspace, oldest first
 */
export function latestResults(deletions: readonly Deletion[], bulk: string): Deletion[] {
  const results = new Map<string, Deletion>();
  for (const deletion of deletions) {
    const key = keyOfTarget(deletion.target);
    const earlier = results.get(key);
    const isLaterDelete = earlier !== undefined && earlier.created === deletion.created;
    if ((deletion.bulk === bulk || isLaterDelete) && !leavesOpen(earlier, deletion))
      results.set(key, deletion);
  }
  return [...results.values()];
}

/** A request that was refused or not sent says nothing about an earlier one without a clear result. */
function leavesOpen(earlier: Deletion | undefined, { outcome }: Deletion): boolean {
  const isUnclear = earlier?.outcome?.kind === 'unknown' || earlier?.outcome?.kind === 'mismatch';
  return isUnclear && (outcome?.kind === 'refused' || outcome?.kind === 'not-sent');
}

/** HTTP status and request ID, unless the explanation already contains them. */
export function listResponseFacts({ outcome }: Deletion): string[] {
  const status = outcome?.status ? `HTTP ${outcome.status}` : '';
  const request = outcome?.requestId ? `Request ID ${outcome.requestId}` : '';
  return [status, request].filter((fact) => fact !== '' && !outcome?.reason.includes(fact));
}

/** "Still listed; deleted at 14:02 UTC" */
export function formatStillListed({ outcome, endedAt }: Deletion, now: EpochMs): string {
  const time = endedAt === null ? 'an unknown time' : formatRecent(endedAt, now);
  if (outcome?.kind === 'gone') return `Still listed, although the service didn't find it at ${time}`;
  return `Still listed; ${outcome?.kind === 'accepted' ? 'deletion accepted' : 'deleted'} at ${time}`;
}

/** What a list says about an instance. */
export type Listing = {
  /** When the list was requested. */
  listedAt: EpochMs;
  isListed: boolean;
  /** False if the list is only a part of the service's list. Absence from it proves nothing. */
  isComplete: boolean;
};

/** True if the row still is the instance of the deletion, and not a later one with the same ID. */
export function isSameInstance(row: InstanceRow, { name, created }: Deletion): boolean {
  return row.name === name && (row.record?.created ?? null) === created;
}

/**
 * A fact about a deletion from a list that was requested after it.
 * @param row the row with the same key as it is listed now
 * @returns null if there is no later list, or if it proves nothing
 */
export function describeSinceThen(
  { sentAt, confirmedAt, created }: Deletion,
  listing: Listing | null,
  row: InstanceRow | undefined,
  now: EpochMs = Date.now(),
): string | null {
  const requestedAt = sentAt ?? confirmedAt;
  if (listing === null || listing.listedAt <= requestedAt) return null;
  const time = formatRecent(listing.listedAt, now);
  if (!listing.isListed) return listing.isComplete ? `Not in the list of ${time}.` : null;
  if (isLater(row?.record?.created, created)) return `The list of ${time} has a new instance with this ID.`;
  return `Still listed ${formatShortDuration(listing.listedAt - requestedAt)} after the request (checked ${time}).`;
}

/** "40 s", "12 min", "27 h", "3 days" */
function formatShortDuration(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  const hours = Math.floor(seconds / 3600);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

/** The time, with the day unless it is today (UTC). */
function formatRecent(time: EpochMs, now: EpochMs): string {
  return formatDay(time) === formatDay(now) ? formatClock(time) : formatInstant(time);
}

/** Shows an outcome for 8 seconds, with a link to the Activity page. */
export function toastOutcome({ label, outcome }: Deletion, activityUrl: string): void {
  if (outcome === null) return;
  const [before, text] = stageLooks[outcome.kind].sentence;
  const tone = isRemoval(outcome) ? 'done' : 'danger';
  toast({ before, name: label, text, tone, link: { to: activityUrl, label: 'View in Activity' } });
}
