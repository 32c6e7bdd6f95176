import { type EpochMs, formatSecond } from '../../format/time.ts';
import { formatCount } from '../../format/words.ts';
import type { Deletion, DeletionStage } from '../../rules/deletion.ts';
import { countStages, formatSegments, toStageSegments } from '../delete/outcomes.ts';
import { stageLooks } from '../delete/stageLooks.ts';

export type EvidencePlace = { workspace: string; environment: string | null };

/** A string is our own text. A value comes from the service or an admin, so no program may interpret it. */
export type EvidencePart = string | { value: string };
type EvidenceLine = readonly EvidencePart[];

/** What a ticket needs to know about deletions. */
export type Evidence = {
  title: EvidenceLine;
  facts: readonly EvidenceLine[];
  header: readonly string[];
  rows: readonly EvidenceLine[];
  notes: readonly EvidenceLine[];
};

/** @param notInList names and IDs of the ticket that aren't in a list */
export function describeDeletions(
  deletions: readonly Deletion[],
  { workspace, environment }: EvidencePlace,
  notInList: readonly string[] = [],
): Evidence {
  const times = deletions.map(({ confirmedAt }) => confirmedAt);
  const actors = deletions.map(({ actor }) => actor);
  const reasons = deletions.map(({ reason }) => reason).filter(Boolean);
  const stages = [...countStages(deletions).keys()];
  return {
    title: [
      `Deletion of ${formatCount(deletions.length, 'compute instance')}, workspace `,
      { value: workspace },
      ...(environment === null ? [] : [' (', { value: environment }, ')']),
    ],
    facts: [
      [`Requested ${formatRange(times)} UTC by `, ...listValues(actors)],
      ...(reasons.length === 0 ? [] : [['Reason: ', ...listValues(reasons)]]),
      [formatSegments(toStageSegments(deletions))],
    ],
    header: ['result', 'name', 'database', 'ID', 'response (UTC)', 'HTTP', 'request ID'],
    rows: deletions.map((deletion) => [
      stageLooks[deletion.stage].label,
      { value: deletion.name ?? '' },
      { value: deletion.databaseName },
      { value: deletion.instanceId },
      formatResponseTime(deletion) ?? '',
      `${deletion.outcome?.status ?? ''}`,
      { value: deletion.outcome?.requestId ?? '' },
    ]),
    notes: [
      ...stages.map((stage) => [`${stageLooks[stage].label}: ${explanations[stage]}`]),
      ...(notInList.length === 0 ? [] : [['Named, but not in the list: ', ...listValues(notInList)]]),
    ],
  };
}

const explanations: Readonly<Record<DeletionStage, string>> = {
  deleted: 'the service queued the deletion. The console has no proof of erasure.',
  accepted: "the service accepted the request. It hasn't said that the instance is deleted.",
  gone: "the service didn't find the instance. It was already deleted, or the token can't see it.",
  refused: 'the service rejected the request.',
  unknown: 'the request was sent, but no response says whether the instance was deleted.',
  mismatch: 'the response names a different workspace. The instance may have been deleted there.',
  'not-sent': 'no request was sent.',
  sending: 'the request was sent, and has no result yet.',
  waiting: "the request hasn't been sent yet.",
};

/** Null without a response. Then `endedAt` is when the server stopped waiting. */
export function formatResponseTime({ outcome, endedAt }: Deletion): string | null {
  return outcome?.status == null || endedAt === null ? null : formatSecond(endedAt);
}

function formatRange(times: readonly EpochMs[]): string {
  const [first, last] = [Math.min(...times), Math.max(...times)].map(formatSecond);
  return first === last ? `${first}` : `${first} to ${last}`;
}

function listValues(values: readonly string[]): EvidencePart[] {
  return [...new Set(values)].flatMap((value, index) => (index === 0 ? [{ value }] : [', ', { value }]));
}
