import * as v from 'valibot';

/** Whether a JSON value is an object, neither null nor a list. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Accepts a JSON object and nothing else: to valibot's own `object` a list is one too. */
export const jsonObject = v.custom<Record<string, unknown>>(isJsonObject);

// Section 2 does not show which fields are required: one that is missing or of another type is null, and loses no other.
export const text = v.fallback(v.nullable(v.string()), null);
export const flag = v.fallback(v.nullable(v.boolean()), null);
