import type { EpochMs } from '../../format/time.ts';
import { formatNumber } from '../../format/words.ts';
import { type Deletion, removesRow, stageOf } from '../../rules/deletion.ts';
import type { DeleteOutcomeKind } from '../../rules/outcome.ts';
import type { Segment } from '../../ui/SegmentedBar.tsx';
import { toast } from '../../ui/toasts.tsx';
import { type InstanceRow, isLater } from '../instanceRow.ts';
import type { SettledDeletion } from './deleteInstance.ts';
import { formatTimeOrDate, stageLooks } from './stageLooks.ts';

type Sentence = readonly [before: string, after: string];

export const outcomeSentences: Readonly<Record<DeleteOutcomeKind, Sentence>> = {
  deleted: ['', 'removed, queued for deletion'],
  accepted: ['Deletion of', 'accepted by the service'],
  gone: ['', "was not found. It was already deleted, or this token can't see it."],
  refused: ['', "wasn't deleted. The request was rejected."],
  unknown: ["We don't know whether", 'was deleted'],
  mismatch: ['The response for', 'names a different workspace'],
  'not-sent': ['', "wasn't deleted. No request was sent."],
};

/** After a reload, a deletion that was sent is then `unknown`. */
export const unsavedSentence = "This result couldn't be saved.";

export function toStageSegments(deletions: readonly Deletion[], now: EpochMs): Segment[] {
  const stages = deletions.map((deletion) => stageOf(deletion, now));
  const segments = Object.entries(stageLooks).map(([key, { label, color }]) => {
    const value = stages.filter((stage) => stage === key).length;
    return { key, label: label.toLowerCase().replace('…', ''), color, value };
  });
  return segments.filter(({ value }) => value > 0);
}

export function formatSegments(segments: readonly Segment[]): string {
  return segments.map(({ value, label }) => `${formatNumber(value)} ${label}`).join(', ');
}

export function getResponseFacts({ outcome }: Deletion): string[] {
  const status = outcome?.status ? `HTTP ${outcome.status}` : '';
  const request = outcome?.requestId ? `Request ID ${outcome.requestId}` : '';
  return [status, request].filter((fact) => fact !== '' && !outcome?.reason.includes(fact));
}

export type ListCheck = {
  /** When the list was requested, by this browser's clock. */
  listedAt: EpochMs;
  isListed: boolean;
  /** False if the list is only a part of the service's list. Absence from it proves nothing. */
  isComplete: boolean;
};

/** Name and date tell it from a later instance with the same ID. */
export function isSameInstance(row: InstanceRow, { name, created }: Deletion): boolean {
  return row.name === name && (row.record?.created ?? null) === created;
}

/** Null if there is no later list, or if it proves nothing. */
export function describeListCheck(
  { sentAt, confirmedAt, created }: Deletion,
  listCheck: ListCheck | null,
  row: InstanceRow | undefined,
  now: EpochMs = Date.now(),
): string | null {
  // The later of the two, because a clock that was set back in between would make an earlier list look later.
  const requestedAt = Math.max(sentAt ?? 0, confirmedAt);
  if (listCheck === null || listCheck.listedAt <= requestedAt) return null;
  const time = formatTimeOrDate(listCheck.listedAt, now);
  if (!listCheck.isListed) return listCheck.isComplete ? `Not in the list of ${time}.` : null;
  if (isLater(row?.record?.created, created)) return `The list of ${time} has a new instance with this ID.`;
  return `Still listed ${formatShortDuration(listCheck.listedAt - requestedAt)} after the request (checked ${time}).`;
}

function formatShortDuration(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  const hours = Math.floor(seconds / 3600);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

export function toastOutcome({ deletion, isSaved }: SettledDeletion, activityUrl: string): void {
  const { label, outcome } = deletion;
  const [before, sentence] = outcomeSentences[outcome.kind];
  const text =
    isSaved || outcome.kind === 'not-sent' ? sentence : `${sentence.replace(/\.$/, '')}. ${unsavedSentence}`;
  const tone = removesRow(outcome) && isSaved ? 'done' : 'danger';
  toast({ before, name: label, text, tone, link: { to: activityUrl, label: 'View in Activity' } });
}
