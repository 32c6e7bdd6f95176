import { vi } from 'vitest';
import { blankOutcome, type DeleteOutcome, type DeleteOutcomeKind } from '../../src/api/deleteOutcome.ts';
import type { DeletionEntry } from '../../src/deletion/deletionEntry.ts';
import { createDeletionLog } from '../../src/deletion/deletionLog.ts';
import { createDeletionTools } from '../../src/deletion/deletionTools.ts';

/** Creates the entry of a sent deletion without an outcome, with the given fields. */
export function anEntry(fields: Partial<DeletionEntry> = {}): DeletionEntry {
  const { intentKey = 'one' } = fields;
  return {
    intentKey,
    target: { workspaceSlug: 'acme', databaseName: 'orders', instanceId: intentKey },
    label: intentKey,
    name: null,
    created: null,
    listed: true,
    sessionId: null,
    confirmedAt: 1,
    sequence: fields.confirmedAt ?? 1,
    sentAt: 2,
    settledAt: null,
    outcome: null,
    bulkKey: null,
    dismissed: false,
    putBack: false,
    ...fields,
  };
}

export function anOutcome(kind: DeleteOutcomeKind, fields: Partial<DeleteOutcome> = {}): DeleteOutcome {
  return { ...blankOutcome, kind, ...fields };
}

export function anEndedEntry(kind: DeleteOutcomeKind, fields: Partial<DeletionEntry> = {}): DeletionEntry {
  return anEntry({ outcome: anOutcome(kind), settledAt: 3, ...fields });
}

export const aService = { serviceId: 'sandbox', serviceUrl: '/api' };

/** Creates the deletion tools of a page. By default, the session never ends. */
export function openDeletionTools(isSignedIn = () => true, beginWork = () => () => {}) {
  return createDeletionTools(createDeletionLog(aService), isSignedIn, beginWork);
}

/** Returns a confirmed deletion of an instance in workspace `acme` and database `orders`. */
export function aDeletion(instanceId: string) {
  const target = { workspaceSlug: 'acme', databaseName: 'orders', instanceId };
  return { target, label: instanceId, name: instanceId, created: null, listed: true };
}

export function warnsBeforeUnload(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

/**
 * Returns a list of the protected instances whose DELETE is sent later. Tests expect that the list stays empty.
 * @param isStorageReliable returns false after the browser has failed to store something
 */
export function collectSentWhileProtected(isStorageReliable = () => true): readonly string[] {
  const { put, delete: remove } = IDBObjectStore.prototype;
  const protectedIds = new Set<string>();
  const sentLabels: string[] = [];
  const protectedIdIn = (key: unknown) =>
    Array.isArray(key) && key[1] === 'protected' ? String(JSON.parse(key[2])[1]) : null;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
    const id = protectedIdIn(key);
    if (id !== null) this.transaction.addEventListener('complete', () => protectedIds.add(id));
    const isSent = this.name === 'entries' && value.sentAt !== null && value.outcome === null;
    if (isSent && isStorageReliable() && protectedIds.has(value.label)) sentLabels.push(value.label);
    return put.call(this, value, key);
  });
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function (this: IDBObjectStore, key) {
    const id = protectedIdIn(key);
    if (id !== null) this.transaction.addEventListener('complete', () => protectedIds.delete(id));
    return remove.call(this, key);
  });
  return sentLabels;
}
