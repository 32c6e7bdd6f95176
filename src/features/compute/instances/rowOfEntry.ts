import type { DeletionEntry } from '../journal/DeletionEntry.ts';
import type { Deletable } from './Deletable.ts';
import { instanceKey } from './instanceKey.ts';

/** An intent's target as a row, for an instance that the list does not show: it can still be asked about. */
export function rowOfEntry({ target, label, listed }: DeletionEntry): Deletable {
  const { databaseName, instanceId } = target;
  const key = instanceKey(databaseName, instanceId);
  const name = label === instanceId ? null : label;
  return {
    key,
    databaseName,
    id: instanceId,
    name,
    label,
    record: null,
    source: listed ? 'listed' : 'added',
  };
}
