import type { Deletion } from '../../rules/deletion.ts';
import { bulkProblem, hasId, type InstanceRow, type RowWithId } from '../instanceRow.ts';
import { indexInstances, type Mention } from './instanceIndex.ts';
import { normalizeName } from './normalizeText.ts';
import { readProse } from './readProse.ts';
import { readTable } from './readTable.ts';

export type MentionKind = 'found' | 'ambiguous' | 'refused' | 'missing';

/** Each mention counts once, under one heading. */
export type Mentions = {
  /** In the order of the text. */
  marks: readonly { start: number; end: number; kind: MentionKind }[];
  found: readonly RowWithId[];
  /** What several instances are called, and those of them that can be selected. */
  ambiguous: readonly { text: string; rows: readonly RowWithId[] }[];
  /** Instances that can't be deleted, or only by themselves, with the reason as a sentence. */
  refused: readonly { row: InstanceRow; message: string; isProtected: boolean }[];
  missing: readonly { text: string; removal: Deletion | null }[];
  /** How often each was mentioned that was mentioned more than once. */
  repeats: readonly number[];
};

type Context = {
  workspace: string;
  /** Deletions of each instance, also of those that have left the list. */
  byRow: ReadonlyMap<string, readonly Deletion[]>;
};

/** Finds the listed instances that a text names, and what else looks like a name. */
export function findMentions(text: string, rows: readonly InstanceRow[], context: Context): Mentions {
  const index = indexInstances(rows, context.byRow);
  const mentions = readTable(text, context.workspace, index) ?? readProse(text, index);
  const judged = mentions.map((mention) => judge(mention));
  // The name beside an ID is no question any more.
  const clear = new Set(judged.flatMap(({ kind, allowed }) => (kind === 'found' ? allowed : [])));
  const marks: Mentions['marks'][number][] = [];
  const found = new Set<RowWithId>();
  const ambiguous = new Map<string, Mentions['ambiguous'][number]>();
  const refused = new Map<string, Mentions['refused'][number]>();
  const missing = new Map<string, Mentions['missing'][number]>();
  const counts = new Map<string, number>();
  for (const [place, { start, end, removal }] of mentions.entries()) {
    const { kind: ownKind, allowed, refusedRows } = judged[place] ?? nothing;
    const kind = ownKind === 'ambiguous' && allowed.every((row) => clear.has(row)) ? 'found' : ownKind;
    const mentioned = text.slice(start, end);
    const name = normalizeName(mentioned);
    if (ownKind === 'found') for (const row of allowed) found.add(row);
    if (kind === 'ambiguous') ambiguous.set(name, { text: mentioned, rows: allowed });
    if (kind === 'refused') for (const each of refusedRows) refused.set(each.row.key, each);
    if (kind === 'missing' && !missing.has(name)) missing.set(name, { text: mentioned, removal });
    const named = kind === 'found' ? allowed[0]?.key : (refusedRows[0]?.row.key ?? name);
    marks.push({ start, end, kind });
    counts.set(`${kind} ${named}`, (counts.get(`${kind} ${named}`) ?? 0) + 1);
  }
  return {
    marks,
    found: [...found],
    ambiguous: [...ambiguous.values()],
    refused: [...refused.values()],
    missing: [...missing.values()],
    repeats: [...counts.values()].filter((count) => count > 1),
  };
}

type Judgment = { kind: MentionKind; allowed: readonly RowWithId[]; refusedRows: Mentions['refused'] };

const nothing: Judgment = { kind: 'missing', allowed: [], refusedRows: [] };

function judge({ rows, isDoubtful }: Mention): Judgment {
  const refusedRows = rows.flatMap((row) => {
    const message = row.refusal?.message ?? bulkProblem(row);
    return message === null ? [] : [{ row, message, isProtected: row.refusal?.code === 'protected' }];
  });
  const refusedKeys = new Set(refusedRows.map(({ row }) => row.key));
  const allowed = rows.filter(hasId).filter(({ key }) => !refusedKeys.has(key));
  if (rows.length === 0) return nothing;
  if (allowed.length === 0) return { kind: 'refused', allowed, refusedRows };
  return { kind: rows.length === 1 && !isDoubtful ? 'found' : 'ambiguous', allowed, refusedRows };
}
