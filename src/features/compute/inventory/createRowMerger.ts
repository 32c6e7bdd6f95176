import type { ComputeInstance } from '../../../api/decodeInstance.ts';
import { databaseOf } from '../instances/databaseOf.ts';
import type { InstanceRow } from '../instances/InstanceRow.ts';
import { instanceKey } from '../instances/instanceKey.ts';
import type { AddedInstance } from './createInventory.ts';

export type ListedDatabase = {
  /** null where one listing covers the whole workspace, and each record has to name its database. */
  databaseName: string | null;
  instances: readonly ComputeInstance[];
};

type Merged = { listed: readonly ListedDatabase[]; added: readonly AddedInstance[]; rows: InstanceRow[] };

/**
 * Makes one list out of its two sources: what the service lists, without what it calls deleted, and what the admin
 * added. Lists come one by one; what was worked out for the earlier ones is kept as long as they are all there.
 * @returns what merges; the same lists and the same added ones give the very same list of rows
 */
export function createRowMerger() {
  let rowsOf = new Map<readonly ComputeInstance[], InstanceRow[]>();
  /** All names and ids, and those that came more than once: two rows with one label would be confirmed alike. */
  let words = new Set<string>();
  let shared = new Set<string>();
  let hadAdded = false;
  let before: Merged | null = null;

  function note(word: string): boolean {
    // One look into the set, where asking first would take two.
    const isNew = words.size < words.add(word).size;
    if (!isNew) shared.add(word);
    return isNew;
  }

  function noteName({ id, name }: Pick<InstanceRow, 'id' | 'name'>) {
    const word = name?.trim();
    if (word && word !== id) note(word);
  }

  function labelOf({ id, name }: Pick<InstanceRow, 'id' | 'name'>): string {
    const word = name?.trim() ?? '';
    return word === '' || shared.has(word) ? (id ?? (word || 'instance without an id')) : word;
  }

  function labelled(row: InstanceRow): InstanceRow {
    const label = labelOf(row);
    return label === row.label ? row : { ...row, label };
  }

  function take({ databaseName: listed, instances }: ListedDatabase): InstanceRow[] {
    const rows: InstanceRow[] = [];
    let keys: Set<string> | null = null;
    for (const [index, record] of instances.entries()) {
      const { id, name, deleted } = record;
      // An empty text is no date: such a record was not deleted.
      if (deleted) continue;
      const databaseName = listed ?? databaseOf(record);
      // A repeated id addresses one instance, however often it is listed; without an id every record is its own.
      const key = id === null ? `${instanceKey(databaseName, `#${index}`)}?` : instanceKey(databaseName, id);
      if (id !== null && !note(id)) {
        keys ??= new Set(rows.map((row) => row.key));
        if (keys.has(key)) continue;
      }
      keys?.add(key);
      noteName(record);
      rows.push({ key, databaseName, id, name, label: labelOf(record), record, source: 'listed' });
    }
    return rows;
  }

  function merge(listed: readonly ListedDatabase[], added: readonly AddedInstance[]): InstanceRow[] {
    const lists = new Set(listed.map(({ instances }) => instances));
    if (hadAdded || added.length > 0 || [...rowsOf.keys()].some((list) => !lists.has(list)))
      [rowsOf, words, shared] = [new Map(), new Set(), new Set()];
    hadAdded = added.length > 0;
    const known = shared.size;
    for (const list of listed) if (!rowsOf.has(list.instances)) rowsOf.set(list.instances, take(list));
    const own = hadAdded ? addTo([...rowsOf.values()].flat(), added) : [];
    if (shared.size > known || hadAdded)
      for (const [list, rows] of rowsOf) rowsOf.set(list, rows.map(labelled));
    return [...[...lists].flatMap((list) => rowsOf.get(list) ?? []), ...own.map(labelled)];
  }

  return (listed: readonly ListedDatabase[], added: readonly AddedInstance[]): InstanceRow[] => {
    if (before === null || !isSame(before, listed, added))
      before = { listed, added, rows: merge(listed, added) };
    return before.rows;
  };

  /** The added instances that no list has; those that one has are marked there. */
  function addTo(rows: readonly InstanceRow[], added: readonly AddedInstance[]): InstanceRow[] {
    const byKey = new Map(rows.map((row) => [row.key, row]));
    const own: InstanceRow[] = [];
    for (const { databaseName, id, name } of added) {
      const key = instanceKey(databaseName, id);
      const row = byKey.get(key);
      if (row === undefined) {
        note(id);
        noteName({ id, name });
        const alone: InstanceRow = { key, databaseName, id, name, label: '', record: null, source: 'added' };
        byKey.set(key, alone);
        own.push(alone);
      } else if (row.source === 'listed') {
        if (row.name === null) noteName({ id, name });
        Object.assign(row, { name: row.name ?? name, source: 'both' });
      }
    }
    return own;
  }
}

function isSame(before: Merged, listed: readonly ListedDatabase[], added: readonly AddedInstance[]): boolean {
  return (
    (before.added === added || before.added.length + added.length === 0) &&
    before.listed.length === listed.length &&
    listed.every(
      ({ databaseName, instances }, at) =>
        before.listed[at]?.instances === instances && before.listed[at].databaseName === databaseName,
    )
  );
}
