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

type Draft = Omit<InstanceRow, 'label'>;

/**
 * One list out of its two sources: what the service lists and what the admin added, without what is deleted.
 * @param hasLeft whether this console saw the deletion of an instance, so that a stale read can't bring it back
 */
export function mergeRows(
  listed: readonly ListedDatabase[],
  added: readonly AddedInstance[],
  hasLeft: (databaseName: string, id: string) => boolean,
): InstanceRow[] {
  const drafts = new Map<string, Draft>();
  for (const list of listed)
    for (const [index, record] of list.instances.entries()) {
      const { id, name, deleted } = record;
      const databaseName = list.databaseName ?? databaseOf(record);
      // An empty text is no date: such a record was not deleted.
      if (deleted || (id !== null && hasLeft(databaseName, id))) continue;
      // A repeated id addresses one instance, however often it is listed; without an id every record is its own.
      const key = id === null ? `${instanceKey(databaseName, `#${index}`)}?` : instanceKey(databaseName, id);
      if (!drafts.has(key)) drafts.set(key, { key, databaseName, id, name, record, source: 'listed' });
    }
  for (const { databaseName, id, name } of added) {
    if (hasLeft(databaseName, id)) continue;
    const key = instanceKey(databaseName, id);
    const known = drafts.get(key);
    if (known === undefined) drafts.set(key, { key, databaseName, id, name, record: null, source: 'added' });
    else drafts.set(key, { ...known, name: known.name ?? name, source: 'both' });
  }
  return labelled([...drafts.values()]);
}

/** The name where no other row has it as name or id, else the id: two rows with one label would be confirmed alike. */
function labelled(drafts: readonly Draft[]): InstanceRow[] {
  const names = new Map<string, number>();
  function count(word: string) {
    if (word !== '') names.set(word, (names.get(word) ?? 0) + 1);
  }
  for (const { name, id } of drafts) {
    count(name?.trim() ?? '');
    if (id !== name?.trim()) count(id ?? '');
  }
  return drafts.map((draft) => {
    const name = draft.name?.trim() ?? '';
    const label =
      name !== '' && names.get(name) === 1 ? name : (draft.id ?? (name || 'instance without an id'));
    return { ...draft, label };
  });
}
