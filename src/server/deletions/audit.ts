import { createHmac, randomBytes } from 'node:crypto';
import type { OutcomeJson } from '../../rules/deletion.ts';
import type { DeletionRow } from '../database/schema.ts';
import { toLine } from '../requestLog.ts';
import type { Access } from '../sessions/access.ts';

type AuditedEntry = Pick<
  DeletionRow,
  'id' | 'bulkId' | 'workspace' | 'databaseName' | 'instanceId' | 'name'
> &
  Pick<DeletionRow, 'reason' | 'actor'>;

/** Of a settled DELETE or a refused PUT. `README.md` explains the fields. `requester` is null if the server of the DELETE has ended. */
export type WriteAudit = (
  entry: AuditedEntry,
  outcome: Pick<OutcomeJson, 'code' | 'status'>,
  requester: { access: Pick<Access, 'token'>; requestId: string } | null,
) => void;

/** A null key hashes tokens with a random one. */
export function createAuditWriter(log: (line: string) => void, key: string | null): WriteAudit {
  const hashKey = key ?? randomBytes(32);
  return function audit({ id, bulkId, workspace, ...entry }, { code, status }, requester) {
    const path = bulkId === null ? `deletions/${id}` : `bulk-deletions/${bulkId}`;
    const { token } = requester?.access ?? { token: null };
    const fields = {
      time: new Date(),
      method: code === 'not-sent' ? 'PUT' : 'DELETE',
      path: `/api/workspaces/${encodeURIComponent(workspace)}/${path}`,
      ...{ status, requestId: requester?.requestId ?? '' },
      ...{ workspace, database: entry.databaseName, instance: entry.instanceId, name: entry.name },
      ...{ reason: entry.reason || null, outcome: code, answeredBy: status === null ? 'console' : 'service' },
      ...{ actor: entry.actor, deletionId: id, bulkId },
      tokenHash: token && createHmac('sha256', hashKey).update(token).digest('hex'),
    };
    log(toLine(fields, token));
  };
}
