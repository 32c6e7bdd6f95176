import * as v from 'valibot';

/** ms since 1970, UTC. A time from the service can have a fraction for its microseconds. */
export type EpochMs = number;

export const isoTime = v.pipe(v.string(), v.isoTimestamp(), v.transform(Date.parse));

export const isoTimeOrNull = v.nullable(isoTime);

export function toIso(ms: EpochMs): string {
  return new Date(ms).toISOString();
}

export function toIsoOrNull(ms: EpochMs | null): string | null {
  return ms === null ? null : toIso(ms);
}
