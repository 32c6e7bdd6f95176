import * as v from 'valibot';

/** ms since 1970, UTC. A time from the service can have a fraction for its microseconds. */
export type EpochMs = number;

export const isoTimeSchema = v.pipe(v.string(), v.isoTimestamp(), v.transform(Date.parse));

export const isoTimeOrNullSchema = v.nullable(isoTimeSchema);

export function toIso(ms: EpochMs): string {
  return new Date(ms).toISOString();
}

export function toIsoOrNull(ms: EpochMs | null): string | null {
  return ms === null ? null : toIso(ms);
}
