import { toCsv } from '../../../ui/toCsv.ts';
import type { DeletionEntry } from '../journal/DeletionEntry.ts';
import { deletionStateOf } from '../journal/deletionStateOf.ts';

/** Intents as texts to save: times are ISO 8601 in UTC, durations in ms. No token is in an entry, so none is here. */
export const activityRecords = {
  json: (entries: readonly DeletionEntry[]): string => `${JSON.stringify(entries.map(recordOf), null, 2)}\n`,
  csv: (entries: readonly DeletionEntry[]): string =>
    toCsv([[...header], ...entries.map(recordOf).map((record) => header.map((name) => cell(record[name])))]),
};

const header = [
  'confirmed',
  'workspace',
  'database',
  'instanceId',
  'name',
  'outcome',
  'status',
  'durationMs',
  'requestId',
  'reason',
  'record',
] as const;

function recordOf(entry: DeletionEntry) {
  const { target, label, confirmedAt, sentAt, settledAt, outcome } = entry;
  return {
    confirmed: new Date(confirmedAt).toISOString(),
    workspace: target.workspaceSlug,
    database: target.databaseName,
    instanceId: target.instanceId,
    name: label,
    outcome: deletionStateOf(entry),
    status: outcome?.status ?? null,
    durationMs: sentAt === null || settledAt === null ? null : settledAt - sentAt,
    requestId: outcome?.requestId ?? null,
    reason: outcome?.reason ?? null,
    record: outcome?.record?.raw ?? null,
  };
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
