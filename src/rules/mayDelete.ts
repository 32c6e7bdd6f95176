import { findProtection, type Policy } from '../config.ts';
import type { EpochMs } from '../format/time.ts';
import { type Deletion, stageOf } from './deletion.ts';
import { findPathValueProblem } from './servicePath.ts';

export type RefusalCode =
  | 'storage'
  | 'offline'
  | 'path'
  | 'no-id'
  | 'read-only'
  | 'protected'
  | 'in-flight'
  | 'newer'
  | 'mismatch';

export type Refusal = { code: RefusalCode; sentence: string };

export type DeleteSubject = { databaseName: string; id: string | null; name: string | null };

type Circumstances = {
  /** One of the entries. Null while nothing is confirmed. */
  confirmed?: Deletion | null;
  now?: EpochMs;
};

/** Asked by rows, dialogs and the transaction that precedes the request. Null if it may be deleted. */
export function mayDelete(
  { databaseName, id, name }: DeleteSubject,
  /** Of this instance, oldest first. Null if the log can't be read. */
  entries: readonly Deletion[] | null,
  policy: Policy,
  { confirmed = null, now = Date.now() }: Circumstances = {},
): Refusal | null {
  if (policy.readOnly !== null)
    return refuse('read-only', `${readOnlySentence} ${policy.readOnly.reason}`.trim());
  if (entries === null) return refuse('storage', sentences.storage);
  if (id === null) return refuse('no-id', sentences.noId);
  if (databaseName === '') return refuse('path', "This record names no database, so it can't be deleted.");
  const problem = pathProblem('instance ID', id) ?? pathProblem('database name', databaseName);
  if (problem !== null) return refuse('path', problem);
  const pattern = findProtection(policy.protected, [databaseName, id, name]);
  if (pattern !== null)
    return refuse('protected', `Your operator protects instances that match “${pattern}”.`);
  for (const entry of entries) {
    if (entry.id === confirmed?.id) continue;
    const stage = stageOf(entry, now);
    if (stage === 'mismatch' && !entry.dismissed) return refuse('mismatch', sentences.mismatch);
    // What is confirmed first may be sent first, so a waiting entry counts only before the confirmation.
    if (stage === 'sending' || (stage === 'waiting' && confirmed === null))
      return refuse('in-flight', sentences.inFlight);
    if (confirmed !== null && (entry.sentOrder ?? 0) > confirmed.order)
      return refuse('newer', sentences.newer);
  }
  // Read the flag last, because all other refusals stay after a reconnection.
  if (globalThis.navigator?.onLine === false) return refuse('offline', sentences.offline);
  return null;
}

export const readOnlySentence = 'Read-only. Your operator has turned off deleting on this console.';
export const cantStoreSentence = "This browser can't store the deletion log, so deleting is off.";

function refuse(code: RefusalCode, sentence: string): Refusal {
  return { code, sentence };
}

function pathProblem(label: string, value: string): string | null {
  const problem = findPathValueProblem(value);
  return problem && `The ${label} ${problem}.`;
}

const sentences = {
  storage: cantStoreSentence,
  noId: "This record has no text ID, so it can't be deleted.",
  inFlight: 'This instance is being deleted already.',
  newer: 'A different request to delete this instance was sent after you confirmed. Check its result first.',
  mismatch:
    'An earlier response for this instance named a different workspace. Read its alert on the Compute screen first.',
  offline: "You're offline.",
};
