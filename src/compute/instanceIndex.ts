import type { InstanceRow } from '../deletion/instanceRow.ts';
import { hasSeparator } from './splitText.ts';

export type InstanceIndex = {
  /** The rows with a name or ID. In a different case only if no row has the exact one. */
  find: (text: string) => { rows: readonly InstanceRow[]; isDifferentCase: boolean };
  /** True if a text begins like a listed name, up to its first hyphen. */
  looksListed: (text: string) => boolean;
  /** Names and IDs that contain spaces, quotes or brackets. */
  spacedNames: ReadonlySet<string>;
};

/** The first characters of an ID, which a shortened ID must have. */
const prefixLength = 8;
/** A part of the path of a request, as logs and links contain it. */
const servicePath = /\/databases\/([^/?#]+)\/compute\/([^/?#]+)/;

/** Prepares the search for names and IDs, so that each word of a text needs one look-up. */
export function indexInstances(rows: readonly InstanceRow[]): InstanceIndex {
  const exact = new Map<string, InstanceRow[]>();
  const folded = new Map<string, InstanceRow[]>();
  const byPrefix = new Map<string, InstanceRow[]>();
  const nameStarts = new Set<string>();
  const spacedNames = new Set<string>();
  for (const row of rows) {
    for (const text of new Set([row.name?.trim(), row.id])) {
      if (!text) continue;
      append(exact, text, row);
      append(folded, text.toLowerCase(), row);
      if (hasSeparator(text)) spacedNames.add(text);
    }
    if (row.id !== null) append(byPrefix, row.id.slice(0, prefixLength), row);
    const start = row.name?.split('-', 1)[0]?.trim().toLowerCase();
    if (start && row.name?.includes('-')) nameStarts.add(start);
  }

  function find(text: string): ReturnType<InstanceIndex['find']> {
    const rowsOfText = exact.get(text) ?? findShortened(text) ?? findInDatabase(text);
    if (rowsOfText !== undefined) return { rows: rowsOfText, isDifferentCase: false };
    const rowsOfCase = folded.get(text.toLowerCase()) ?? [];
    // In lower case, the name and the ID of one row can be equal.
    return { rows: [...new Set(rowsOfCase)], isDifferentCase: rowsOfCase.length > 0 };
  }

  /** Reads an ID that is cut after 8 or more characters, possibly with its end: `784bf136…` or `784bf136…699c`. */
  function findShortened(text: string): readonly InstanceRow[] | undefined {
    const place = text.slice(prefixLength).search(/…|\.{3}/);
    if (place === -1) return undefined;
    const start = text.slice(0, prefixLength + place);
    const end = text.slice(start.length).replace(/^(?:…|\.{3})[.!?:]*/, '');
    const matching = byPrefix
      .get(start.slice(0, prefixLength))
      ?.filter(
        ({ id }) => id?.startsWith(start) && id.endsWith(end) && id.length > start.length + end.length,
      );
    return matching?.length ? matching : undefined;
  }

  /** Reads `database/name`, `database/ID` and the path of a request. */
  function findInDatabase(text: string): readonly InstanceRow[] | undefined {
    const [, database = '', instance = ''] = servicePath.exec(text) ?? /^([^/]+)\/(.+)$/.exec(text) ?? [];
    const inDatabase = exact.get(decode(instance))?.filter((row) => row.databaseName === decode(database));
    return inDatabase?.length ? inDatabase : undefined;
  }

  function looksListed(text: string): boolean {
    const hyphen = text.indexOf('-');
    return hyphen > 0 && hyphen < text.length - 1 && nameStarts.has(text.slice(0, hyphen).toLowerCase());
  }
  return { find, looksListed, spacedNames };
}

function append(map: Map<string, InstanceRow[]>, key: string, row: InstanceRow): void {
  const rows = map.get(key);
  if (rows === undefined) map.set(key, [row]);
  else rows.push(row);
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
