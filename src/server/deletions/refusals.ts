import type { DeletionTarget } from '../../rules/deletion.ts';
import { mayDelete } from '../../rules/mayDelete.ts';
import type { Policy } from '../../rules/policy.ts';
import type { Refusal } from '../../rules/requests.ts';
import { redactTokens } from '../../rules/text.ts';
import { RefusalError } from '../refusal.ts';

type Target = Omit<DeletionTarget, 'created'> & { created?: string | null };

/** What can be refused without the log, or null. */
export function findRequestRefusal(
  targets: readonly Target[],
  reason: string,
  policy: Policy,
  tokens: readonly string[],
): RefusalError | null {
  const decisions = targets.map((target) => mayDelete(target, { policy, deletions: [], protection: null }));
  const refusal = combineRefusals(targets, decisions);
  if (refusal !== null) return refusal;
  const hasToken = (text: string) => redactTokens(text, tokens) !== text;
  const shown = targets.flatMap((each) => [each.databaseName, each.instanceId, each.name, each.created]);
  if (shown.some((text) => text && hasToken(text)))
    return new RefusalError('path', 'This record contains your access token, so nothing was sent.');
  if (hasToken(reason))
    return new RefusalError('invalid', 'The reason contains your access token. Remove it first.');
  if (policy.reason === 'required' && !visibleCharacter.test(reason))
    return new RefusalError('reason', 'Your operator requires a reason for every delete.');
  return null;
}

const visibleCharacter = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;
const maxNamedTargets = 20;

/** One refusal of the whole, which names what stands in the way of a bulk delete. Null if nothing does. */
export function combineRefusals(
  targets: readonly Target[],
  refusals: readonly (Refusal | null)[],
): RefusalError | null {
  const refused = targets.flatMap(({ name, instanceId }, index) => {
    const refusal = refusals[index] ?? null;
    return refusal === null ? [] : [{ label: name ?? instanceId, ...refusal }];
  });
  const [first] = refused;
  if (first === undefined) return null;
  if (first.code === 'read-only' || targets.length === 1) return new RefusalError(first.code, first.message);
  const named = refused.slice(0, maxNamedTargets).map(({ label, message }) => `${label}: ${message}`);
  const rest = refused.length > maxNamedTargets ? ` And ${refused.length - maxNamedTargets} more.` : '';
  return new RefusalError(first.code, `Nothing was sent. ${named.join(' ')}${rest}`);
}
