import type { DeletionTarget } from '../../rules/deletion.ts';
import { cantWriteLogSentence, mayDelete } from '../../rules/mayDelete.ts';
import type { Policy } from '../../rules/policy.ts';
import type { Refusal } from '../../rules/requests.ts';
import { redactTokens } from '../../rules/text.ts';
import { RefusalError } from '../refusal.ts';

type Target = Omit<DeletionTarget, 'created'> & { created?: string | null };

/** Throws what can be refused without the log, because PostgreSQL can't be asked for a value with a NUL. */
export function checkDeleteRequest(
  targets: readonly Target[],
  reason: string,
  policy: Policy,
  tokens: readonly string[],
): void {
  throwIfRefused(
    targets,
    targets.map((target) => mayDelete(target, { policy, deletions: [], protection: null })),
  );
  const hasToken = (text: string) => redactTokens(text, tokens) !== text;
  const shown = targets.flatMap((each) => [each.databaseName, each.instanceId, each.name, each.created]);
  if (shown.some((text) => text && hasToken(text)))
    throw new RefusalError('path', 'This record contains your access token, so nothing was sent.');
  if (hasToken(reason))
    throw new RefusalError('invalid', 'The reason contains your access token. Remove it first.');
  if (policy.reason === 'required' && !visibleCharacter.test(reason))
    throw new RefusalError('reason', 'Your operator requires a reason for every delete.');
}

const visibleCharacter = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;
const maxNamedTargets = 20;

/** Throws one refusal of the whole, which names what stands in the way of a bulk delete. */
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

export function createDifferentBodyError(): RefusalError {
  return new RefusalError('different-body', 'This ID was used for a different delete, so nothing was sent.');
}

/** Whatever isn't a refusal is an error of the database. */
export function toRefusalError(error: unknown): RefusalError {
  return error instanceof RefusalError ? error : new RefusalError('storage', cantWriteLogSentence);
}

/** Why a bulk delete stops. `message` is for what wasn't sent, because the reason may be about a different instance. */
export type BulkStop = { reason: string; message: string };

export function sameStop(sentence: string): BulkStop {
  return { reason: sentence, message: sentence };
}

export const restartStop = sameStop('The console was restarted during this bulk delete.');
