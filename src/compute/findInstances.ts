import type { Policy } from '../config.ts';
import { type Deletion, type DeletionsByRow, isRemoval } from '../deletion/deletion.ts';
import { bulkProblem, type DeletableRow, type InstanceRow } from '../deletion/instanceRow.ts';
import { mayDelete } from '../deletion/mayDelete.ts';
import { type InstanceIndex, indexInstances } from './instanceIndex.ts';
import { splitText, type Token } from './splitText.ts';

export type MarkKind = 'found' | 'ambiguous' | 'refused' | 'missing';

/** Where the text names something. */
export type Mark = Pick<Token, 'start' | 'end'> & { kind: MarkKind };

export type FoundInstances = {
  /** The instances that can be selected. */
  found: readonly { row: DeletableRow; isDifferentCase: boolean; mentions: number }[];
  /** Texts that name several instances, and those of them that can be selected. */
  ambiguous: readonly { text: string; rows: readonly DeletableRow[] }[];
  /** Instances that can't be deleted, or only by themselves. */
  refused: readonly { row: InstanceRow; sentence: string; isProtected: boolean }[];
  /** Texts that look like an instance that isn't listed, with its removal if the log knows it. */
  missing: readonly { text: string; deletion: Deletion | null }[];
  /** In the order of the text. */
  marks: readonly Mark[];
};

type Context = { deletionsByRow: DeletionsByRow; policy: Policy; workspace: string };

/** Finds the instances that a text names by whole words. A text that names several of them selects none. */
export function findInstances(text: string, rows: readonly InstanceRow[], context: Context): FoundInstances {
  const index = indexInstances(rows);
  const removals = indexRemovals(context.deletionsByRow);
  const matches = splitText(text, index.spacedNames).flatMap(
    (token) => matchToken(token, index, removals) ?? [],
  );
  resolveByLine(matches);
  const found = new Map<InstanceRow, { row: DeletableRow; isDifferentCase: boolean; mentions: number }>();
  const refused = new Map<InstanceRow, { row: InstanceRow; sentence: string; isProtected: boolean }>();
  const ambiguous = new Map<string, readonly InstanceRow[]>();
  const missing = new Map<string, Deletion | null>();
  const marks: Mark[] = [];
  for (const { token, rows: named, isDifferentCase, removal } of matches) {
    const [row, other] = named;
    let kind: MarkKind = 'missing';
    if (row === undefined) missing.set(token.text, removal);
    else if (other !== undefined) {
      ambiguous.set(token.text, named);
      kind = 'ambiguous';
    } else {
      const before = found.get(row);
      const refusal = before === undefined ? findRefusal(row, context) : null;
      if (refusal !== null) refused.set(row, { row, ...refusal });
      else if (row.id !== null)
        found.set(row, {
          row: { ...row, id: row.id },
          isDifferentCase: isDifferentCase && (before?.isDifferentCase ?? true),
          mentions: (before?.mentions ?? 0) + 1,
        });
      kind = refusal === null ? 'found' : 'refused';
    }
    marks.push({ start: token.start, end: token.end, kind });
  }
  return {
    found: [...found.values()],
    ambiguous: [...ambiguous].map(([name, named]) => ({
      text: name,
      rows: named.flatMap((row) =>
        row.id === null || findRefusal(row, context) !== null ? [] : [{ ...row, id: row.id }],
      ),
    })),
    refused: [...refused.values()],
    missing: [...missing].map(([name, deletion]) => ({ text: name, deletion })),
    marks,
  };
}

/** Why an instance can't be selected, or null. The connection is no reason, because it may come back. */
function findRefusal(row: InstanceRow, { deletionsByRow, policy, workspace }: Context) {
  const refusal = mayDelete(row, deletionsByRow.get(row.key) ?? [], policy);
  if (refusal !== null && refusal.code !== 'offline')
    return { sentence: refusal.sentence, isProtected: refusal.code === 'protected' };
  const sentence = bulkProblem(row, workspace);
  return sentence === null ? null : { sentence, isProtected: false };
}

type Match = {
  token: Token;
  /** Empty if no listed instance has this name. */
  rows: readonly InstanceRow[];
  isDifferentCase: boolean;
  removal: Deletion | null;
};

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** An ID that a spreadsheet has turned into a number or an error, so that it can't be found. */
const changedBySpreadsheet = /^(?:\d+(?:[.,]\d+)?E[+-]?\d+|#(?:name\?|n\/a|value!|ref!))$/i;

/** @returns null for a word that has nothing to do with instances */
function matchToken(
  token: Token,
  index: InstanceIndex,
  removals: ReadonlyMap<string, Deletion>,
): Match | null {
  for (const text of listSpellings(token.text)) {
    const { rows, isDifferentCase } = index.find(text);
    if (rows.length > 0) return { token: { ...token, text }, rows, isDifferentCase, removal: null };
  }
  for (const text of listSpellings(token.text).toReversed()) {
    const removal = removals.get(text) ?? null;
    const isMissing = removal !== null || uuid.test(text) || index.looksListed(text);
    if (isMissing || changedBySpreadsheet.test(text))
      return { token: { ...token, text }, rows: [], isDifferentCase: false, removal };
  }
  return null;
}

/** A word as it is, without punctuation around it, and the value in `key=value` or `key:value`. */
function listSpellings(word: string): readonly string[] {
  const spellings = [word, stripPunctuation(word)];
  const [, value] = /^[\w.-]*[=:](.+)$/u.exec(word) ?? [];
  if (value !== undefined) spellings.push(value, stripPunctuation(value));
  return [...new Set(spellings)].filter(Boolean);
}

const openings = new Set("*_~#>•·–—=:'‘’-");
const endings = new Set(".!?:*_~'‘’");

/** Removes what Markdown, quotes and sentences put around a name. The ellipsis of a shortened ID stays. */
function stripPunctuation(word: string): string {
  let [start, end] = [0, word.length];
  while (openings.has(word[start] ?? '')) start += 1;
  while (end > start && endings.has(word[end - 1] ?? '') && !word.slice(start, end).endsWith('...')) end -= 1;
  return word.slice(start, end).replace(/['’]s$/u, '');
}

/** A name of several instances beside the ID of one of them means that one. */
function resolveByLine(matches: Match[]): void {
  const single = new Map<number, Set<InstanceRow>>();
  for (const { token, rows } of matches) {
    const [row] = rows;
    if (row === undefined || rows.length > 1) continue;
    single.set(token.line, (single.get(token.line) ?? new Set()).add(row));
  }
  for (const match of matches) {
    if (match.rows.length < 2) continue;
    const named = match.rows.filter((row) => single.get(match.token.line)?.has(row));
    if (named.length === 1) match.rows = named;
  }
}

/** The last removal of each name and ID in the log. */
function indexRemovals(deletionsByRow: DeletionsByRow): ReadonlyMap<string, Deletion> {
  const removals = new Map<string, Deletion>();
  for (const deletions of deletionsByRow.values()) {
    const removal = deletions.findLast(({ outcome }) => isRemoval(outcome));
    if (removal === undefined) continue;
    for (const text of [removal.label, removal.name, removal.target.instanceId])
      if (text !== null) removals.set(text, removal);
  }
  return removals;
}
