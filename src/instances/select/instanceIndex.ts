import { toVisibleText } from '../../format/text.ts';
import { type Deletion, removesRow } from '../../rules/deletion.ts';
import type { InstanceRow } from '../instanceRow.ts';
import { isPlain, normalizeName } from './normalizeText.ts';

/** A part of the pasted text that is meant as an instance. */
export type Mention = {
  start: number;
  end: number;
  /** Listed instances that it can mean. Empty if none is. */
  rows: readonly InstanceRow[];
  /** The deletion after which an instance of this name or ID left the list, or null. */
  removal: Deletion | null;
  /** True if the admin must choose, although it may mean one instance only. */
  isDoubtful: boolean;
};

type Named = Pick<Mention, 'rows' | 'removal'>;

export type InstanceIndex = {
  /** By names and IDs, normalized. */
  named: ReadonlyMap<string, Named>;
  /** Lengths of the names of more than one token, by their first token. */
  lengths: ReadonlyMap<string, ReadonlySet<number>>;
};

/**
 * All names and IDs. Those of deleted instances are among them: after `billing (old)` was deleted, the same ticket must not
 * select `billing`.
 */
export function indexInstances(
  rows: readonly InstanceRow[],
  byRow: ReadonlyMap<string, readonly Deletion[]>,
): InstanceIndex {
  const named = new Map<string, { rows: InstanceRow[]; removal: Deletion | null }>();
  const lengths = new Map<string, Set<number>>();
  function entriesOf(id: string | null, name: string | null) {
    return listSpellings(id, name).map((text) => {
      const entry = named.get(text) ?? { rows: [], removal: null };
      named.set(text, entry);
      const [first = ''] = firstToken.exec(text) ?? [];
      if (first !== text) lengths.set(first, (lengths.get(first) ?? new Set()).add(text.length));
      return entry;
    });
  }
  for (const row of rows) for (const entry of entriesOf(row.id, row.name)) entry.rows.push(row);
  for (const removal of [...byRow.values()].flat())
    if (removesRow(removal.stage))
      for (const entry of entriesOf(removal.instanceId, removal.name)) entry.removal ??= removal;
  return { named, lengths };
}

/** Words, and each other character by itself. A mention begins and ends with a whole token. */
export const anyToken = /[\p{L}\p{M}\p{N}_-]+|./gsu;
const firstToken = new RegExp(anyToken.source, 'su');

/** Exports and evidence show hidden characters as codes. */
function listSpellings(...texts: readonly (string | null)[]): readonly string[] {
  const spellings = texts.flatMap((text) => {
    if (text === null) return [];
    return isPlain(text) ? [text.toLowerCase()] : [text, toVisibleText(text)].map(normalizeName);
  });
  return [...new Set(spellings)].filter(Boolean);
}
