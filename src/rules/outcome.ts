import * as v from 'valibot';
import { timeOrNull } from './time.ts';

/** How a deletion ended. The console, the exports, the tests and the audit log use these codes. */
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
  /** The service's request ID. */
  requestId: v.nullable(v.string()),
  /** A sentence for the admin, or an empty string if the code says it all. */
  message: v.string(),
  /** How the returned record differs from the request, in sentences. */
  notes: v.pipe(v.array(v.string()), v.readonly()),
  /** The instance record of the response (`service.md` §2). */
  record: v.nullable(v.record(v.string(), v.unknown())),
  /** When the service asks to come back. Null if it doesn't. */
  retryAt: timeOrNull,
});

export type Outcome = v.InferOutput<typeof outcomeSchema>;

/** As the server stores and sends it, with ISO times. */
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

export type DeleteTarget = { workspaceSlug: string; databaseName: string; instanceId: string };
