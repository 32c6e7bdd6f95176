import type { UseQueryResult } from '@tanstack/react-query';
import type { InstanceList } from '../api/computeInstances.ts';
import { parseInstant } from '../format/time.ts';
import { type ComputeInstance, getDatabaseName } from '../rules/instanceRecord.ts';
import { isLater, type LogItem } from './instanceRow.ts';
import { formatTimeSince } from './outcomes.ts';

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

/** What a list of after the request shows, as a sentence. Null if it shows nothing. Absence is never called a proof. */
export function describeListCheck(
  lists: readonly InstanceListQuery[],
  { deletion, item }: LogItem,
): string | null {
  const { databaseName } = item;
  const covering = lists.find((each) => each.databaseName === databaseName || each.databaseName === null);
  const list = covering?.query.data;
  const askedAt = item.sentAt ?? deletion.confirmedAt;
  if (list === undefined || list.requestedAt === null || list.requestedAt <= askedAt) return null;
  const checked = `Checked ${formatTimeSince(list.requestedAt, askedAt)}`;
  const databaseOf = (each: ComputeInstance) => covering?.databaseName ?? getDatabaseName(each);
  const record = list.items.find((each) => databaseOf(each) === databaseName && each.id === item.instanceId);
  if (record !== undefined) {
    if (isDeletedRecord(record, list)) return `${checked}: the list says that it's deleted.`;
    if (isLater(record.created, item.created)) return `${checked}: the list has a new instance with this ID.`;
    return `${checked}: still listed.`;
  }
  const isReadable =
    list.isComplete &&
    list.unreadable.length === 0 &&
    list.items.every((each) => each.id !== null && !each.id.includes('\ufffd') && databaseOf(each) !== '');
  return isReadable ? `${checked}: the list doesn't show it.` : null;
}
