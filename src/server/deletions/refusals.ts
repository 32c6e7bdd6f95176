import type { DeletionTarget } from '../../rules/deletion.ts';
import { cantReadLogSentence, mayDelete } from '../../rules/mayDelete.ts';
import type { Policy } from '../../rules/policy.ts';
import type { Refusal } from '../../rules/requests.ts';
import { redactToken } from '../../rules/text.ts';
import { RefusalError } from '../refusal.ts';
import { guardKey } from './keys.ts';

type Target = Omit<DeletionTarget, 'created'> & { created?: string | null };

/** Throws what can be refused without the log. */
export function checkRequest(
  targets: readonly Target[],
  reason: string,
  policy: Policy,
  token: string,
): void {
  if (new Set(targets.map((target) => guardKey('', target))).size < targets.length)
    throw new RefusalError('invalid', 'An instance is named twice, so nothing was done.');
  const conditions = { policy, deletions: [], protection: null };
  throwIfRefused(
    targets,
    targets.map((target) => mayDelete(target, conditions)),
  );
  const hasToken = (text: string | null | undefined) => !!text && redactToken(text, token) !== text;
  const shown = targets.flatMap((each) => [each.databaseName, each.instanceId, each.name, each.created]);
  if (shown.some(hasToken))
    throw new RefusalError('path', 'This record contains your access token, so nothing was sent.');
  if (hasToken(reason))
    throw new RefusalError('invalid', 'The reason contains your access token. Remove it first.');
  if (policy.reason === 'required' && !visibleCharacter.test(reason))
    throw new RefusalError('reason', 'Your operator requires a reason for every delete.');
}

const visibleCharacter = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;
const maxNamedTargets = 20;

/** Throws one refusal of the whole, which names what stands in the way of several. */
export function throwIfRefused(targets: readonly Target[], refusals: readonly (Refusal | null)[]): void {
  const refused = targets.flatMap(({ name, instanceId }, index) => {
    const refusal = refusals[index] ?? null;
    return refusal === null ? [] : [{ label: name ?? instanceId, ...refusal }];
  });
  const [first] = refused;
  if (first === undefined) return;
  if (first.code === 'read-only' || targets.length === 1) throw new RefusalError(first.code, first.message);
  const named = refused.slice(0, maxNamedTargets).map(({ label, message }) => `${label}: ${message}`);
  const rest = refused.length > maxNamedTargets ? ` And ${refused.length - maxNamedTargets} more.` : '';
  throw new RefusalError(first.code, `Nothing was sent. ${named.join(' ')}${rest}`);
}

/** The log couldn't be read, which says nothing about what was sent. */
export class UnreadableLogError extends RefusalError {
  constructor(cause: unknown) {
    super('storage', cantReadLogSentence, 503, { cause });
  }
}

export function createUnknownDeletionError(): RefusalError {
  return new RefusalError('invalid', 'This deletion is unknown.');
}

export function createDifferentBodyError(): RefusalError {
  return new RefusalError('different-body', 'This ID was used for a different delete, so nothing was sent.');
}

export function createWithdrawnError(): RefusalError {
  const message = 'This delete was withdrawn before it arrived, so nothing was sent.';
  return new RefusalError('withdrawn', message);
}
