import { createHash } from 'node:crypto';
import { type DeletionTarget, instanceKey } from '../../rules/deletion.ts';
import type { Policy } from '../../rules/policy.ts';
import type { BulkDeletionRequest, DeletionRequest } from '../../rules/requests.ts';
import type { Database } from '../database/database.ts';
import type { BulkDeletionRow, DeletionRow } from '../database/schema.ts';
import type { Access } from '../sessions/access.ts';
import { createBulkLog } from './bulkLog.ts';
import { createBulkRunner } from './bulkRunner.ts';
import { sameStop } from './bulkStop.ts';
import { createDeletionLog } from './deletionLog.ts';
import { createProtections } from './protections.ts';
import { type LogQuery, readLog, toBulkDeletionJson, toDeletionJson, toSearchText } from './readLog.ts';
import {
  combineRefusals,
  findRequestRefusal,
  refuse,
  refuseDifferentBody,
  throwRefusal,
} from './refusals.ts';
import { removeOldEntries } from './retention.ts';
import { type Confirmation, createSender, type SenderOptions, systemClock, toAuditLine } from './sender.ts';
import { settleStale } from './settleStale.ts';

export type Deletions = ReturnType<typeof createDeletions>;

export type DeletionsOptions = Omit<SenderOptions, 'clock'> & {
  database: Database;
  serviceId: string;
  policy: Policy;
  keepDays: number;
  /** For tests. */
  clock?: SenderOptions['clock'];
};

const dayMs = 24 * 60 * 60_000;

/** Everything about deletions. A refusal is thrown as RefusalError; then nothing was stored or sent. */
export function createDeletions(options: DeletionsOptions) {
  const { database, serviceId, policy, keepDays, audit, clock = systemClock } = options;
  const log = createDeletionLog(database, serviceId, policy);
  const bulkLog = createBulkLog(log);
  const sender = createSender(log, { ...options, clock });
  const startRun = createBulkRunner(log, bulkLog, sender, clock);
  const protections = createProtections(log);
  void removeOldEntriesDaily();

  async function removeOldEntriesDaily(): Promise<void> {
    while (!sender.isClosing()) {
      await sender.track(removeOldEntries(log, keepDays)).catch(() => undefined);
      await sender.pause(dayMs);
    }
  }

  async function settleStaleIn(workspace: string): Promise<void> {
    // The token went with its server.
    for (const row of await settleStale(log, bulkLog, workspace))
      audit({ ...toAuditLine(row, { code: 'unknown', status: null }), requestId: '', token: '' });
  }

  function createRow(
    { workspace, actor }: Access,
    { databaseName, instanceId, name, created }: DeletionTarget,
    more: Pick<DeletionRow, 'id' | 'reason' | 'bulkId' | 'position'>,
  ): DeletionRow {
    const shown = { name: toStorable(name), created: toStorable(created) };
    return {
      ...{ serviceId, workspace, databaseName, instanceId, ...shown, ...more, actor, sender: log.sender },
      ...{ confirmedAt: 0, sentAt: null, endedAt: null, dismissedAt: null },
      ...{ outcomeCode: null, outcome: null, isAssumed: 0 },
      searchText: toSearchText([shown.name, instanceId, databaseName, actor, more.reason]),
    };
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
    const draft = createRow(access, request, { id, reason, bulkId: null, position: 0 });
    await settleStaleIn(workspace);
    const known = await log.find(id);
    if (known !== undefined && !isSameRequest(known, draft)) throw refuseDifferentBody();
    if (known !== undefined) return known;
    checkOpen();
    const refusal = findRequestRefusal([request], reason, policy, token);
    if (refusal !== null) throw refusal;
    const decidedAt = clock.monotonic();
    const row = await log.inWorkspace(workspace, async (trx) => {
      const problem = combineRefusals([request], await log.findRefusals(trx, workspace, [draft], id));
      if (problem !== null) throw problem;
      const confirmedAt = database.now();
      const sent = { ...draft, confirmedAt, sentAt: confirmedAt };
      return (await log.insert(trx, [sent])) ? sent : null;
    });
    // It was stored by a different request with this ID.
    if (row === null) return confirm(confirmation, id, request);
    sender.send(row, confirmation, decidedAt);
    return row;
  }

  /** Stores and starts a bulk delete, or finds the one with this ID. */
  async function confirmBulk(
    confirmation: Confirmation,
    id: string,
    request: BulkDeletionRequest,
  ): Promise<BulkDeletionRow> {
    const { access } = confirmation;
    const { workspace, actor, sessionId, token } = access;
    const { items, reason } = request;
    const body = JSON.stringify([workspace, actor, items, reason]);
    const bodyHash = createHash('sha256').update(body).digest('hex');
    const known = await bulkLog.find(id);
    if (known !== undefined && known.bodyHash !== bodyHash) throw refuseDifferentBody();
    if (known !== undefined) return known;
    checkOpen();
    const refusal = findListRefusal(items, policy) ?? findRequestRefusal(items, reason, policy, token);
    if (refusal !== null) throw refusal;
    await settleStaleIn(workspace);
    const run = await log.inWorkspace(workspace, async (trx) => {
      const startedAt = database.now();
      const bulk = {
        ...{ id, serviceId, workspace, actor, sessionId, bodyHash, sender: log.sender },
        ...{ stopReason: null, waitsUntil: null, startedAt, progressAt: startedAt, endedAt: null },
      };
      const rows = items.map((item, position) => {
        const row = createRow(access, item, { id: item.id, reason, bulkId: id, position });
        return { ...row, confirmedAt: startedAt };
      });
      if (!(await bulkLog.insert(trx, bulk))) return null;
      const problem = combineRefusals(items, await log.findRefusals(trx, workspace, rows));
      if (problem !== null) throw problem;
      // No instance is in flight, so an item has the ID of a different deletion.
      if (!(await log.insert(trx, rows))) throw refuseDifferentBody();
      return { bulk, rows };
    });
    if (run !== null) {
      startRun(run.bulk, run.rows, confirmation);
      return run.bulk;
    }
    if ((await bulkLog.find(id)) !== undefined) return confirmBulk(confirmation, id, request);
    throw refuse('in-flight', 'A bulk delete is running in this workspace already.');
  }

  return {
    /** Safe to repeat: an ID causes at most one DELETE. Resolves with the outcome, or after 25 s with the stage `sending`. */
    async put(confirmation: Confirmation, id: string, request: DeletionRequest) {
      const confirmed = await sender.track(confirm(confirmation, id, request)).catch(throwRefusal);
      const { row, isStored } = await sender.waitForOutcome(confirmed);
      return { deletion: toDeletionJson(row, confirmation.access.actor), isStored };
    },

    /** All items or none. Safe to repeat, too. */
    async putBulk(confirmation: Confirmation, id: string, request: BulkDeletionRequest) {
      const { actor } = confirmation.access;
      const bulk = await sender.track(confirmBulk(confirmation, id, request)).catch(throwRefusal);
      const deletions = (await bulkLog.listItems(id)).map((row) => toDeletionJson(row, actor));
      return { bulkDeletion: toBulkDeletionJson(bulk, actor), deletions };
    },

    /** One audit line for a PUT that was refused. `request` is null if it can't be read. */
    auditRefusal(
      { access, requestId }: Confirmation,
      ids: { deletionId: string; bulkId: string | null },
      request: { target: DeletionTarget; reason: string } | null,
    ): void {
      const { workspace, actor, token } = access;
      const { databaseName: database = '', instanceId: instance = '', name = null } = request?.target ?? {};
      const reason = request?.reason || null;
      const line = { workspace, database, instance, name, reason, actor, ...ids, requestId, token };
      audit({ ...line, method: 'PUT', outcome: 'not-sent', status: null, answeredBy: 'console' });
    },

    async stopBulk({ workspace, actor }: Access, id: string): Promise<void> {
      const bulk = await bulkLog.find(id);
      if (bulk?.workspace !== workspace) throw refuse('invalid', 'This bulk delete is unknown.', 404);
      if (bulk.endedAt === null) await bulkLog.stop(bulk, sameStop(`${actor} stopped this bulk delete.`));
    },

    /** At a sign-out. */
    stopBulksOfSession: bulkLog.stopOfSession,

    async list(access: Access, query: LogQuery) {
      // A database that can be read only still shows what it has.
      await settleStaleIn(access.workspace).catch(() => undefined);
      return readLog(log, access, query);
    },

    async dismiss({ workspace, actor }: Access, id: string) {
      const row = (await log.dismiss(workspace, id)) ?? (await log.find(id));
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

/** PostgreSQL stores no NUL and no lone surrogate. */
function toStorable(text: string | null): string | null {
  return text?.toWellFormed().replaceAll('\0', '\ufffd') ?? null;
}

function isSameRequest(a: DeletionRow, b: DeletionRow): boolean {
  const toKey = (row: DeletionRow) => {
    const { workspace, actor, databaseName, instanceId, name, created, reason, bulkId } = row;
    return JSON.stringify([workspace, actor, databaseName, instanceId, name, created, reason, bulkId]);
  };
  return toKey(a) === toKey(b);
}

function findListRefusal(items: BulkDeletionRequest['items'], { maxBulk }: Policy) {
  if (maxBulk !== null && items.length > maxBulk)
    return refuse('max-bulk', `Your operator allows at most ${maxBulk} instances in one bulk delete.`);
  const targets = new Set(items.map(({ databaseName, instanceId }) => instanceKey(databaseName, instanceId)));
  if (targets.size < items.length || new Set(items.map(({ id }) => id)).size < items.length)
    return refuse('invalid', 'An instance or an ID is in this bulk delete twice.');
  return null;
}
