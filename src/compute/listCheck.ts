import type { UseQueryResult } from '@tanstack/react-query';
import type { InstanceList } from '../api/computeInstances.ts';
import { parseInstant } from '../format/time.ts';
import type { Deletion } from '../rules/deletion.ts';
import { type ComputeInstance, getDatabaseName } from '../rules/instanceRecord.ts';
import { isLater } from './instanceRow.ts';
import { formatTimeToday } from './outcomes.ts';

/** Earlier dates are placeholders, such as 1970-01-01 for a timestamp of zero. */
const earliestPlausibleMs = Date.UTC(2002, 0, 1);
/** The largest difference (ms) that is expected between the clocks of two servers. */
const clockToleranceMs = 5 * 60_000;

/** True if the `deleted` date says that the instance is deleted. A placeholder would hide an instance that exists. */
export function isDeletedRecord(
  { deleted }: ComputeInstance,
  { servedAt, receivedAt }: Pick<InstanceList, 'servedAt' | 'receivedAt'>,
): boolean {
  const time = deleted === null ? null : parseInstant(deleted);
  return time !== null && time >= earliestPlausibleMs && time <= (servedAt ?? receivedAt) + clockToleranceMs;
}

export type InstanceListQuery = { databaseName: string | null; query: UseQueryResult<InstanceList> };

/** What a list of after the deletion shows, as a sentence. Null if it proves nothing. Absence is never called a proof. */
export function describeListCheck(lists: readonly InstanceListQuery[], deletion: Deletion): string | null {
  const { databaseName } = deletion;
  const covering = lists.find((each) => each.databaseName === databaseName || each.databaseName === null);
  const list = covering?.query.data;
  if (list === undefined || list.requestedAt <= (deletion.sentAt ?? deletion.confirmedAt)) return null;
  const time = formatTimeToday(list.requestedAt, Date.now());
  const databaseOf = (each: ComputeInstance) => covering?.databaseName ?? getDatabaseName(each);
  const record = list.items.find((each) => databaseOf(each) === databaseName && isRecordOf(each, deletion));
  if (record !== undefined) {
    if (isDeletedRecord(record, list)) return `The list of ${time} says that it's deleted.`;
    if (isLater(record.created, deletion.created))
      return `The list of ${time} has a new instance with this ID.`;
    return `Still listed at ${time}.`;
  }
  const isReadable =
    list.isComplete &&
    list.unreadable.length === 0 &&
    list.items.every((each) => each.id !== null && !each.id.includes('\ufffd') && databaseOf(each) !== '');
  return isReadable ? `The list of ${time} doesn't show it.` : null;
}

function isRecordOf({ id, name, created }: ComputeInstance, deletion: Deletion): boolean {
  if (id === deletion.instanceId) return true;
  return name !== null && name === deletion.name && created !== null && created === deletion.created;
}
