import type { Dialect, Transaction } from 'kysely';
import type { EpochMs } from '../../rules/time.ts';
import type { Tables } from './tables.ts';

/** What differs between SQLite and PostgreSQL. */
export type Driver = {
  dialect: Dialect;
  /** The one clock: ms since 1970. PostgreSQL: corrected by the offset to its `clock_timestamp()`. */
  now: () => EpochMs;
  /** True if this process is the only one (SQLite). */
  isExclusive: boolean;
  /** Until the end of the transaction, no other transaction of any replica passes this with the same key. */
  lock: (trx: Transaction<Tables>, key: string) => Promise<void>;
  /** Why it can't be opened, as a sentence without its full stop and without a password. */
  describeError: (error: unknown) => string;
  /** Before the end of the connections. */
  close: () => void;
};

export function readErrorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
