import * as v from 'valibot';

const word = v.fallback(v.nullable(v.string()), null);

// What is no text is kept as it would be written: shown as it came, it is at least not taken for missing.
const text = v.fallback(v.nullable(v.string()), (found) =>
  found?.value === undefined ? null : JSON.stringify(found.value),
);

const recordSchema = v.object({ workspace: word, level: text, validFrom: text, validTo: text });

// Settings of its own spare each of 100 000 records a look at the library's global ones.
const settings = { abortEarly: true };

/** A subscription record (section 2). A field that is missing or null is null, a level or date of another type its JSON; `raw` keeps all that came. */
export type SubscriptionRecord = v.InferOutput<typeof recordSchema> & { raw: unknown };

/** Reads one subscription record; null where it is no object. Dates stay the texts they are. */
export function decodeSubscriptionRecord(raw: unknown): SubscriptionRecord | null {
  if (Array.isArray(raw)) return null;
  const result = v.safeParse(recordSchema, raw, settings);
  return result.success ? Object.assign(result.output, { raw }) : null;
}
