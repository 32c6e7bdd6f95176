import type { DeletionEntry } from './DeletionEntry.ts';
import { outcomeSentence } from './outcomeSentence.ts';

/** An intent and its outcome as lines of text for a ticket or a mail; times in UTC, no token. */
export function outcomeReport({ target, label, confirmedAt, outcome }: DeletionEntry): string {
  return [
    outcome === null ? `${label}: no outcome yet.` : outcomeSentence(outcome.kind, label),
    outcome?.reason,
    `Workspace: ${target.workspaceSlug}`,
    `Database: ${target.databaseName}`,
    `Instance ID: ${target.instanceId}`,
    `Confirmed: ${new Date(confirmedAt).toISOString()}`,
    outcome?.status ? `HTTP status: ${outcome.status}` : '',
    outcome?.requestId ? `Request ID: ${outcome.requestId}` : '',
    ...(outcome?.notes ?? []),
  ]
    .filter(Boolean)
    .join('\n');
}
