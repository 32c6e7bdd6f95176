import { formatCount, toVisibleText } from '../format/text.ts';
import { type EpochMs, formatTimestamp } from '../format/time.ts';
import type { Deletion, DeletionStage } from '../rules/deletion.ts';
import { describeOutcomeMessage, formatSegments, stageDisplay, toStageSegments } from './outcomes.ts';

export type EvidencePlace = { workspace: string; environment: string | null };

/** A string is our own text. A value has text of the service or an admin, so no program may interpret it. */
type Part = string | { value: string };
type Line = readonly Part[];

export type Evidence = {
  title: Line;
  facts: readonly Line[];
  header: readonly string[];
  rows: readonly Line[];
  notes: readonly Line[];
};

export function createEvidence(
  deletions: readonly Deletion[],
  { workspace, environment }: EvidencePlace,
  notInList: readonly string[] = [],
): Evidence {
  const reasons = deletions.map(({ reason }) => reason).filter(Boolean);
  const stages = new Set(deletions.map(({ stage }) => stage));
  return {
    title: [
      `Deletion of ${formatCount(deletions.length, 'compute instance')}, workspace `,
      { value: workspace },
      ...(environment === null ? [] : [' (', { value: environment }, ')']),
    ],
    facts: [
      [
        `Requested ${formatRange(deletions.map(({ confirmedAt }) => confirmedAt))} UTC by `,
        ...listValues(deletions.map(({ actor }) => actor)),
      ],
      ...(reasons.length === 0 ? [] : [['Reason: ', ...listValues(reasons)]]),
      [formatSegments(toStageSegments(deletions))],
    ],
    header: evidenceColumns,
    rows: deletions.map(createEvidenceRow),
    notes: [
      ...Array.from(stages, (stage) => [`${stageDisplay[stage].label}: ${explanations[stage]}`]),
      ...Array.from(Map.groupBy(deletions.filter(messageOf), messageOf), ([message, ofMessage]) => [
        // The ID, because several instances can have one name.
        ofMessage.length > 1
          ? formatCount(ofMessage.length, 'instance')
          : { value: ofMessage[0]?.instanceId ?? '' },
        ': ',
        { value: message },
      ]),
      ...(notInList.length === 0 ? [] : [['Named, but not in the list: ', ...listValues(notInList)]]),
    ],
  };
}

export const evidenceColumns = ['result', 'name', 'database', 'ID', 'response (UTC)', 'HTTP', 'request ID'];

export function createEvidenceRow({
  stage,
  name,
  databaseName,
  instanceId,
  outcome,
  endedAt,
}: Deletion): Line {
  // Without a response, `endedAt` is when the server stopped waiting.
  const respondedAt = outcome?.status == null || endedAt === null ? '' : formatTimestamp(endedAt);
  return [
    stageDisplay[stage].label,
    { value: name ?? '' },
    { value: databaseName },
    { value: instanceId },
    respondedAt,
    `${outcome?.status ?? ''}`,
    { value: outcome?.requestId ?? '' },
  ];
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

function messageOf({ outcome }: Deletion): string {
  return outcome === null ? '' : describeOutcomeMessage(outcome);
}

function formatRange(times: readonly EpochMs[]): string {
  const [first, last] = [Math.min(...times), Math.max(...times)].map(formatTimestamp);
  return first === last ? `${first}` : `${first} to ${last}`;
}

function listValues(values: readonly string[]): Part[] {
  return [...new Set(values)].flatMap((value, index) => (index === 0 ? [{ value }] : [', ', { value }]));
}

/** For tickets. Each value is in a code span, so that `__init__`, `#12` and `@everyone` stay what they are. */
export function toMarkdown({ title, facts, header, rows, notes }: Evidence): string {
  const table = [header, header.map(() => '---'), ...rows.map((row) => row.map(toMarkdownCell))];
  return [
    `**${toMarkdownLine(title)}**`,
    '',
    ...facts.map((line) => `- ${toMarkdownLine(line)}`),
    '',
    ...table.map((cells) => `| ${cells.join(' | ')} |`),
    '',
    ...notes.map((line) => `- ${toMarkdownLine(line)}`),
    '',
  ].join('\n');
}

function toMarkdownLine(line: Line): string {
  return line.map((part) => (typeof part === 'string' ? part : toCodeSpan(part.value))).join('');
}

/**
 * A pipe ends a cell even in a code span, unless a backslash precedes it: https://github.github.com/gfm/#example-200.
 * Programs disagree about a pipe after a backslash, so that one is shown as its code.
 */
function toMarkdownCell(part: Part): string {
  return toMarkdownLine([part]).replaceAll('\\|', '\\[U+007C]').replaceAll('|', '\\|');
}

/** @see https://spec.commonmark.org/0.31.2/#code-spans */
function toCodeSpan(value: string): string {
  const text = toVisibleText(value);
  if (text === '') return '';
  const longestRun = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longestRun + 1);
  const padding = /^`|`$/.test(text) ? ' ' : '';
  return `${fence}${padding}${text}${padding}${fence}`;
}

/** For e-mail and chat, which don't read Markdown. */
export function toHtml({ title, facts, header, rows, notes }: Evidence): string {
  const list = (lines: readonly Line[]) => `<ul>${lines.map((line) => toElement('li', line)).join('')}</ul>`;
  const toRow = (name: 'th' | 'td', parts: Line) =>
    `<tr>${parts.map((part) => toElement(name, [part])).join('')}</tr>`;
  const body = rows.map((row) => toRow('td', row)).join('');
  const table = `<table border="1"><thead>${toRow('th', header)}</thead><tbody>${body}</tbody></table>`;
  return `<p>${toElement('b', title)}</p>${list(facts)}${table}${list(notes)}`;
}

function toElement(name: 'b' | 'li' | 'th' | 'td', line: Line): string {
  const html = line.map((part) => {
    if (typeof part === 'string') return escapeHtml(part);
    return part.value === '' ? '' : `<code>${escapeHtml(toVisibleText(part.value))}</code>`;
  });
  return `<${name}>${html.join('')}</${name}>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
