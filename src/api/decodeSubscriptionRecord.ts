import * as v from 'valibot';

const text = v.fallback(v.nullable(v.string()), null);

const recordSchema = v.object({ workspace: text, level: text, validFrom: text, validTo: text });

/** A subscription record (section 2). A field that is missing, null or not a string is null; `raw` keeps all that came. */
export type SubscriptionRecord = v.InferOutput<typeof recordSchema> & { raw: unknown };

/** Reads one subscription record; null where it is no object. Dates stay the texts they are. */
export function decodeSubscriptionRecord(raw: unknown): SubscriptionRecord | null {
  if (Array.isArray(raw)) return null;
  const result = v.safeParse(recordSchema, raw);
  return result.success ? { ...result.output, raw } : null;
}
