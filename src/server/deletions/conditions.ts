import type { Kysely } from 'kysely';
import { type DeletionTarget, getItemLabel, maxOpenItems, unresolvedCodes } from '../../rules/deletion.ts';
import { findInstanceRefusal, findPathRefusal, protectedSentence } from '../../rules/instanceRefusal.ts';
import type { Policy } from '../../rules/policy.ts';
import type { Refusal } from '../../rules/requests.ts';
import { foldCase, redactToken, removeIgnorableCharacters } from '../../rules/text.ts';
import { type EpochMs, hourMs, toIso } from '../../rules/time.ts';
import type { Database, Trx } from '../database/database.ts';
import type { DeletionRow, ItemRow, Tables } from '../database/schema.ts';
import { RefusalError } from '../refusal.ts';
import type { DeleteResult } from '../service/judgeDelete.ts';
import { getStage, guardKey } from './deletionRows.ts';
import type { LogChange } from './logChange.ts';

type Target = Omit<DeletionTarget, 'created'> & { created?: string | null };

/** Checks that need no log. @throws RefusalError */
export function requireValidTargets(
  targets: readonly Target[],
  reason: string,
  policy: Policy,
  token: string,
): void {
  if (new Set(targets.map((target) => guardKey('', target))).size < targets.length)
    throw new RefusalError('invalid', 'An instance is named twice, so nothing was done.');
  const refusal = findRefusal(targets, findPathRefusal);
  if (refusal !== null) throw refusal;
  const shown = targets.flatMap((each) => [each.databaseName, each.instanceId, each.name, each.created]);
  if ([reason, ...shown].some((text) => text && redactToken(text, token) !== text))
    throw new RefusalError('invalid', 'The reason or a record contains your access token. Nothing was done.');
  if (policy.reason === 'required' && removeIgnorableCharacters(reason).trim() === '')
    throw new RefusalError('reason', 'Your operator requires a reason for every delete.');
}

function findRefusal<Each extends Target>(
  targets: readonly Each[],
  ask: (target: Each) => Refusal | null,
): RefusalError | null {
  const refused = targets.flatMap((target) => {
    const refusal = ask(target);
    return refusal === null ? [] : [{ ...refusal, label: getItemLabel(target) }];
  });
  const [first] = refused;
  if (first === undefined) return null;
  const { code, label, message } = first;
  if (code === 'read-only' || targets.length === 1) return new RefusalError(code, message);
  const more = refused.length === 1 ? '' : ` And ${refused.length - 1} more can't be deleted.`;
  return new RefusalError(code, `Nothing was sent. ${label}: ${message}${more}`);
}

/** Null if all may be deleted. This deletion itself is no obstacle. */
export async function findDeleteRefusal(
  trx: Trx,
  policy: Policy,
  rows: readonly ItemRow[],
): Promise<RefusalError | null> {
  const keys = rows.map(({ guardKey }) => guardKey);
  const { workspace = '', deletionId = '' } = rows[0] ?? {};
  const entries = await trx
    .selectFrom('deletionItems')
    .select(['guardKey', 'outcomeCode', 'sentAt', 'dismissedAt'])
    .where('workspace', '=', workspace)
    .where('guardKey', 'in', keys)
    .where('deletionId', '!=', deletionId)
    .where('dismissedAt', 'is', null)
    .where((row) => row.or([row('outcomeCode', 'is', null), row('outcomeCode', 'in', unresolvedCodes)]))
    .execute();
  const protections = await trx
    .selectFrom('protections')
    .select(['guardKey', 'actor', 'reason'])
    .where('workspace', '=', workspace)
    .where('guardKey', 'in', keys)
    .execute();
  return findRefusal(rows, (row) => {
    const isSame = ({ guardKey }: { guardKey: string }) => guardKey === row.guardKey;
    const deletions = entries.filter(isSame).map((entry) => ({ ...entry, stage: getStage(entry) }));
    return findInstanceRefusal(row, { policy, deletions, protection: protections.find(isSame) ?? null });
  });
}

function selectWithDeletion(db: Kysely<Tables>) {
  return db
    .selectFrom('deletionItems as item')
    .innerJoin('deletions as deletion', (join) =>
      join.onRef('deletion.workspace', '=', 'item.workspace').onRef('deletion.id', '=', 'item.deletionId'),
    );
}

/** @throws RefusalError if `count` more items are too many for the workspace now, or for the actor within an hour */
export async function requireWithinLimits(
  { trx, now }: LogChange,
  { maxPerHour }: Policy,
  { workspace, actor }: Pick<DeletionRow, 'workspace' | 'actor'>,
  count: number,
): Promise<void> {
  const items = await selectWithDeletion(trx)
    .select(['deletion.actor', 'item.sentAt', 'item.endedAt', 'item.outcomeCode'])
    .where('item.workspace', '=', workspace)
    .where((row) => row.or([row('item.endedAt', 'is', null), row('item.endedAt', '>', now - hourMs)]))
    .execute();
  const openCount = items.filter(({ endedAt }) => endedAt === null).length;
  if (openCount + count > maxOpenItems)
    throw new RefusalError(
      'limit',
      `At most ${maxOpenItems} deletes of a workspace may be open at a time, and ${openCount} are. Nothing was sent.`,
      409,
    );
  if (maxPerHour === null) return;
  const ofHour = items.filter(({ sentAt, endedAt, outcomeCode, ...item }) => {
    // If it is far in the future, a clock was wrong.
    const wasSent = sentAt !== null && Math.abs(now - sentAt) < hourMs && outcomeCode !== 'refused';
    // A sign-on may pass a name on as it was typed.
    return foldCase(item.actor) === foldCase(actor) && (endedAt === null || wasSent);
  });
  const excess = ofHour.length + count - maxPerHour;
  if (excess <= 0) return;
  const oldest = ofHour.map(({ sentAt }) => sentAt ?? now).sort((a, b) => a - b)[excess - 1];
  const wait =
    oldest === undefined ? '' : ` Try again after ${toIso(oldest + hourMs + 60_000).slice(11, 16)} UTC.`;
  throw new RefusalError(
    'limit',
    `Your operator allows at most ${maxPerHour} deletes within an hour. You have had ${ofHour.length}. Nothing was sent.${wait}`,
  );
}

/** An older mark (ms) doesn't count, because the machine may have been asleep. */
const maxMarkAgeMs = 30_000;

export const overdueSentence = "The request couldn't leave in time, so nothing was sent.";

export async function findObstacle(
  { db, time }: Database,
  { workspace, deletionId, position }: ItemRow,
): Promise<string | null> {
  const mark = await selectWithDeletion(db)
    .leftJoin('sessions as session', 'session.sessionId', 'deletion.sessionId')
    .leftJoin('protections as protection', (join) =>
      join
        .onRef('protection.workspace', '=', 'item.workspace')
        .onRef('protection.guardKey', '=', 'item.guardKey'),
    )
    .select(['item.sentAt', 'item.outcomeCode', 'deletion.stopReason', 'deletion.actor'])
    .select(['session.sessionId', 'protection.actor as protector', 'protection.reason as protectedFor'])
    .select(time.as('now'))
    .where(({ and }) => and({ 'item.workspace': workspace, 'item.deletionId': deletionId, position }))
    .executeTakeFirst();
  if (mark === undefined || mark.sentAt === null || mark.outcomeCode !== null)
    return 'The console was paused before the request, and a different server ended this delete.';
  if (mark.stopReason !== null) return mark.stopReason;
  if (mark.sessionId === null) return describeStop(mark.actor, 'was signed out during');
  if (mark.protector !== null)
    return protectedSentence({ actor: mark.protector, reason: mark.protectedFor ?? '' });
  return Math.abs(mark.now - mark.sentAt) < maxMarkAgeMs ? null : overdueSentence;
}

/** An actor may be "token 3f9a12cd", which can't begin a sentence. */
export function describeStop(actor: string, did: 'stopped' | 'was signed out during'): string {
  return `${actor.replace(/^token /, 'Token ')} ${did} this delete.`;
}

export const restartSentence = 'The console was restarted during this delete.';
/** A different server may be alive, behind a network that is down or a clock that stepped. */
export const staleSentence =
  "The console was restarted during this delete, or wasn't heard of for two minutes.";

/** A longer wait (ms) stops a deletion, because the admin may watch no longer. */
const maxWaitMs = 60_000;
const minWaitMs = 1_000;

/** `isStored`: the outcome was stored at once. `hasWaited`: the item before was answered with 429. */
type Progress = { isFirst: boolean; isStored: boolean; hasWaited: boolean; now: EpochMs };

/** Why the deletion stops, as a sentence, or the wait (ms) before its next item: 0 except after a 429. */
export function decideNextStep(
  { outcome, doubt, isTokenRejected }: DeleteResult,
  label: string,
  { isFirst, isStored, hasWaited, now }: Progress,
): string | number {
  if (!isStored) return `The result of ${label} couldn't be stored at once.`;
  switch (outcome.code) {
    case 'deleted':
    case 'accepted':
      return doubt === null ? 0 : `The response for ${label} ${doubt}.`;
    case 'gone':
      return isFirst ? `The first instance, ${label}, was not found.` : 0;
    case 'refused': {
      if (isTokenRejected) return 'The service no longer accepts the token.';
      if (outcome.status !== 429 || hasWaited) return `The service rejected the delete of ${label}.`;
      const waitMs = outcome.retryAt === null ? 0 : Date.parse(outcome.retryAt) - now;
      if (waitMs <= maxWaitMs) return Math.max(waitMs, minWaitMs);
      return `The service asks to wait ${Math.ceil(waitMs / 60_000)} minutes.`;
    }
    case 'unknown':
      return `We don't know whether ${label} was deleted.`;
    case 'mismatch':
      return `The response for ${label} names a different workspace.`;
    case 'not-sent':
      return `${label} wasn't sent.`;
  }
}
