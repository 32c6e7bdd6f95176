import { formatClock, formatDay, formatInstant } from '../ui/time.ts';
import type { Deletion, EpochMs } from './deletion.ts';
import type { InstanceRow } from './instanceRow.ts';

/** What a list says about an instance. */
export type Listing = {
  /** When the list was requested. */
  listedAt: EpochMs;
  isListed: boolean;
  /** False if the list is only a part of the service's list. Absence from it proves nothing. */
  isComplete: boolean;
};

/** True if the row still is the instance of the deletion, and not a later one with the same ID. */
export function isSameInstance(row: InstanceRow, { name, created }: Deletion): boolean {
  return row.name === name && (row.record?.created ?? null) === created;
}

/** A fact about a deletion without a clear outcome, from a list that was requested after it. Null if there is none. */
export function describeSinceThen(_deletion: Deletion, _listing: Listing | null): string | null {
  return null;
}

/** The time, with the day unless it is today (UTC). */
export function formatRecent(time: EpochMs, now: EpochMs): string {
  return formatDay(time) === formatDay(now) ? formatClock(time) : formatInstant(time);
}
