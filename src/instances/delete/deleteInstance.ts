import { deleteComputeInstance } from '../../api/deleteComputeInstance.ts';
import type { Policy } from '../../config.ts';
import type { Connection } from '../../rules/connection.ts';
import { type Deletion, type NewDeletion, notSentOutcome } from '../../rules/deletion.ts';
import { cantStoreSentence } from '../../rules/mayDelete.ts';
import type { DeleteOutcome } from '../../rules/outcome.ts';
import type { RowWithId } from '../instanceRow.ts';
import type { DeletionLog } from './log.ts';

/** The connection keeps the token of the confirmation. */
export type SendContext = {
  log: DeletionLog;
  connection: Connection;
  policy: () => Policy;
  onSettled: (settled: SettledDeletion) => void;
  /** Why nothing more may be sent, asked right before the request. Null if it may be sent. */
  findStop?: () => string | null;
};

export type SettledDeletion = {
  deletion: Deletion & { outcome: DeleteOutcome };
  /** False if the browser couldn't store the outcome. After a reload, a deletion that was sent is then `unknown`. */
  isSaved: boolean;
};

/** Never throws. */
export async function deleteInstance(sender: SendContext, confirmed: NewDeletion): Promise<SettledDeletion> {
  const [deletion] = await sender.log.add([confirmed]).catch(() => []);
  if (deletion !== undefined) return sendDeletion(sender, deletion);
  return { deletion: { ...unstored(confirmed), outcome: notSentOutcome(cantStoreSentence) }, isSaved: false };
}

/** Never throws. */
export async function sendDeletion(sender: SendContext, stored: Deletion): Promise<SettledDeletion> {
  const { log, connection, policy } = sender;
  if (connection.isOpen?.() === false)
    return settle(sender, stored, notSentOutcome('You signed out before the request was sent.'));
  const sent = await log
    .markSent(stored, policy())
    .catch(() => ({ code: 'storage', sentence: cantStoreSentence }));
  if ('code' in sent) return settle(sender, stored, notSentOutcome(sent.sentence));
  const stop = sender.findStop?.() ?? null;
  if (stop !== null) return settle(sender, sent, notSentOutcome(stop));
  const { id, target, name: expectedName, reason } = sent;
  const outcome = await deleteComputeInstance(connection, target, { id, expectedName, reason });
  return settle(sender, sent, outcome);
}

async function settle(
  sender: SendContext,
  deletion: Deletion,
  outcome: DeleteOutcome,
): Promise<SettledDeletion> {
  const stored = await sender.log.settle([deletion], outcome).catch(() => null);
  const settled = {
    deletion: { ...deletion, endedAt: Date.now(), ...stored?.[0], outcome: stored?.[0]?.outcome ?? outcome },
    isSaved: stored !== null,
  };
  sender.onSettled(settled);
  return settled;
}

function unstored(confirmed: NewDeletion): Deletion {
  const order = { page: '', order: 0, sentOrder: null };
  const times = { confirmedAt: Date.now(), sentAt: null, endedAt: Date.now() };
  return { ...confirmed, ...order, ...times, id: '', outcome: null, dismissed: false, restored: false };
}

export function newDeletion(
  row: RowWithId,
  workspace: string,
  reason: string,
  bulk: string | null,
): NewDeletion {
  const { databaseName, id, name, label, record } = row;
  const target = { workspaceSlug: workspace, databaseName, instanceId: id };
  return { target, name, label, created: record?.created ?? null, reason, bulk };
}
