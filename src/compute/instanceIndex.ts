import { toVisibleText } from '../format/text.ts';
import type { DeletionItem } from '../rules/deletion.ts';
import { removesRow } from '../rules/outcome.ts';
import { removeIgnorableCharacters, toPlainPunctuation } from '../rules/text.ts';
import type { InstanceRow, LogItem } from './instanceRow.ts';

export type Mention = {
  start: number;
  end: number;
  rows: readonly InstanceRow[];
  /** The deletion after which an instance of this name or ID left the list, or null. */
  removal: DeletionItem | null;
  /** True if the admin must choose, although it may mean one instance only. */
  isDoubtful: boolean;
};

export type InstanceIndex = {
  /** By names, IDs, `database/name` and `database/ID`, normalized. */
  named: ReadonlyMap<string, Pick<Mention, 'rows' | 'removal'>>;
  lengths: ReadonlyMap<string, ReadonlySet<number>>;
};

type Named = Pick<DeletionItem, 'databaseName' | 'name'> & { instanceId: string | null };

/** With the names of deleted instances: after `billing (old)` was deleted, the same ticket must not select `billing`. */
export function indexInstances(
  rows: readonly InstanceRow[],
  byRow: ReadonlyMap<string, readonly LogItem[]>,
): InstanceIndex {
  const named = new Map<string, { rows: InstanceRow[]; removal: DeletionItem | null }>();
  const lengths = new Map<string, Set<number>>();
  function entriesOf({ databaseName, instanceId, name }: Named) {
    const spellings = [instanceId, name].flatMap((text) => (text === null ? [] : listLookupKeys(text)));
    const path = `${normalizeName(databaseName)}/`;
    return [...new Set(spellings.flatMap((text) => [text, path + text]))].map((text) => {
      const entry = named.get(text) ?? { rows: [], removal: null };
      named.set(text, entry);
      const [first = ''] = firstToken.exec(text) ?? [];
      lengths.set(first, (lengths.get(first) ?? new Set()).add(text.length));
      return entry;
    });
  }
  for (const row of rows) for (const entry of entriesOf({ ...row, instanceId: row.id })) entry.rows.push(row);
  for (const { item: removal } of [...byRow.values()].flat())
    if (removesRow(removal.stage)) for (const entry of entriesOf(removal)) entry.removal ??= removal;
  return { named, lengths };
}

/** Words, and each other character by itself. A mention begins and ends with a whole token. */
export const anyToken = /[\p{L}\p{M}\p{N}_-]+|./gsu;
const firstToken = new RegExp(anyToken.source, 'su');

/** Exports and evidence show hidden characters as codes. A blank text names nothing. */
export function listLookupKeys(text: string): readonly string[] {
  if (isPlain(text)) return text === '' ? [] : [text.toLowerCase()];
  return [text, toVisibleText(text)].map(normalizeName).filter(Boolean);
}

type NormalizedText = {
  text: string;
  /** Index in the original of each UTF-16 unit of `text`, and of its end. */
  offsets: readonly number[];
};

/** Where programs wrap a word, also in a quoted mail, whose lines begin with `>`. */
const wrapInWord =
  /(?<=[\p{L}\p{M}\p{N}](?:[-_/\u2010-\u2015\u2212]\u00ad?|\u00ad))[^\S\r\n]*(?:\r\n?|[\n\u2028])[>\t ]*(?=[\p{L}\p{N}])/u;
/** In Markdown, it makes a character ordinary: https://spec.commonmark.org/0.31.2/#backslash-escapes */
const backslash = /\\(?=[!-/:-@[-`{-~])/u;

/** White space, or a character with its accents. Invisible characters may stand in between. */
const piece = /\s[\s\p{Default_Ignorable_Code_Point}]*|\P{M}[\p{M}\p{Default_Ignorable_Code_Point}]*|\p{M}/u;
const anyPiece = new RegExp(`(${wrapInWord.source}|${backslash.source})|${piece.source}`, 'gsu');

/**
 * Makes equal what a mention may vary. After a hyphen, a line break goes, because the rest of `orders-primary` would be a
 * different name, and so do the backslashes of Markdown. Before a bracket comes a space, as `billing(old)` isn't `billing`.
 */
export function normalizeWithOffsets(source: string): NormalizedText {
  let text = '';
  const offsets: number[] = [];
  let before = '';
  for (const { 0: part, 1: dropped, index } of source.matchAll(anyPiece)) {
    const plain = dropped === undefined ? normalizePiece(part) : '';
    const isAttached = /^[([{]/.test(plain) && /[\p{L}\p{M}\p{N}]$/u.test(before);
    const normalized = isAttached ? ` ${plain}` : plain;
    before = normalized || before;
    text += normalized;
    for (let unit = 0; unit < normalized.length; unit += 1) offsets.push(index);
  }
  offsets.push(source.length);
  return { text, offsets };
}

export function normalizeName(name: string): string {
  return isPlain(name) ? name.toLowerCase() : normalizeWithOffsets(name).text.replace(/\s/g, ' ').trim();
}

/** True for ASCII with single spaces inside, of which only the case may vary. */
function isPlain(text: string): boolean {
  return /^[!-~]*(?: [!-~]+)*$/.test(text) && !/\\|\w[([{]/.test(text);
}

function normalizePiece(piece: string): string {
  if (/^[ -~]$/.test(piece)) return piece.toLowerCase();
  // A single line break stays one, because it may be a wrapped line. Several become a tab, which no name contains.
  if (/^\s/.test(piece)) return [' ', '\n'][piece.split(/\r\n?|[\n\t\v\f\u2028\u2029]/).length - 1] ?? '\t';
  // Decomposed, because composing could join characters of two pieces, such as the letters of a Hangul syllable.
  // The two forms of a small sigma have one capital letter.
  return toPlainPunctuation(removeIgnorableCharacters(piece))
    .normalize('NFD')
    .toLowerCase()
    .replace('ς', 'σ');
}
