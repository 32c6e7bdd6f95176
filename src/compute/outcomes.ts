import { formatNumber } from '../format/text.ts';
import { type EpochMs, formatDay, formatInstant, formatTimeOfDay } from '../format/time.ts';
import {
  type Deletion,
  type DeletionStage,
  type Outcome,
  type OutcomeCode,
  removesRow,
} from '../rules/deletion.ts';
import type { BarSegment, SegmentColor } from '../ui/SegmentedBar.tsx';
import { toast } from '../ui/toasts.tsx';

type StageLook = { label: string; color: SegmentColor; tone: 'plain' | 'ok' | 'notice' | 'danger' };

export const stageDisplay: Readonly<Record<DeletionStage, StageLook>> = {
  deleted: { label: 'Deleted', color: 'ok', tone: 'ok' },
  accepted: { label: 'Accepted', color: 3, tone: 'ok' },
  gone: { label: 'Not found', color: 5, tone: 'plain' },
  refused: { label: 'Rejected', color: 'danger', tone: 'danger' },
  unknown: { label: 'No clear result', color: 'notice', tone: 'notice' },
  mismatch: { label: 'Wrong workspace', color: 'danger', tone: 'danger' },
  'not-sent': { label: 'Not sent', color: 'muted', tone: 'plain' },
  sending: { label: 'Deleting', color: 0, tone: 'plain' },
  waiting: { label: 'Waiting', color: 'muted', tone: 'plain' },
};

type Sentence = readonly [before: string, after: string];

export const outcomeSentences: Readonly<Record<OutcomeCode, Sentence>> = {
  deleted: ['', 'removed, queued for deletion'],
  accepted: ['Deletion of', 'accepted by the service'],
  gone: ['', "was not found. It was already deleted, or this token can't see it."],
  refused: ['', "wasn't deleted by this request. The service rejected it."],
  unknown: ["We don't know whether", 'was deleted'],
  mismatch: ['The response for', 'names a different workspace'],
  'not-sent': ['', "wasn't deleted. No request was sent."],
};

export function getDeletionLabel({ name, instanceId }: Pick<Deletion, 'name' | 'instanceId'>): string {
  return name === null || name.trim() === '' || /[\r\n]/.test(name) ? instanceId : name.trim();
}

export function formatActor({ actor, isOwn }: { actor: string; isOwn: boolean }): string {
  return isOwn ? 'you' : actor;
}

/** Why, in the words of the console, or of the service if they are marked as such. Empty if the code says it all. */
export function describeOutcomeMessage({ code, message }: Outcome): string {
  const isOfService = (code === 'refused' || code === 'gone') && message !== '' && !/^HTTP \d/.test(message);
  return isOfService ? `Message from the service: ${message}` : message;
}

export function describeNextStep({ code, status }: Outcome): string | null {
  if (code === 'gone') return 'Refresh the list to see whether the instance is still there.';
  return (code === 'refused' && nextSteps[status ?? 0]) || null;
}

const nextSteps: Readonly<Record<number, string>> = {
  401: 'Sign in with a valid token, then delete it again.',
  403: 'Use a token that may delete instances, or ask your operator.',
  409: 'Refresh the list. If the instance is still there, wait until its current operation has ended, then delete it again.',
  423: 'The instance is locked at the service. Have it unlocked there, then delete it again.',
};

export function toStageSegments(deletions: readonly Deletion[]): BarSegment[] {
  return Object.entries(stageDisplay).flatMap(([key, { label, color }]) => {
    const value = deletions.filter(({ stage }) => stage === key).length;
    return value === 0 ? [] : [{ key, label: label.toLowerCase(), color, value }];
  });
}

/** "1 deleted, 1 accepted, of 4", or "6 deleted". All results are named, so none is counted as a different one. */
export function formatResults(deletions: readonly Deletion[]): string {
  const segments = toStageSegments(deletions);
  const total = segments.length > 1 ? `, of ${formatNumber(deletions.length)}` : '';
  return formatSegments(segments) + total;
}

export function formatSegments(segments: readonly BarSegment[]): string {
  return segments.map(({ value, label }) => `${formatNumber(value)} ${label}`).join(', ');
}

export function getResponseFacts({ outcome }: Deletion): string[] {
  const status = outcome?.status ? `HTTP ${outcome.status}` : '';
  const request = outcome?.requestId ? `Request ID ${outcome.requestId}` : '';
  return [status, request].filter((fact) => fact !== '' && !outcome?.message.includes(fact));
}

export function formatStillListed({ stage, endedAt }: Deletion, now: EpochMs, isShort = false): string {
  const time = endedAt === null ? 'an unknown time' : formatTimeToday(endedAt, now);
  if (stage === 'gone' && isShort) return `Still listed; not found at ${time}`;
  if (stage === 'gone') return `Still listed, although the service didn't find it at ${time}`;
  return `Still listed; ${stage === 'accepted' ? 'deletion accepted' : 'deleted'} at ${time}`;
}

export function formatTimeToday(time: EpochMs, now: EpochMs): string {
  return formatDay(time) === formatDay(now) ? formatTimeOfDay(time) : formatInstant(time);
}

/** For a result that no open dialog shows. `activityUrl` has the details. */
export function toastOutcome(deletion: Deletion, activityUrl: string): void {
  if (deletion.outcome === null) return;
  const { code } = deletion.outcome;
  const [before, text] = outcomeSentences[code];
  toast({
    before,
    name: getDeletionLabel(deletion),
    text,
    tone: removesRow(code) ? 'done' : 'danger',
    link: { to: activityUrl, label: 'View in Activity' },
  });
}
