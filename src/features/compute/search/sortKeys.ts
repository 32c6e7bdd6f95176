import type { InstanceRow } from '../instances/InstanceRow.ts';
import { naturalKey } from './naturalKey.ts';

export type SortColumn = keyof typeof sortKeys;

/** What each column is sorted by: a text in whose plain order (`<`) the rows come, null where there is no value. */
export const sortKeys = {
  name: ({ label }: InstanceRow) => naturalKey(label),
  databaseName: ({ databaseName }: InstanceRow) => naturalKey(databaseName),
  status: ({ record }: InstanceRow) => textKey(record?.status),
  region: ({ record }: InstanceRow) => textKey(record?.region),
  created: ({ record }: InstanceRow) => dateKey(record?.created),
  apiHost: ({ record }: InstanceRow) => textKey(record?.apiHost),
  expandable: ({ record }: InstanceRow) => flagKey(record?.expandable),
  sharded: ({ record }: InstanceRow) => flagKey(record?.sharded),
} as const;

function textKey(text: string | null | undefined): string | null {
  return text === null || text === undefined || text === '' ? null : naturalKey(text);
}

function dateKey(date: string | null | undefined): string | null {
  if (!date || usualDate.test(date)) return date || null;
  // A date-time without a zone is UTC (section 2 of the service document); Date.parse would take it as local.
  const ms = Date.parse(/T[^Z+-]*$/i.test(date) ? `${date}Z` : date);
  if (Number.isNaN(ms)) return null;
  const usual = new Date(ms).toISOString();
  // Years of more than four digits, which no record should hold, come behind all others.
  return usual.startsWith('+') ? `~${usual}` : usual;
}

// Such dates are in their own order as they stand, and need no costly reading.
const usualDate = /^\d{4}-(?:0[1-9]|1[0-2])-(?:[0-2]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

function flagKey(flag: boolean | null | undefined): string | null {
  return flag === null || flag === undefined ? null : String(flag);
}
