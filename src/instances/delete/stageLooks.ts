import { type EpochMs, formatDay, formatInstant, formatTimeOfDay } from '../../format/time.ts';
import type { Deletion, DeletionStage } from '../../rules/deletion.ts';
import type { SegmentColor } from '../../ui/hues.ts';

type StageLook = { label: string; color: SegmentColor; tone: 'plain' | 'ok' | 'notice' | 'danger' };

/** In the order of bars and legends. */
export const stageLooks: Readonly<Record<DeletionStage, StageLook>> = {
  deleted: { label: 'Deleted', color: 'ok', tone: 'ok' },
  accepted: { label: 'Accepted', color: 3, tone: 'ok' },
  gone: { label: 'Not found', color: 5, tone: 'plain' },
  refused: { label: 'Rejected', color: 'danger', tone: 'danger' },
  unknown: { label: 'No clear result', color: 'notice', tone: 'notice' },
  mismatch: { label: 'Wrong workspace', color: 'danger', tone: 'danger' },
  'not-sent': { label: 'Not sent', color: 'muted', tone: 'plain' },
  sending: { label: 'Deleting…', color: 0, tone: 'plain' },
  waiting: { label: 'Waiting', color: 'muted', tone: 'plain' },
};

export function formatStillListed({ outcome, endedAt }: Deletion, now: EpochMs): string {
  const time = endedAt === null ? 'an unknown time' : formatTimeOrDate(endedAt, now);
  if (outcome?.kind === 'gone') return `Still listed, although the service didn't find it at ${time}`;
  return `Still listed; ${outcome?.kind === 'accepted' ? 'deletion accepted' : 'deleted'} at ${time}`;
}

/** The time, with the day unless it is today (UTC). */
export function formatTimeOrDate(time: EpochMs, now: EpochMs): string {
  return formatDay(time) === formatDay(now) ? formatTimeOfDay(time) : formatInstant(time);
}
