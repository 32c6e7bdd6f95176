import type { Connection } from '../api/connection.ts';
import { deleteComputeInstance } from '../api/deleteComputeInstance.ts';
import type { DeleteOutcome } from '../api/outcome.ts';
import type { Policy } from '../config.ts';
import { type Deletion, type NewDeletion, notSent } from './deletion.ts';
import type { DeletableRow } from './instanceRow.ts';
import type { DeletionLog } from './log.ts';
import { cantStore } from './mayDelete.ts';

/** The connection keeps the token of the confirmation. */
export type Sender = {
  log: DeletionLog;
  connection: Connection;
  policy: () => Policy;
  onSettled: (settled: Settled) => void;
  /** Why nothing more may be sent, asked right before the request. Null if it may be sent. */
  findStop?: () => string | null;
};

export type Settled = {
  deletion: Deletion & { outcome: DeleteOutcome };
  /** False if the browser couldn't store the outcome. After a reload the deletion is then `unknown`. */
  isSaved: boolean;
};

/** Never throws. */
export async function deleteInstance(sender: Sender, confirmed: NewDeletion): Promise<Settled> {
  const [deletion] = await sender.log.add([confirmed]).catch(() => []);
  if (deletion !== undefined) return sendDeletion(sender, deletion);
  return { deletion: { ...unstored(confirmed), outcome: notSent(cantStore) }, isSaved: false };
}

/** Never throws. */
export async function sendDeletion(sender: Sender, stored: Deletion): Promise<Settled> {
  const { log, connection, policy } = sender;
  if (connection.isOpen?.() === false)
    return settle(sender, stored, notSent('You signed out before the request was sent.'));
  const sent = await log.markSent(stored, policy()).catch(() => ({ code: 'storage', sentence: cantStore }));
  if ('code' in sent) return settle(sender, stored, notSent(sent.sentence));
  const stop = sender.findStop?.() ?? null;
  if (stop !== null) return settle(sender, sent, notSent(stop));
  const { id, target, name: expectedName, reason } = sent;
  const outcome = await deleteComputeInstance(connection, target, { id, expectedName, reason });
  return settle(sender, sent, outcome);
}

async function settle(sender: Sender, deletion: Deletion, outcome: DeleteOutcome): Promise<Settled> {
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
  row: DeletableRow,
  workspace: string,
  reason: string,
  bulk: string | null,
): NewDeletion {
  const { databaseName, id, name, label, record } = row;
  const target = { workspaceSlug: workspace, databaseName, instanceId: id };
  return { target, name, label, created: record?.created ?? null, reason, bulk };
}
