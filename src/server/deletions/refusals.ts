import type { DeletionTarget } from '../../rules/deletion.ts';
import { cantWriteLogSentence, mayDelete } from '../../rules/mayDelete.ts';
import type { Policy } from '../../rules/policy.ts';
import type { Refusal, RefusalCode } from '../../rules/requests.ts';
import { redactToken } from '../../rules/token.ts';
import { RefusalError } from '../refusal.ts';

const statuses: Record<RefusalCode, number> = {
  ...{ session: 401, 'read-only': 403, protected: 403, reason: 403, 'max-bulk': 403 },
  ...{ 'in-flight': 409, mismatch: 409, 'different-body': 409, path: 422, invalid: 422 },
  ...{ storage: 503, service: 503 },
};

export function refuse(code: RefusalCode, message: string, status = statuses[code]): RefusalError {
  return new RefusalError(status, code, message);
}

export function refuseDifferentBody(): RefusalError {
  return refuse('different-body', 'This ID was used for a different delete, so nothing was sent.');
}

/** Whatever isn't a refusal is an error of the database. */
export function throwRefusal(error: unknown): never {
  throw error instanceof RefusalError ? error : refuse('storage', cantWriteLogSentence);
}

/** What can be refused without the log, or null. */
export function findRequestRefusal(
  targets: readonly DeletionTarget[],
  reason: string,
  policy: Policy,
  token: string,
): RefusalError | null {
  const decisions = targets.map((target) => mayDelete(target, { policy, deletions: [], protection: null }));
  const refusal = combineRefusals(targets, decisions);
  if (refusal !== null) return refusal;
  const hasToken = (text: string | null) => text !== null && redactToken(text, token) !== text;
  if (targets.some((each) => [each.databaseName, each.instanceId, each.name, each.created].some(hasToken)))
    return refuse('path', 'This record contains your access token, so nothing was sent.');
  if (hasToken(reason)) return refuse('invalid', 'The reason contains your access token. Remove it first.');
  if (policy.reason === 'required' && !visibleCharacter.test(reason))
    return refuse('reason', 'Your operator requires a reason for every delete.');
  return null;
}

const visibleCharacter = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;
const maxNamedTargets = 20;

/** One refusal of the whole, which names what stands in the way of a bulk delete. Null if nothing does. */
export function combineRefusals(
  targets: readonly DeletionTarget[],
  refusals: readonly (Refusal | null)[],
): RefusalError | null {
  const refused = targets.flatMap(({ name, instanceId }, index) => {
    const refusal = refusals[index] ?? null;
    return refusal === null ? [] : [{ label: name ?? instanceId, ...refusal }];
  });
  const [first] = refused;
  if (first === undefined) return null;
  if (first.code === 'read-only' || targets.length === 1) return refuse(first.code, first.message);
  const labelsOf = new Map<string, string[]>();
  for (const { label, message } of refused.slice(0, maxNamedTargets))
    labelsOf.set(message, [...(labelsOf.get(message) ?? []), label]);
  const parts = [...labelsOf].map(([message, labels]) => `${labels.join(', ')}: ${message}`);
  const rest = refused.length > maxNamedTargets ? ` And ${refused.length - maxNamedTargets} more.` : '';
  return refuse(first.code, `Nothing was sent. ${parts.join(' ')}${rest}`);
}
