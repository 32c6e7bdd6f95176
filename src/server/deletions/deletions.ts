import { createHash } from 'node:crypto';
import {
  type BulkDeletionJson,
  type DeletionJson,
  type DeletionLogPageJson,
  type DeletionTarget,
  instanceKey,
} from '../../rules/deletion.ts';
import type { Policy } from '../../rules/policy.ts';
import type { BulkDeletionRequest, DeletionRequest } from '../../rules/requests.ts';
import type { Database } from '../database/database.ts';
import type { BulkDeletionRow, DeletionRow } from '../database/tables.ts';
import type { AuditLine } from '../requestLog.ts';
import type { SendDelete } from '../service/sendDelete.ts';
import type { Access } from '../sessions/access.ts';
import { createBulkLog, sameStop } from './bulkLog.ts';
import { createBulkRunner } from './bulkRunner.ts';
import { type Clock, systemClock } from './clock.ts';
import { toBulkDeletionJson, toDeletionJson } from './deletionJson.ts';
import { createDeletionLog } from './deletionLog.ts';
import { createProtections } from './protections.ts';
import { type LogQuery, readLog } from './readLog.ts';
import {
  differentBodyRefusal,
  findRequestRefusal,
  refuse,
  summarizeRefusals,
  toRefusal,
} from './refusals.ts';
import { removeOldEntries } from './retention.ts';
import { toSearchText } from './searchText.ts';
import { type Confirmation, createSender, toAuditLine } from './sender.ts';
import { createSettleStale } from './staleEntries.ts';

export type Deletions = ReturnType<typeof createDeletions>;

export type DeletionsOptions = {
  database: Database;
  serviceId: string;
  policy: Policy;
  keepDays: number;
  sendDelete: SendDelete;
  audit: (line: AuditLine) => void;
  /** Called with the access whose token the service no longer accepts. */
  onTokenRejected: (access: Access) => Promise<void>;
  /** For tests. */
  clock?: Clock;
};

const dayMs = 24 * 60 * 60_000;

/** Everything about deletions. Refusals are thrown as RefusalError; then nothing was sent or stored. */
export function createDeletions({
  database,
  serviceId,
  policy,
  keepDays,
  sendDelete,
  audit,
  onTokenRejected,
  clock = systemClock,
}: DeletionsOptions) {
  const log = createDeletionLog(database, serviceId, policy);
  const bulkLog = createBulkLog(log);
  const sender = createSender({ log, sendDelete, audit, onTokenRejected, clock });
  const startRun = createBulkRunner({ log, bulkLog, sender, clock });
  const protections = createProtections(log);
  const settleStale = createSettleStale(log, bulkLog, (row) =>
    // Its token went with its server.
    audit({ ...toAuditLine(row, { code: 'unknown', status: null }), requestId: '', token: '' }),
  );

  async function removeOldEntriesDaily(): Promise<void> {
    while (!sender.isClosing()) {
      await sender.track(removeOldEntries(log, keepDays)).catch(() => undefined);
      await Promise.race([clock.sleep(dayMs), sender.closing]);
    }
  }
  void removeOldEntriesDaily();

  function createRow(
    { workspace, actor }: Access,
    request: Omit<DeletionRow, keyof typeof newRow | OfAccess>,
  ) {
    const row = { ...newRow, ...request, serviceId, workspace, actor, sender: log.sender };
    return { ...row, searchText: toSearchText(row) };
  }

  function checkOpen(): void {
    if (sender.isClosing()) throw refuse('service', 'The console is restarting. Nothing was sent.');
  }

  /** Stores and sends a delete, or finds the one with this ID. */
  async function confirm(
    confirmation: Confirmation,
    id: string,
    request: DeletionRequest,
  ): Promise<DeletionRow> {
    const { access } = confirmation;
    const { workspace, token } = access;
    const { reason } = request;
    const draft = createRow(access, { ...toStorable(request), id, reason, bulkId: null, position: 0 });
    await settleStale(workspace);
    const known = await log.find(id);
    if (known !== undefined && !isSameRequest(known, draft)) throw differentBodyRefusal();
    if (known !== undefined) return known;
    checkOpen();
    const refusal = findRequestRefusal([request], reason, { policy, token });
    if (refusal !== null) throw refusal;
    const decidedAt = clock.monotonic();
    const row = await log.inWorkspace(workspace, async (trx) => {
      const [problem] = await log.findRefusals(trx, workspace, [draft], id);
      if (problem) throw refuse(problem.code, problem.message);
      const confirmedAt = database.now();
      const sent = { ...draft, confirmedAt, sentAt: confirmedAt };
      return (await log.insert(trx, [sent])) ? sent : null;
    });
    // A different replica has stored it in the meantime.
    if (row === null) return confirm(confirmation, id, request);
    sender.send(row, confirmation, decidedAt);
    return row;
  }

  /** Stores and starts a bulk delete, or finds the one with this ID. */
  async function confirmBulk(
    confirmation: Confirmation,
    id: string,
    { items, reason }: BulkDeletionRequest,
  ): Promise<BulkDeletionRow> {
    const { access } = confirmation;
    const { workspace, actor, sessionId } = access;
    const body = JSON.stringify([workspace, actor, items, reason]);
    const bodyHash = createHash('sha256').update(body).digest('hex');
    const known = await bulkLog.find(id);
    if (known !== undefined && known.bodyHash !== bodyHash) throw differentBodyRefusal();
    if (known !== undefined) return known;
    checkOpen();
    const refusal =
      findRequestRefusal(items, reason, { policy, token: access.token }) ?? findListRefusal(items, policy);
    if (refusal !== null) throw refusal;
    await settleStale(workspace);
    const run = await log.inWorkspace(workspace, async (trx) => {
      const startedAt = database.now();
      const rows = items.map((item, position) => {
        const row = { ...toStorable(item), id: item.id, reason, bulkId: id, position };
        return { ...createRow(access, row), confirmedAt: startedAt };
      });
      const bulk = {
        ...{ id, serviceId, workspace, actor, sessionId, bodyHash, sender: log.sender },
        ...{ stopReason: null, waitsUntil: null, startedAt, progressAt: startedAt, endedAt: null },
      };
      if (!(await bulkLog.insert(trx, bulk))) return null;
      const problem = summarizeRefusals(items, await log.findRefusals(trx, workspace, rows));
      if (problem !== null) throw problem;
      // No instance is in flight, so an item has the ID of a different deletion.
      if (!(await log.insert(trx, rows))) throw differentBodyRefusal();
      return { bulk, rows };
    });
    if (run !== null) {
      startRun(run.bulk, run.rows, confirmation);
      return run.bulk;
    }
    if ((await bulkLog.find(id)) !== undefined) return confirmBulk(confirmation, id, { items, reason });
    throw refuse('in-flight', 'A bulk delete is running in this workspace already.');
  }

  return {
    /** Safe to repeat: an ID causes at most one DELETE. Resolves with the outcome, or after 25 s with the stage `sending`. */
    async put(
      confirmation: Confirmation,
      id: string,
      request: DeletionRequest,
    ): Promise<{ deletion: DeletionJson; isStored: boolean }> {
      const confirmed = sender.track(confirm(confirmation, id, request));
      const { row, isStored } = await sender.waitForOutcome(await confirmed.catch(throwRefusal));
      return { deletion: toDeletionJson(row, confirmation.access.actor), isStored };
    },

    /** All items or none. Safe to repeat, too. */
    async putBulk(
      confirmation: Confirmation,
      id: string,
      request: BulkDeletionRequest,
    ): Promise<{ bulkDeletion: BulkDeletionJson; deletions: DeletionJson[] }> {
      const { actor } = confirmation.access;
      const bulk = await sender.track(confirmBulk(confirmation, id, request)).catch(throwRefusal);
      const items = await bulkLog.listItems(id);
      return {
        bulkDeletion: toBulkDeletionJson(bulk, actor),
        deletions: items.map((row) => toDeletionJson(row, actor)),
      };
    },

    /** One audit line for a PUT that was refused. `target` is null if the request can't be read. */
    auditRefusal(
      { access, requestId }: Confirmation,
      ids: { deletionId: string; bulkId: string | null },
      request: { target: DeletionTarget; reason: string } | null,
    ): void {
      const { workspace, actor, token } = access;
      const { databaseName = '', instanceId = '', name = null } = request?.target ?? {};
      audit({
        ...{ method: 'PUT', workspace, database: databaseName, instance: instanceId, name },
        ...{ reason: request?.reason || null, outcome: 'not-sent', status: null, actor, ...ids },
        ...{ requestId, answeredBy: 'console', token },
      });
    },

    async stopBulk({ workspace, actor }: Access, id: string): Promise<void> {
      const bulk = await bulkLog.find(id);
      if (bulk?.workspace !== workspace) throw refuse('invalid', 'This bulk delete is unknown.', 404);
      if (bulk.endedAt === null) await bulkLog.stop(bulk, sameStop(`${actor} stopped this bulk delete.`));
    },

    /** At a sign-out. */
    stopBulksOfSession: bulkLog.stopOfSession,

    async list(access: Access, query: LogQuery): Promise<DeletionLogPageJson> {
      // A database that can be read only still shows what it has.
      await settleStale(access.workspace).catch(() => undefined);
      return readLog(log, access, query);
    },

    async dismiss({ workspace, actor }: Access, id: string): Promise<DeletionJson> {
      const dismissed = await log.dismiss(workspace, id);
      const row = dismissed ?? (await log.find(id));
      if (row?.workspace !== workspace) throw refuse('invalid', 'This deletion is unknown.', 404);
      if (row.dismissedAt === null) throw refuse('invalid', 'Only what is unclear can be dismissed.');
      return toDeletionJson(row, actor);
    },

    setProtection: protections.set,
    removeProtection: protections.remove,

    /** Begins nothing new, stops bulk deletes after their running requests, and waits for what was sent. */
    close: sender.close,
  };
}

function throwRefusal(error: unknown): never {
  throw toRefusal(error);
}

type OfAccess = 'serviceId' | 'workspace' | 'actor' | 'sender' | 'searchText';

const newRow = {
  ...{ confirmedAt: 0, sentAt: null, endedAt: null, dismissedAt: null },
  ...{ outcomeCode: null, outcome: null, isAssumed: 0 },
};

/** PostgreSQL stores no NUL and no lone surrogate. */
function toStorable({ databaseName, instanceId, name, created }: DeletionTarget): DeletionTarget {
  const clean = (text: string | null) => text?.toWellFormed().replaceAll('\0', '\ufffd') ?? null;
  return { databaseName, instanceId, name: clean(name), created: clean(created) };
}

function isSameRequest(a: DeletionRow, b: DeletionRow): boolean {
  const fields = [
    'workspace',
    'actor',
    'databaseName',
    'instanceId',
    'name',
    'created',
    'reason',
    'bulkId',
  ] as const;
  return fields.every((field) => a[field] === b[field]);
}

function findListRefusal(items: BulkDeletionRequest['items'], { maxBulk }: Policy) {
  if (maxBulk !== null && items.length > maxBulk)
    return refuse('max-bulk', `Your operator allows at most ${maxBulk} instances in one bulk delete.`);
  const targets = new Set(items.map(({ databaseName, instanceId }) => instanceKey(databaseName, instanceId)));
  if (targets.size < items.length || new Set(items.map(({ id }) => id)).size < items.length)
    return refuse('invalid', 'An instance or an ID is in this bulk delete twice.');
  return null;
}
