import * as v from 'valibot';
import { maxReasonLength } from './policy.ts';

/** In lower case, because texts are compared. */
export const uuid = v.pipe(v.string(), v.uuid(), v.toLowerCase());
const text = v.string();
const textOrNull = v.optional(v.nullable(text), null);

/** One line. Our server trims it; the policy decides if it may be empty. */
const reason = v.pipe(
  v.optional(v.nullable(text), ''),
  v.transform((value) => (value ?? '').trim()),
  v.maxLength(maxReasonLength, `The reason is longer than ${maxReasonLength} characters.`),
  v.regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'The reason must be one line.'),
);

const target = { databaseName: text, instanceId: text, name: textOrNull, created: textOrNull };

/** Body of `PUT /api/workspaces/:workspace/deletions/:id`. */
export const deletionRequestSchema = v.object({ ...target, reason });
export type DeletionRequest = v.InferOutput<typeof deletionRequestSchema>;

/** Body of `PUT /api/workspaces/:workspace/bulk-deletions/:id`. The items are deleted in this order. */
export const bulkDeletionRequestSchema = v.object({
  items: v.pipe(
    v.array(v.object({ id: uuid, ...target })),
    v.minLength(1, 'A bulk delete needs an instance.'),
  ),
  reason,
});
export type BulkDeletionRequest = v.InferOutput<typeof bulkDeletionRequestSchema>;

/** Body of `POST …/protections`, and of `…/protections/remove`. */
export const protectionRequestSchema = v.object({
  databaseName: text,
  instanceId: text,
  name: textOrNull,
  reason,
});
export type ProtectionRequest = v.InferOutput<typeof protectionRequestSchema>;

/** Of one request, in bytes. */
export const maxBodyBytes = 1024 * 1024;

/** Body of `POST …/added-instances`, and of `…/added-instances/remove`. */
export const addedInstancesRequestSchema = v.object({
  instances: v.array(v.object({ databaseName: text, instanceId: text, name: textOrNull })),
});
export type AddedInstance = v.InferOutput<typeof addedInstancesRequestSchema>['instances'][number];

const names = v.pipe(v.array(text), v.readonly());

/** Body of `POST …/databases`. */
export const databaseChangesSchema = v.object({ add: names, remove: names });
export type DatabaseChanges = v.InferOutput<typeof databaseChangesSchema>;

/** Body of `POST /api/session`. Without a token, the session's tokens are tried. */
export const sessionRequestSchema = v.object({ workspace: text, token: v.optional(text) });

/** The code of a refusal. The body of every refusal is `{message, statusCode, code}`. */
export const refusalCodes = [
  'session',
  'read-only',
  'protected',
  'reason',
  'max-bulk',
  'in-flight',
  'mismatch',
  'different-body',
  'path',
  'invalid',
  'storage',
  'service',
] as const;

export type RefusalCode = (typeof refusalCodes)[number];

export type Refusal = { code: RefusalCode; message: string };
