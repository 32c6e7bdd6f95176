import type { ComputeInstance } from '../../../api/decodeInstance.ts';

/**
 * The database that a listed record names itself: `databaseName`, or `database.name` as in the known variant. Only a
 * text is taken.
 * @returns an empty text where it names none; such an instance can't be addressed
 */
export function databaseOf({ raw }: ComputeInstance): string {
  const { databaseName, database } = raw;
  if (typeof databaseName === 'string') return databaseName;
  if (typeof database !== 'object' || database === null || !('name' in database)) return '';
  return typeof database.name === 'string' ? database.name : '';
}
