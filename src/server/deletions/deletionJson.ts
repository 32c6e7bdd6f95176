import type { BulkDeletionJson, DeletionJson, DeletionStage, ProtectionJson } from '../../rules/deletion.ts';
import type { OutcomeJson } from '../../rules/outcome.ts';
import { toIso, toIsoOrNull } from '../../rules/time.ts';
import type { BulkDeletionRow, DeletionRow, ProtectionRow } from '../database/tables.ts';

export function getStage(row: Pick<DeletionRow, 'outcomeCode' | 'sentAt'>): DeletionStage {
  return row.outcomeCode ?? (row.sentAt === null ? 'waiting' : 'sending');
}

/** As a page gets it. `actor` is the one of the session. */
export function toDeletionJson(row: DeletionRow, actor: string): DeletionJson {
  return {
    id: row.id,
    workspaceSlug: row.workspace,
    databaseName: row.databaseName,
    instanceId: row.instanceId,
    name: row.name,
    created: row.created,
    reason: row.reason,
    actor: row.actor,
    isOwn: row.actor === actor,
    bulkId: row.bulkId,
    stage: getStage(row),
    // We wrote it, so it is an outcome.
    outcome: row.outcome === null ? null : (JSON.parse(row.outcome) as OutcomeJson),
    confirmedAt: toIso(row.confirmedAt),
    sentAt: toIsoOrNull(row.sentAt),
    endedAt: toIsoOrNull(row.endedAt),
    dismissedAt: toIsoOrNull(row.dismissedAt),
  };
}

export function toBulkDeletionJson(row: BulkDeletionRow, actor: string): BulkDeletionJson {
  const { endedAt, stopReason } = row;
  return {
    id: row.id,
    actor: row.actor,
    isOwn: row.actor === actor,
    stage: endedAt !== null ? 'ended' : stopReason !== null ? 'stopping' : 'running',
    stopReason,
    waitsUntil: toIsoOrNull(row.waitsUntil),
    startedAt: toIso(row.startedAt),
    endedAt: toIsoOrNull(endedAt),
  };
}

export function toProtectionJson(row: ProtectionRow, actor: string): ProtectionJson {
  const { id, databaseName, instanceId, name, reason, removedBy } = row;
  return {
    ...{ id, databaseName, instanceId, name, reason },
    actor: row.actor,
    isOwn: row.actor === actor,
    setAt: toIso(row.setAt),
    removedAt: toIsoOrNull(row.removedAt),
    removedBy,
  };
}
