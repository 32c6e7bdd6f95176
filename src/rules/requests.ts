import * as v from 'valibot';
import { maxItems } from './deletion.ts';
import { isValidToken, removeIgnorableCharacters } from './text.ts';

/** In lower case, to be compared as text. */
export const uuidSchema = v.pipe(v.string(), v.uuid('The ID must be a UUID.'), v.toLowerCase());

/** Databases store no lone surrogate. */
const text = v.pipe(
  v.string(),
  v.check((value) => value.isWellFormed(), 'A text contains half a character.'),
);
const optionalText = (label: string, max: number) =>
  v.nullish(v.pipe(text, v.maxLength(max, `${label} is longer than ${max} characters.`)), null);
const name = optionalText('A name', 512);

/** For a delete, the policy decides if it may be empty. */
const reason = v.pipe(
  v.nullish(text, ''),
  v.trim(),
  v.maxLength(300, 'The reason is longer than 300 characters.'),
  v.regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'The reason must be one line.'),
);

export function findReasonProblem(text: string): string | null {
  return v.safeParse(reason, text).issues?.[0].message ?? null;
}

const instance = v.object({ databaseName: text, instanceId: text, name });
const toItems = <Item>(item: v.GenericSchema<unknown, Item>) =>
  v.pipe(v.array(item), v.minLength(1, countSentence), v.maxLength(maxItems, countSentence));
const countSentence = `Name 1 to ${maxItems} instances.`;

/** The items are sent in this order. */
export const deletionRequestSchema = v.object({
  items: toItems(v.object({ ...instance.entries, created: optionalText('A date', 64) })),
  reason,
});
export type DeletionRequest = v.InferOutput<typeof deletionRequestSchema>;

export const dismissRequestSchema = v.object({
  item: v.pipe(
    v.number(),
    v.check((index) => Number.isSafeInteger(index) && index >= 0, 'The item must be its index.'),
  ),
});

export const protectionRequestSchema = v.object({ items: toItems(instance), reason });
export type ProtectionRequest = v.InferOutput<typeof protectionRequestSchema>;

export const maxBodyBytes = 1024 * 1024;

export const addedInstancesRequestSchema = v.object({ instances: v.array(instance) });
export type AddedInstance = v.InferOutput<typeof instance>;

export const databaseChangesSchema = v.object({
  add: v.optional(v.array(text), []),
  remove: v.optional(v.array(text), []),
});
export type DatabaseChanges = v.InferOutput<typeof databaseChangesSchema>;

export const signInRequestSchema = v.object({
  workspace: v.pipe(v.string(), v.transform(removeIgnorableCharacters), v.trim()),
  token: v.pipe(
    v.string(),
    v.trim(),
    v.check(isValidToken, 'An access token has 1 to 8192 characters, and no spaces or accents.'),
  ),
});
export type SignInRequest = v.InferOutput<typeof signInRequestSchema>;

/** For a refusal that names no other HTTP status. */
export const refusalStatuses = {
  session: 401,
  'read-only': 403,
  protected: 403,
  reason: 403,
  limit: 403,
  'in-flight': 409,
  mismatch: 409,
  'different-body': 409,
  withdrawn: 409,
  path: 422,
  invalid: 422,
  storage: 503,
  service: 503,
};

/** `QueryFailure` recognises the error by this text. */
export const offlineSentence = "You're offline.";

export type RefusalCode = keyof typeof refusalStatuses;

export type Refusal = { code: RefusalCode; message: string };
