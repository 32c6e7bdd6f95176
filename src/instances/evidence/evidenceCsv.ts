import { type CsvCell, toCsv } from '../../format/csv.ts';
import { toVisibleText } from '../../format/text.ts';
import { formatSecond } from '../../format/time.ts';
import type { Deletion } from '../../rules/deletion.ts';
import { stageLooks } from '../delete/stageLooks.ts';
import { type EvidencePlace, formatResponseTime } from './evidence.ts';

const header =
  'requested (UTC),requested by,workspace,environment,reason,result,name,database,ID,response (UTC),HTTP,request ID,explanation';

/** @param remark a last line, or null */
export function toEvidenceCsv(
  deletions: readonly Deletion[],
  { environment }: Pick<EvidencePlace, 'environment'>,
  remark: string | null = null,
): string {
  const rows = deletions.map((deletion): CsvCell[] => {
    const { outcome } = deletion;
    const cells = [
      formatSecond(deletion.confirmedAt),
      deletion.actor,
      deletion.workspaceSlug,
      environment,
      deletion.reason,
      stageLooks[deletion.stage].label,
      deletion.name,
      deletion.databaseName,
      deletion.instanceId,
      formatResponseTime(deletion),
      outcome?.status ?? null,
      outcome?.requestId ?? null,
      [outcome?.message, ...(outcome?.notes ?? [])].filter(Boolean).join(' '),
    ];
    return cells.map((cell) => (typeof cell === 'string' ? toVisibleText(cell) : cell));
  });
  return toCsv([header.split(','), ...rows, ...(remark === null ? [] : [[remark]])]);
}
