import { isRecord } from './isRecord.ts';
import { textOrNull } from './textOrNull.ts';

/** A subscription record (section 2). A field that is missing or null is null, a level or date of another type its JSON; `raw` keeps all that came. */
export type SubscriptionRecord = {
  workspace: string | null;
  level: string | null;
  validFrom: string | null;
  validTo: string | null;
  raw: unknown;
};

/** Reads one subscription record; null where it is no object. Dates stay the texts they are. */
export function decodeSubscriptionRecord(raw: unknown): SubscriptionRecord | null {
  if (!isRecord(raw)) return null;
  return {
    workspace: textOrNull(raw.workspace),
    level: textOrJson(raw.level),
    validFrom: textOrJson(raw.validFrom),
    validTo: textOrJson(raw.validTo),
    raw,
  };
}

/** What is no text is kept as it would be written: shown as it came, it is at least not taken for missing. */
function textOrJson(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return value == null ? null : JSON.stringify(value);
}
