import { type CsvCell, toCsv } from '../format/csv.ts';
import { toVisibleText } from '../format/text.ts';
import { formatSecond } from '../format/time.ts';
import { stageLooks } from '../instances/delete/stageLooks.ts';
import { type EvidencePlace, formatResponseTime } from '../instances/evidence/evidence.ts';
import type { Deletion } from '../rules/deletion.ts';
import { changeLabel, type Entry, type ProtectionEntry } from './activityLog.ts';

const header =
  'requested (UTC),requested by,workspace,environment,reason,result,name,database,ID,response (UTC),HTTP,request ID,explanation';

/** A row for each deletion and each change of a protection. @param remark a last line, or null */
export function toActivityCsv(
  entries: readonly Entry[],
  place: EvidencePlace,
  remark: string | null = null,
): string {
  const rows = entries.flatMap((entry) =>
    entry.kind === 'protection'
      ? [toRow(entry, entry.protection, changeLabel(entry), place)]
      : entry.deletions.map((deletion) => [
          ...toRow(entry, deletion, stageLooks[deletion.stage].label, place),
          ...toResponseCells(deletion),
        ]),
  );
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? toVisibleText(cell) : cell)));
  return toCsv([header.split(','), ...cells, ...(remark === null ? [] : [[remark]])]);
}

function toRow(
  { at, actor, reason }: Entry,
  {
    name,
    databaseName,
    instanceId,
  }: Pick<ProtectionEntry['protection'], 'name' | 'databaseName' | 'instanceId'>,
  result: string,
  { workspace, environment }: EvidencePlace,
): CsvCell[] {
  return [formatSecond(at), actor, workspace, environment, reason, result, name, databaseName, instanceId];
}

function toResponseCells(deletion: Deletion): CsvCell[] {
  const { outcome } = deletion;
  const explanation = [outcome?.message, ...(outcome?.notes ?? [])].filter(Boolean).join(' ');
  return [formatResponseTime(deletion), outcome?.status ?? null, outcome?.requestId ?? null, explanation];
}
