import * as v from 'valibot';
import { isoTimeOrNullSchema } from './time.ts';

/** How a delete ended. The console, the exports, the tests and the audit log use these codes. */
export const outcomeCodes = [
  'deleted',
  'accepted',
  'gone',
  'refused',
  'unknown',
  'mismatch',
  'not-sent',
] as const;

export type OutcomeCode = (typeof outcomeCodes)[number];

export const outcomeSchema = v.object({
  code: v.picklist(outcomeCodes),
  /** HTTP status of the service's response. Null without a response. */
  status: v.nullable(v.number()),
  requestId: v.nullable(v.string()),
  /** A sentence for the admin, or an empty string if the code says it all. */
  message: v.string(),
  notes: v.pipe(v.array(v.string()), v.readonly()),
  /** The instance record of the response (`service.md` §2). Null in lists, which would be too large with it. */
  record: v.nullable(v.record(v.string(), v.unknown())),
  /** When the service asks to come back. Null if it doesn't. */
  retryAt: isoTimeOrNullSchema,
});

export type Outcome = v.InferOutput<typeof outcomeSchema>;
export type OutcomeJson = v.InferInput<typeof outcomeSchema>;

export const blankOutcome: Omit<OutcomeJson, 'code'> = {
  status: null,
  requestId: null,
  message: '',
  notes: [],
  record: null,
  retryAt: null,
};

/** These outcomes remove the row, and close an earlier `unknown` of the instance. */
export function removesRow(code: string | undefined): boolean {
  return code === 'deleted' || code === 'accepted' || code === 'gone';
}
