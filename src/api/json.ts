import * as v from 'valibot';

export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Accepts JSON objects only. Valibot's own `object` also accepts arrays. */
export const jsonObject = v.custom<Record<string, unknown>>(isJsonObject);

// Section 2 does not show which fields are required, so a missing or wrongly typed field becomes null.
export const text = v.fallback(v.nullable(v.string()), null);
export const flag = v.fallback(v.nullable(v.boolean()), null);
