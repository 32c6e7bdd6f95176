import * as v from 'valibot';
import type { InstanceId } from './deletion.ts';
import { foldCase, removeIgnorableCharacters } from './text.ts';

export const reasonRules = ['off', 'optional', 'required'] as const;

/** The page enforces all but `maxPerHour`, and our server all but `reason: 'off'`. */
export const policySchema = v.object({
  /** Null if deleting is allowed. The reason may be empty. */
  readOnly: v.nullable(v.object({ reason: v.string() })),
  /** Patterns of database names, instance IDs and instance names. */
  protected: v.pipe(v.array(v.string()), v.readonly()),
  /** Per actor and workspace. Null for no limit. */
  maxPerHour: v.nullable(v.number()),
  reason: v.picklist(reasonRules),
});

export type Policy = v.InferOutput<typeof policySchema>;

export const noPolicy: Policy = { readOnly: null, protected: [], maxPerHour: null, reason: 'optional' };

/** `*` in a pattern is any text. */
export function findProtectedPattern(
  patterns: readonly string[],
  values: readonly (string | null)[],
): string | null {
  if (patterns.length === 0) return null;
  const foldedValues = values.flatMap((value) => (value === null ? [] : [foldSpelling(value)]));
  return patterns.find((pattern) => foldedValues.some((value) => matches(pattern, value))) ?? null;
}

/** Equal for spellings that a service may treat as one. */
export function foldSpelling(value: string): string {
  return foldCase(removeIgnorableCharacters(value.normalize('NFKC')).trim());
}

export function foldInstance({ databaseName, instanceId }: InstanceId): InstanceId {
  return { databaseName: foldSpelling(databaseName), instanceId: foldSpelling(instanceId) };
}

/** Not by a regular expression, which could take long for several stars. No pattern has a NUL, which here marks both ends. */
function matches(pattern: string, value: string): boolean {
  let end = 0;
  return `\0${foldSpelling(pattern)}\0`.split('*').every((part) => {
    const start = `\0${value}\0`.indexOf(part, end);
    end = start + part.length;
    return start !== -1;
  });
}
