import type { SegmentColor } from '../ui/hues.ts';
import { formatClock, formatDay, formatInstant } from '../ui/time.ts';
import type { Deletion, DeletionStage, EpochMs } from './deletion.ts';

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

/** "Still listed; deleted at 14:02 UTC" */
export function formatStillListed({ outcome, endedAt }: Deletion, now: EpochMs): string {
  const time = endedAt === null ? 'an unknown time' : formatRecent(endedAt, now);
  if (outcome?.kind === 'gone') return `Still listed, although the service didn't find it at ${time}`;
  return `Still listed; ${outcome?.kind === 'accepted' ? 'deletion accepted' : 'deleted'} at ${time}`;
}

/** The time, with the day unless it is today (UTC). */
export function formatRecent(time: EpochMs, now: EpochMs): string {
  return formatDay(time) === formatDay(now) ? formatClock(time) : formatInstant(time);
}
