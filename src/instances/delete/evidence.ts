import { type CsvCell, toCsv } from '../../format/csv.ts';
import { toVisibleText } from '../../format/text.ts';
import { type Deletion, stageOf } from '../../rules/deletion.ts';
import { formatSegments, toStageSegments } from './outcomes.ts';
import { stageLooks } from './stageLooks.ts';

type Place = { workspace: string; environment: string | null };

/** Evidence for a ticket. It contains no token. */
export function toEvidenceMarkdown(
  deletions: readonly Deletion[],
  { workspace, environment }: Place,
): string {
  const instances = deletions.length === 1 ? '1 compute instance' : `${deletions.length} compute instances`;
  const place = environment === null ? workspace : `${workspace} (${environment})`;
  const reasons = [...new Set(deletions.map(({ reason }) => reason))].filter((reason) => reason !== '');
  const facts = [
    `Requested ${formatRange(deletions.map(({ confirmedAt }) => confirmedAt))} UTC`,
    ...reasons.map((reason) => `Reason: ${escapeMarkdown(reason)}`),
    formatSegments(toStageSegments(deletions, Date.now())),
  ];
  const header = ['result', 'instance', 'database', 'ID', 'response (UTC)', 'HTTP', 'request ID'];
  const rows = deletions.map((deletion) =>
    listResult(deletion).map((cell) => escapeMarkdown(`${cell ?? ''}`)),
  );
  const table = [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return [
    `**Deletion of ${instances}, workspace ${escapeMarkdown(place)}**`,
    facts.join(' · '),
    '',
    ...table,
    '',
    ...(deletions.some(({ outcome }) => outcome?.kind === 'deleted') ? [proofSentence, ''] : []),
  ].join('\n');
}

const proofSentence =
  'Deleted means that the service queued the deletion; the console has no proof of erasure.';

export function toEvidenceCsv(deletions: readonly Deletion[], { environment }: Place): string {
  const header = ['requested (UTC)', 'workspace', 'environment', 'reason', 'result', 'instance', 'database'];
  const rows = deletions.map((deletion): CsvCell[] => {
    const { confirmedAt, target, reason, outcome } = deletion;
    const explanation = [outcome?.reason ?? '', ...(outcome?.notes ?? [])].filter(Boolean).join(' ');
    return [
      formatSecond(confirmedAt),
      target.workspaceSlug,
      environment,
      reason,
      ...listResult(deletion),
      explanation,
    ].map((cell) => (typeof cell === 'string' ? toVisibleText(cell) : cell));
  });
  return toCsv([[...header, 'ID', 'response (UTC)', 'HTTP', 'request ID', 'explanation'], ...rows]);
}

function listResult(deletion: Deletion): CsvCell[] {
  const { label, target, outcome, endedAt } = deletion;
  const status = outcome?.status ?? null;
  return [
    stageLooks[stageOf(deletion, Date.now())].label,
    label,
    target.databaseName,
    target.instanceId,
    // Without a status there was no response, and `endedAt` is when the console stopped waiting.
    status === null || endedAt === null ? null : formatSecond(endedAt),
    status,
    outcome?.requestId ?? null,
  ];
}

function formatRange(times: readonly number[]): string {
  const [first, last] = [Math.min(...times), Math.max(...times)].map(formatSecond);
  return first === last ? `${first}` : `${first} to ${last}`;
}

function formatSecond(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}

/** Keeps a name from adding cells, lines or markup to a table. */
function escapeMarkdown(text: string): string {
  return toVisibleText(text.replace(/[\\|`*<[]/g, '\\$&'));
}
