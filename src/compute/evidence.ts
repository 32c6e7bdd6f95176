import { toVisibleText } from '../format/text.ts';
import { formatTimestamp } from '../format/time.ts';
import type { Deletion, DeletionItem } from '../rules/deletion.ts';
import { formatInstanceCount } from './instanceRow.ts';
import { describeWhy, formatResults, stageDisplay } from './outcomes.ts';

type Place = { environment: string | null; recovery: string | null; url: string };

const header = ['result', 'name', 'database', 'ID', 'response (UTC)', 'HTTP', 'request ID', 'why'];

/** A deletion for a ticket, as plain text: facts, a table with a line for each instance, and the address of its entry. */
export function createEvidence(deletion: Deletion, { environment, recovery, url }: Place): string {
  const { workspaceSlug, items, confirmedAt, actor, reason, stopReason } = deletion;
  const place = environment === null ? workspaceSlug : `${workspaceSlug} (${environment})`;
  const table = [header, ...items.map(toCells)];
  const widths = header.map((_, column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0)));
  const lines = [
    `Deletion of ${formatInstanceCount(items.length)} in workspace ${place}`,
    `Requested ${formatTimestamp(confirmedAt)} UTC by ${actor}`,
    reason === '' ? '' : `Reason: ${reason}`,
    `Result: ${formatResults(items)}`,
    stopReason === null ? '' : `Stopped: ${stopReason}`,
    recovery ?? '',
  ].filter(Boolean);
  const rows = table.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [...lines.map(toVisibleText), '', ...rows, '', url, ''].join('\n');
}

function toCells({ stage, name, databaseName, instanceId, outcome, endedAt }: DeletionItem): string[] {
  // Without a response, `endedAt` is when the server stopped waiting.
  const respondedAt = outcome?.status == null || endedAt === null ? '' : formatTimestamp(endedAt);
  const why = outcome === null ? '' : [describeWhy(outcome), ...outcome.notes].filter(Boolean).join(' ');
  return [
    stageDisplay[stage].label,
    name ?? '',
    databaseName,
    instanceId,
    respondedAt,
    `${outcome?.status ?? ''}`,
    outcome?.requestId ?? '',
    why,
  ].map(toVisibleText);
}
