import { formatInstant } from '../format/time.ts';
import type { DeletionItem } from '../rules/deletion.ts';
import { indexInstances, type Mention, normalizeName } from './instanceIndex.ts';
import { bulkProblem, hasId, type InstanceRow, type LogItem, type RowWithId } from './instanceRow.ts';
import { stageDisplay } from './outcomes.ts';
import { readProse } from './readProse.ts';
import { readTable } from './readTable.ts';

export type FindingKind = 'found' | 'ambiguous' | 'protected' | 'refused' | 'missing';

export type Finding = {
  kind: FindingKind;
  /** As the text has it, or the label of the one instance that it means. */
  text: string;
  /** Instances that can be selected: the one that was found, or those to choose from. */
  rows: readonly RowWithId[];
  /** Why it can't be selected, or how it left the list. Empty if there is nothing to say. */
  remark: string;
  count: number;
};

export type Mentions = {
  marks: readonly { start: number; end: number; kind: FindingKind }[];
  findings: readonly Finding[];
};

type Context = {
  workspace: string;
  /** Deletions of each instance, also of those that have left the list. */
  byRow: ReadonlyMap<string, readonly LogItem[]>;
};

export function findMentions(text: string, rows: readonly InstanceRow[], context: Context): Mentions {
  const index = indexInstances(rows, context.byRow);
  const mentions = readTable(text, context.workspace, index) ?? readProse(text, index);
  const judged = mentions.map((mention) => ({ mention, ...judge(mention, text) }));
  const found = new Map(judged.filter(({ kind }) => kind === 'found').map((each) => [each.rows[0], each]));
  const findings = new Map<string, Finding>();
  const marks = judged.map((own) => {
    // The name beside an ID is no question any more.
    const isClear = own.kind === 'ambiguous' && own.rows.every((row) => found.has(row));
    const { key, kind, ...finding } = (isClear && found.get(own.rows[0])) || own;
    const earlier = findings.get(key) ?? { kind, ...finding, count: 0 };
    findings.set(key, { ...earlier, count: earlier.count + 1 });
    return { start: own.mention.start, end: own.mention.end, kind };
  });
  return { marks, findings: [...findings.values()] };
}

type Judgment = Omit<Finding, 'count'> & { key: string };

function judge(mention: Mention, source: string): Judgment {
  const { rows, removal, isDoubtful } = mention;
  const text = source.slice(mention.start, mention.end);
  const [first] = rows;
  if (first === undefined)
    return { key: toKey('missing', text), kind: 'missing', text, rows: [], remark: describeRemoval(removal) };
  const reasons = new Map<InstanceRow, { code?: string; message: string }>();
  for (const row of rows) {
    const problem = bulkProblem(row);
    const reason = row.refusal ?? (problem === null ? null : { message: problem });
    if (reason !== null) reasons.set(row, reason);
  }
  const allowed = rows.filter((row) => !reasons.has(row)).filter(hasId);
  if (allowed.length === 0) {
    const kind = [...reasons.values()].every(({ code }) => code === 'protected') ? 'protected' : 'refused';
    const remark = [...new Set(Array.from(reasons.values(), ({ message }) => message))].join(' ');
    const label = rows.length === 1 ? first.label : text;
    return { key: `refused ${first.key}`, kind, text: label, rows: [], remark };
  }
  if (rows.length > 1 || isDoubtful)
    return { key: toKey('ambiguous', text), kind: 'ambiguous', text, rows: allowed, remark: '' };
  return { key: `found ${first.key}`, kind: 'found', text: first.label, rows: allowed, remark: '' };
}

function toKey(kind: FindingKind, text: string): string {
  return `${kind} ${normalizeName(text)}`;
}

function describeRemoval(removal: DeletionItem | null): string {
  if (removal === null) return '';
  const time = removal.endedAt === null ? '' : ` ${formatInstant(removal.endedAt)}`;
  return `${stageDisplay[removal.stage].label}${time}`;
}
