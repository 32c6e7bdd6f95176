import { toCsv } from '../format/csv.ts';
import { toVisibleText } from '../format/text.ts';
import { formatSecond } from '../format/time.ts';
import { describeDeletion, type EvidencePlace, evidenceColumns } from '../instances/evidence.ts';
import type { Deletion } from '../rules/deletion.ts';
import { changeLabel, type Entry, type ProtectionEntry } from './activityLog.ts';

const requestHeader = ['requested (UTC)', 'requested by', 'workspace', 'environment', 'reason'];

/** A row for each deletion and each change of a protection. @param remark a last line, or null */
export function toActivityCsv(
  entries: readonly Entry[],
  { workspace, environment }: EvidencePlace,
  remark: string | null = null,
): string {
  const rows = entries.flatMap((entry) => {
    const { at, actor, reason } = entry;
    const request = [formatSecond(at), actor, workspace, environment ?? '', reason];
    const results = entry.kind === 'protection' ? [toChange(entry)] : entry.deletions.map(toResult);
    return results.map((result) => [...request, ...result].map(toVisibleText));
  });
  const lastRows = remark === null ? [] : [[remark]];
  return toCsv([[...requestHeader, ...evidenceColumns, 'explanation'], ...rows, ...lastRows]);
}

function toChange(entry: ProtectionEntry): string[] {
  const { name, databaseName, instanceId } = entry.protection;
  return [changeLabel(entry), name ?? '', databaseName, instanceId];
}

function toResult(deletion: Deletion): string[] {
  const cells = describeDeletion(deletion).map((part) => (typeof part === 'string' ? part : part.value));
  const { message, notes = [] } = deletion.outcome ?? {};
  return [...cells, [message, ...notes].filter(Boolean).join(' ')];
}
