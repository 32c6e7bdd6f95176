import type { EpochMs } from '../../rules/time.ts';

/** Who sends a request, and when. */
export type Access = {
  /** Public ID. */
  sessionId: string;
  workspace: string;
  actor: string;
  /** Never stored, logged or shown as it is. */
  token: string;
  /** The time of the request, by the clock of the database. */
  time: EpochMs;
};
