import type {
  BulkDeletionJson,
  DeletionJson,
  DeletionStage,
  DeletionTarget,
  OutcomeJson,
  ProtectionJson,
} from '../../rules/deletion.ts';
import { foldForSearch } from '../../rules/text.ts';
import { type EpochMs, toIso, toIsoOrNull } from '../../rules/time.ts';
import type { BulkDeletionRow, DeletionRow, ProtectionRow } from '../database/schema.ts';
import type { Access } from '../sessions/access.ts';

type Draft = Pick<DeletionRow, 'id' | 'serviceId' | 'reason' | 'bulkId' | 'position' | 'sender'>;

export function createRow(
  { workspace, actor }: Access,
  { databaseName, instanceId, name, created }: DeletionTarget,
  draft: Draft,
  confirmedAt: EpochMs,
): DeletionRow {
  const shown = { name: name && toStorable(name), created: created && toStorable(created) };
  return {
    ...{ workspace, databaseName, instanceId, ...shown, ...draft, actor, confirmedAt },
    ...{ sentAt: null, endedAt: null, dismissedAt: null, outcomeCode: null, outcome: null, isAssumed: 0 },
    // Lines keep a word from matching across two fields.
    searchText: [shown.name ?? '', instanceId, databaseName, actor, draft.reason]
      .map(foldForSearch)
      .join('\n'),
  };
}

/** PostgreSQL stores no NUL and no lone surrogate. */
export function toStorable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

export function toOutcomeValues(outcome: OutcomeJson, sentAt: EpochMs | null, endedAt: EpochMs) {
  const { code } = outcome;
  const isSent = code !== 'not-sent';
  return { outcomeCode: code, outcome: JSON.stringify(outcome), sentAt: isSent ? sentAt : null, endedAt };
}

export function getStage({
  outcomeCode,
  sentAt,
}: Pick<DeletionRow, 'outcomeCode' | 'sentAt'>): DeletionStage {
  return outcomeCode ?? (sentAt === null ? 'waiting' : 'sending');
}

export function toDeletionJson(row: DeletionRow, ownActor: string): DeletionJson {
  const { id, workspace: workspaceSlug, databaseName, instanceId, name, created, reason, actor } = row;
  return {
    ...{ id, workspaceSlug, databaseName, instanceId, name, created, reason, actor },
    ...{ isOwn: actor === ownActor, bulkId: row.bulkId, stage: getStage(row) },
    // We wrote it, so it is an outcome.
    outcome: row.outcome === null ? null : (JSON.parse(row.outcome) as OutcomeJson),
    confirmedAt: toIso(row.confirmedAt),
    sentAt: toIsoOrNull(row.sentAt),
    endedAt: toIsoOrNull(row.endedAt),
    dismissedAt: toIsoOrNull(row.dismissedAt),
  };
}

export function toBulkDeletionJson(row: BulkDeletionRow, ownActor: string): BulkDeletionJson {
  const { id, actor, endedAt, stopReason, waitsUntil, startedAt } = row;
  const openStage = stopReason === null ? 'running' : 'stopping';
  return {
    ...{ id, actor, isOwn: actor === ownActor, stage: endedAt === null ? openStage : 'ended', stopReason },
    waitsUntil: toIsoOrNull(waitsUntil),
    startedAt: toIso(startedAt),
    endedAt: toIsoOrNull(endedAt),
  };
}

export function toProtectionJson(row: ProtectionRow, ownActor: string): ProtectionJson {
  const { id, databaseName, instanceId, name, reason, actor, removedBy } = row;
  const times = { setAt: toIso(row.setAt), removedAt: toIsoOrNull(row.removedAt) };
  return {
    id,
    databaseName,
    instanceId,
    name,
    reason,
    actor,
    isOwn: actor === ownActor,
    ...times,
    removedBy,
  };
}
