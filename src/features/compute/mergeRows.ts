import type { ComputeInstance } from '../../api/instanceRecord.ts';
import { addressedDatabaseOf, type InstanceRow, instanceKey } from './instanceRow.ts';
import type { AddedInstance } from './inventory.ts';

export type ListedDatabase = {
  /** null where one listing covers the whole workspace, and each record has to name its database. */
  databaseName: string | null;
  instances: readonly ComputeInstance[];
};

type Unlabelled = Omit<InstanceRow, 'label'>;

/**
 * Makes one list out of its two sources: what the service lists, without what it calls deleted (section 2), and what
 * the admin added. A key stands once, as it came first; an instance of both sources is one row.
 */
export function mergeRows(
  listed: readonly ListedDatabase[],
  added: readonly AddedInstance[],
): readonly InstanceRow[] {
  const rows = new Map<string, Unlabelled>();
  for (const { databaseName: list, instances } of listed)
    for (const [index, record] of instances.entries()) {
      const { id, name, deleted } = record;
      // An empty text is no date: such a record was not deleted.
      if (deleted) continue;
      const databaseName = list ?? addressedDatabaseOf(record);
      // Without an id every record is a row of its own.
      const key = id === null ? `${instanceKey(databaseName, `#${index}`)}?` : instanceKey(databaseName, id);
      if (!rows.has(key)) rows.set(key, { key, databaseName, id, name, record, source: 'listed' });
    }
  for (const { databaseName, id, name } of added) {
    const key = instanceKey(databaseName, id);
    const row = rows.get(key);
    if (row === undefined) rows.set(key, { key, databaseName, id, name, record: null, source: 'added' });
    else if (row.source === 'listed') rows.set(key, { ...row, name: row.name ?? name, source: 'both' });
  }
  const taken = repeatedWords(rows.values());
  return Array.from(rows.values(), (row) => ({ ...row, label: labelOf(row, taken) }));
}

/** The names and ids that more than one row has: two rows with one label would be confirmed alike. */
function repeatedWords(rows: Iterable<Unlabelled>): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { id, name } of rows) {
    const word = name?.trim() ?? '';
    for (const one of word === id ? [word] : [word, id ?? '']) {
      if (seen.has(one)) repeated.add(one);
      seen.add(one);
    }
  }
  return repeated;
}

function labelOf({ id, name }: Unlabelled, taken: ReadonlySet<string>): string {
  const word = name?.trim() ?? '';
  return word === '' || taken.has(word) ? (id ?? (word || 'instance without an id')) : word;
}
