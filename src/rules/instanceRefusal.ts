import { type DeletionItem, isOpenItem, type Protection } from './deletion.ts';
import { describePathProblem } from './pathValues.ts';
import { findProtectedPattern, type Policy } from './policy.ts';
import type { Refusal, RefusalCode } from './requests.ts';

type DeleteCandidate = { databaseName: string; instanceId: string | null; name: string | null };

type DeleteConditions = {
  policy: Policy;
  /** At least its open and unresolved items of other deletions, in every spelling. Null without the log. */
  deletions: readonly Pick<DeletionItem, 'stage' | 'dismissedAt'>[] | null;
  protection: Pick<Protection, 'actor' | 'reason'> | null;
};

/** Decides for rows, dialogs and the server. Null if these conditions forbid nothing. */
export function findInstanceRefusal(
  candidate: DeleteCandidate,
  conditions: DeleteConditions,
): Refusal | null {
  const { databaseName, instanceId, name } = candidate;
  const { policy, deletions, protection } = conditions;
  if (policy.readOnly !== null) return refuse('read-only', readOnlySentence(policy.readOnly.reason));
  if (deletions === null) return refuse('storage', cantReadLogSentence);
  const unnamable = findPathRefusal(candidate);
  if (unnamable !== null) return unnamable;
  const pattern = findProtectedPattern(policy.protected, [databaseName, instanceId, name]);
  if (pattern !== null)
    return refuse('protected', `Your operator protects instances that match “${pattern}”.`);
  if (protection !== null) return refuse('protected', protectedSentence(protection));
  if (deletions.some(({ stage, dismissedAt }) => stage === 'mismatch' && dismissedAt === null))
    return refuse('mismatch', mismatchSentence);
  if (deletions.some(isOpenItem)) return refuse('in-flight', 'This instance is being deleted already.');
  return null;
}

/** Null if a request can name exactly this instance. */
export function findPathRefusal({ databaseName, instanceId, name }: DeleteCandidate): Refusal | null {
  if (instanceId === null) return refuse('path', "This record has no text ID, so it can't be deleted.");
  // Decoding may have replaced bytes, so it could be the name of a different instance.
  if (name?.toWellFormed().includes('\ufffd')) return refuse('path', "Its name can't be read.");
  const problem =
    describePathProblem('Its ID', instanceId) ?? describePathProblem('Its database name', databaseName);
  return problem === null ? null : refuse('path', problem);
}

export function readOnlySentence(reason: string): string {
  return `Read-only. Deleting is turned off on this console. ${reason}`.trim();
}

export const cantReadLogSentence = "The deletion log can't be read, so deleting is off.";
export const cantWriteLogSentence = "The deletion log can't be written, so nothing was sent.";

const mismatchSentence =
  'An earlier response for this instance named a different workspace. Read its alert on the Compute screen first.';

export function protectedSentence({ actor, reason }: Pick<Protection, 'actor' | 'reason'>): string {
  return `Protected by ${actor}${reason === '' ? '.' : `: ${reason}`}`;
}

function refuse(code: RefusalCode, message: string): Refusal {
  return { code, message };
}
