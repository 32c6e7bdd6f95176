import { noPolicy } from '../../src/config.ts';
import { BulkDelete } from '../../src/instances/bulk/bulkDelete.ts';
import { type SendContext, sendDeletion } from '../../src/instances/delete/deleteInstance.ts';
import { DeletionLog } from '../../src/instances/delete/log.ts';
import type { RowWithId } from '../../src/instances/instanceRow.ts';
import type { Connection } from '../../src/rules/connection.ts';
import { type Deletion, instanceKey, type NewDeletion } from '../../src/rules/deletion.ts';
import { blankOutcome, type DeleteOutcome, type DeleteOutcomeKind } from '../../src/rules/outcome.ts';
import { ServiceStorage } from '../../src/storage.ts';

/** A sent deletion of database `orders` without an outcome. */
export function aDeletion(fields: Partial<Deletion> = {}): Deletion {
  const { id = 'one' } = fields;
  return {
    ...aNewDeletion(id),
    id,
    page: 'a page',
    order: 1,
    sentOrder: 2,
    confirmedAt: 1,
    sentAt: 2,
    endedAt: null,
    outcome: null,
    dismissed: false,
    restored: false,
    ...fields,
  };
}

export function anOutcome(kind: DeleteOutcomeKind, fields: Partial<DeleteOutcome> = {}): DeleteOutcome {
  return { ...blankOutcome, kind, ...fields };
}

export function anEndedDeletion(kind: DeleteOutcomeKind, fields: Partial<Deletion> = {}): Deletion {
  return aDeletion({ outcome: anOutcome(kind), endedAt: 3, ...fields });
}

export function aNewDeletion(instanceId: string, bulk: string | null = null): NewDeletion {
  const target = { workspaceSlug: 'acme', databaseName: 'orders', instanceId };
  return { target, name: instanceId, label: instanceId, created: null, reason: '', bulk };
}

/** A row of database `orders` that the service lists. */
export function aRow(id: string, fields: Partial<RowWithId> = {}): RowWithId {
  return {
    key: instanceKey('orders', id),
    databaseName: 'orders',
    id,
    name: id,
    label: id,
    record: null,
    source: 'listed',
    isDuplicate: false,
    seenAt: 0,
    ...fields,
  };
}

/** The objects of one page with a session that `signOut` ends. */
export function openPage() {
  const storage = new ServiceStorage('sandbox');
  const log = new DeletionLog(storage, 'sandbox');
  const bulk = new BulkDelete();
  let isOpen = true;
  const connection: Connection = { serviceUrl: '/api', token: 'sandbox-token', isOpen: () => isOpen };
  const page = {
    storage,
    log,
    bulk,
    policy: noPolicy,
    settled: [] as Deletion[],
    signOut() {
      isOpen = false;
      bulk.noteSessionChange();
    },
  };
  const sender: SendContext = {
    log,
    connection,
    policy: () => page.policy,
    onSettled: ({ deletion }) => page.settled.push(deletion),
  };
  return Object.assign(page, { sender });
}

export type OpenPage = ReturnType<typeof openPage>;

/** Starts a bulk delete of instances in database `orders`. */
export function startBulk(page: OpenPage, ids: readonly string[], bulk = 'a run') {
  return page.bulk.start({
    sender: page.sender,
    send: sendDeletion,
    session: 'a session',
    workspace: 'acme',
    deletions: ids.map((id) => aNewDeletion(id, bulk)),
    acceptsDifferentIds: false,
    beginWork: () => () => {},
  });
}
