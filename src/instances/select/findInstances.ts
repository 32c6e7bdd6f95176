import { type Deletion, type DeletionsByRow, removesRow } from '../../rules/deletion.ts';
import type { Refusal } from '../../rules/mayDelete.ts';
import { parsePastedList } from '../add/parsePastedList.ts';
import { bulkProblem, hasId, type InstanceRow, type RowWithId } from '../instanceRow.ts';

type FoundInstance = {
  row: RowWithId;
  /** True if the text never has the exact name or ID. */
  isDifferentCase: boolean;
};

export type FindInstancesResult = {
  found: readonly FoundInstance[];
  /** Texts that name several instances, and those of them that can be selected. */
  ambiguous: readonly { text: string; rows: readonly RowWithId[] }[];
  /** Instances that can't be deleted, or only by themselves. */
  refused: readonly { row: InstanceRow; sentence: string; isProtected: boolean }[];
  /** Texts that look like an instance that isn't listed, with its removal if the log knows it. */
  missing: readonly { text: string; removal: Deletion | null }[];
};

type Context = {
  deletionsByRow: DeletionsByRow;
  /** Why rows can't be deleted, by their keys. */
  refusals: ReadonlyMap<string, Refusal>;
  workspace: string;
};

/** Finds the instances that a text names by whole words. A text that names several of them selects none. */
export function findInstances(
  text: string,
  rows: readonly InstanceRow[],
  context: Context,
): FindInstancesResult {
  const index = indexInstances(rows);
  const inTable = findInTable(text, context.workspace, index.findInDatabase);
  const removals = indexRemovals(context.deletionsByRow);
  const found = new Map<string, FoundInstance>();
  const refused = new Map<string, FindInstancesResult['refused'][number]>();
  const several = new Map<string, readonly InstanceRow[]>();
  const missing = new Map<string, Deletion | null>();
  const column = listColumn(text);
  for (const word of splitWords(text)) {
    const spellings = listSpellings(word);
    const match = findFirst(spellings, index.find);
    if (match === null) {
      const name = spellings.findLast(
        (each) => removals.has(each) || uuid.test(each) || index.looksListed(each) || column.has(each),
      );
      if (name !== undefined) missing.set(name, removals.get(name) ?? null);
    } else if (match.rows.length > 1 && !inTable.has(match.text)) several.set(match.text, match.rows);
    else for (const row of inTable.get(match.text) ?? match.rows) add(row, match.isDifferentCase);
  }
  function add(row: InstanceRow, isDifferentCase: boolean) {
    const before = found.get(row.key);
    const refusal = before === undefined ? findRefusal(row, context) : null;
    if (refusal !== null) refused.set(row.key, { row, ...refusal });
    else if (hasId(row))
      found.set(row.key, { row, isDifferentCase: isDifferentCase && (before?.isDifferentCase ?? true) });
  }
  const ambiguous = [...several].flatMap(([name, named]) => {
    const allowed = named.filter(hasId).filter((row) => findRefusal(row, context) === null);
    if (allowed.length === 0) for (const row of named) add(row, false);
    // A pasted table has the names of its IDs, too.
    const isOpen = allowed.length > 0 && named.some(({ key }) => !found.has(key));
    return isOpen ? [{ text: name, rows: allowed }] : [];
  });
  return {
    found: [...found.values()],
    ambiguous,
    refused: [...refused.values()],
    missing: Array.from(missing, ([name, removal]) => ({ text: name, removal })),
  };
}

function findInTable(
  text: string,
  workspace: string,
  find: (database: string, instance: string) => readonly InstanceRow[],
): ReadonlyMap<string, readonly InstanceRow[]> {
  const instances = new Map<string, InstanceRow[]>();
  for (const { databaseName, id, name } of parsePastedList(text, workspace).lines) {
    const instance = id || (name ?? '');
    const [row, other] = databaseName === null ? [] : find(databaseName, instance);
    if (row !== undefined && other === undefined) append(instances, instance, row);
  }
  return instances;
}

const separators = /[\s,;"“”„«»`(){}[\]<>|│\u200b\ufeff]+/u;
/** A longer ID can't be in a path, and long words would make the search slow. */
const maxWordLength = 512;

function splitWords(text: string): readonly string[] {
  return text.split(separators).filter((word) => word !== '' && word.length <= maxWordLength);
}

/** The words of a pasted column: each line has one word. All of them are meant as names or IDs. */
function listColumn(text: string): ReadonlySet<string> {
  const lines = text.split(/[\r\n]+/).map((line) => splitWords(line).flatMap(toBareWord));
  const words = lines.filter(({ length }) => length > 0);
  return new Set(words.length > 1 && words.every(({ length }) => length === 1) ? words.flat() : []);
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const finalPunctuation = new Set(".!?:*_~'‘’");

function toBareWord(word: string): string[] {
  const bare = listSpellings(word)[1] ?? word;
  return /[\p{L}\p{N}]/u.test(bare) ? [bare] : [];
}

/** A word as it is, without what Markdown and sentences put around it, and what follows "=" or ":" in it. */
function listSpellings(word: string): readonly string[] {
  let end = word.length;
  // The dots of a shortened ID stay.
  while (finalPunctuation.has(word[end - 1] ?? '') && !word.endsWith('...', end)) end -= 1;
  const bare = word
    .slice(0, end)
    .replace(/^[*_~#>•·–—=:'‘’-]+/u, '')
    .replace(/['’]s$/u, '');
  const withoutDots = bare.replace(/(?:…|\.{3})$/u, '');
  return [...new Set([word, bare, withoutDots, bare.slice(bare.search(/[=:]/) + 1)])].filter(Boolean);
}

type Match = { text: string; rows: readonly InstanceRow[]; isDifferentCase: boolean };

function findFirst(spellings: readonly string[], find: (text: string) => Match | null): Match | null {
  for (const text of spellings) {
    const match = find(text);
    if (match !== null) return match;
  }
  return null;
}

/** A shortened ID, such as `784bf136…`, has at least so many characters. */
const prefixLength = 8;

function indexInstances(rows: readonly InstanceRow[]) {
  const exact = new Map<string, InstanceRow[]>();
  const folded = new Map<string, InstanceRow[]>();
  const byPrefix = new Map<string, InstanceRow[]>();
  const nameStarts = new Set<string>();
  for (const row of rows) {
    for (const text of new Set([row.name?.trim(), row.id])) {
      if (!text) continue;
      append(exact, text, row);
      append(folded, text.toLowerCase(), row);
    }
    if (row.id !== null) append(byPrefix, row.id.slice(0, prefixLength), row);
    const [start, ...others] = row.name?.trim().toLowerCase().split('-') ?? [];
    if (start && others.length > 0) nameStarts.add(start);
  }

  function findShortened(text: string): readonly InstanceRow[] {
    const [, start = ''] = /^(.+?)(?:…|\.{3})$/u.exec(text) ?? [];
    const candidates = start.length < prefixLength ? [] : byPrefix.get(start.slice(0, prefixLength));
    return candidates?.filter(({ id }) => id !== start && id?.startsWith(start)) ?? [];
  }
  function findInDatabase(database: string, instance: string): readonly InstanceRow[] {
    return exact.get(instance)?.filter(({ databaseName }) => databaseName === database) ?? [];
  }
  function findPath(text: string): readonly InstanceRow[] {
    const [, database = '', instance = ''] = /^([^/]+)\/(.+)$/.exec(text) ?? [];
    return findInDatabase(database, instance);
  }
  return {
    findInDatabase,
    find(text: string): Match | null {
      for (const matching of [exact.get(text) ?? [], findShortened(text), findPath(text)])
        if (matching.length > 0) return { text, rows: matching, isDifferentCase: false };
      const rowsOfCase = folded.get(text.toLowerCase());
      // In lower case, the name and the ID of one row can be equal.
      return rowsOfCase === undefined
        ? null
        : { text, rows: [...new Set(rowsOfCase)], isDifferentCase: true };
    },
    looksListed(text: string): boolean {
      const hyphen = text.indexOf('-');
      return hyphen > 0 && hyphen < text.length - 1 && nameStarts.has(text.slice(0, hyphen).toLowerCase());
    },
  };
}

function append(map: Map<string, InstanceRow[]>, key: string, row: InstanceRow): void {
  const rows = map.get(key);
  if (rows === undefined) map.set(key, [row]);
  else rows.push(row);
}

function indexRemovals(deletionsByRow: DeletionsByRow): ReadonlyMap<string, Deletion> {
  const removals = new Map<string, Deletion>();
  for (const deletions of deletionsByRow.values()) {
    const removal = deletions.findLast(({ outcome }) => removesRow(outcome));
    if (removal === undefined) continue;
    for (const text of [removal.label, removal.name, removal.target.instanceId])
      if (text !== null) removals.set(text, removal);
  }
  return removals;
}

/** Why an instance can't be selected, or null. */
function findRefusal(row: InstanceRow, { refusals, workspace }: Context) {
  const refusal = refusals.get(row.key);
  if (refusal !== undefined) return { sentence: refusal.sentence, isProtected: refusal.code === 'protected' };
  const sentence = bulkProblem(row, workspace);
  return sentence === null ? null : { sentence, isProtected: false };
}
