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

/**
 * One list out of its two sources: what the service lists and what the admin added, without what is deleted.
 * @param hasLeft whether this console saw the deletion of an instance, so that a stale read can't bring it back
 */
export function mergeRows(
  listed: readonly ListedDatabase[],
  added: readonly AddedInstance[],
  hasLeft: (databaseName: string, id: string) => boolean,
): InstanceRow[] {
  const rows: InstanceRow[] = [];
  const keys = new Set<string>();
  for (const list of listed)
    for (const [index, record] of list.instances.entries()) {
      const { id, name, deleted } = record;
      const databaseName = list.databaseName ?? databaseOf(record);
      // An empty text is no date: such a record was not deleted.
      if (deleted || (id !== null && hasLeft(databaseName, id))) continue;
      // A repeated id addresses one instance, however often it is listed; without an id every record is its own.
      const key = id === null ? `${instanceKey(databaseName, `#${index}`)}?` : instanceKey(databaseName, id);
      if (isNew(keys, key)) rows.push({ key, databaseName, id, name, label: '', record, source: 'listed' });
    }
  const known = added.length === 0 ? null : new Map(rows.map((row) => [row.key, row]));
  for (const { databaseName, id, name } of added) {
    if (hasLeft(databaseName, id)) continue;
    const key = instanceKey(databaseName, id);
    const row = known?.get(key);
    if (row !== undefined) Object.assign(row, { name: row.name ?? name, source: 'both' });
    else if (isNew(keys, key))
      rows.push({ key, databaseName, id, name, label: '', record: null, source: 'added' });
  }
  label(rows);
  return rows;
}

/** The name where no other row has it as name or id, else the id: two rows with one label would be confirmed alike. */
function label(rows: readonly InstanceRow[]): void {
  const [names, shared, ids] = [new Set<string>(), new Set<string>(), new Set<string | null>()];
  for (const row of rows) {
    row.label = row.name?.trim() ?? '';
    if (!isNew(names, row.label)) shared.add(row.label);
    ids.add(row.id);
  }
  for (const row of rows) {
    const { id, label: name } = row;
    if (name === '' || shared.has(name) || (name !== id && ids.has(name)))
      row.label = id ?? (name || 'instance without an id');
  }
}

/** Adds a text that is not among them yet. One look into the set, where asking first would take two. */
function isNew(texts: Set<string>, text: string): boolean {
  return texts.size < texts.add(text).size;
}
