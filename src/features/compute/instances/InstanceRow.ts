import type { ComputeInstance } from '../../../api/decodeInstance.ts';

/** One line of the Compute list: where an instance is addressed, and what is known of it. */
export type InstanceRow = {
  /** Database and id together, or a placeholder where there is no id: unique within a workspace. */
  key: string;
  /** Empty where a listing of the whole workspace does not say; such a row can't be deleted. */
  databaseName: string;
  /** null where the record carries no id that is a text; such a row can't be deleted. */
  id: string | null;
  name: string | null;
  /** What the admin reads and types: the name, or the id where the name is empty or not unique. */
  label: string;
  /** The record the service listed; null for an instance that was only added by hand. */
  record: ComputeInstance | null;
  source: 'listed' | 'added' | 'both';
};
