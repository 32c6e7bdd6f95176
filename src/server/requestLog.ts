import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OutcomeJson } from '../rules/deletion.ts';
import { redactTokens } from '../rules/text.ts';
import type { DeletionRow } from './database/schema.ts';

export type RequestLogEntry = {
  requestId: string;
  /** Template of the path, or the path of an existing file. Contains no secret. */
  route: string;
  /** Logged instead of `route` only for a 2xx, because other paths may contain a token. */
  rawPath: string | null;
  tokens: readonly string[];
  isAudited: boolean;
};

export type Exchange = { incoming: IncomingMessage; outgoing: ServerResponse; entry: RequestLogEntry };

export type HonoEnv = { Bindings: Exchange };

export function createRequestLogEntry({ headers }: Pick<IncomingMessage, 'headers'>): RequestLogEntry {
  const clientId = headers['x-request-id'];
  const isValid = typeof clientId === 'string' && /^[\w.-]{8,64}$/.test(clientId);
  const requestId = isValid ? clientId : randomUUID();
  return { requestId, route: '/*', rawPath: null, tokens: [], isAudited: false };
}

/** Waits for `handled`, too, because a request can continue after its client disconnects. */
export async function logWhenDone(
  { incoming, outgoing, entry }: Exchange,
  handled: Promise<unknown>,
  log: (line: string) => void,
): Promise<void> {
  const startMs = performance.now();
  await Promise.all([new Promise((resolve) => outgoing.once('close', resolve)), handled]);
  if (entry.isAudited) return;
  const { statusCode: status } = outgoing;
  const path = status >= 200 && status < 300 ? (entry.rawPath ?? entry.route) : entry.route;
  const ms = Math.round(performance.now() - startMs);
  const line = { time: new Date(), method: incoming.method, path, status, ms, requestId: entry.requestId };
  log(toLine(line, entry.tokens));
}

type AuditedEntry = Pick<
  DeletionRow,
  'id' | 'bulkId' | 'workspace' | 'databaseName' | 'instanceId' | 'name'
> &
  Pick<DeletionRow, 'reason' | 'actor'>;

/** Of a settled DELETE or a refused PUT. `README.md` explains the fields. `requester` is null if the server of the DELETE has ended. */
export type WriteAudit = (
  entry: AuditedEntry,
  outcome: Pick<OutcomeJson, 'code' | 'status'>,
  requester: { access: { token: string; tokens: readonly string[] }; requestId: string } | null,
) => void;

/** A null key hashes tokens with a random one. */
export function createAuditWriter(log: (line: string) => void, key: string | null): WriteAudit {
  const hashKey = key ?? randomBytes(32);
  return function audit({ id, bulkId, workspace, ...entry }, { code, status }, requester) {
    const path = bulkId === null ? `deletions/${id}` : `bulk-deletions/${bulkId}`;
    const { token, tokens } = requester?.access ?? { token: null, tokens: [] };
    const fields = {
      time: new Date(),
      method: code === 'not-sent' ? 'PUT' : 'DELETE',
      path: `/api/workspaces/${encodeURIComponent(workspace)}/${path}`,
      ...{ status, requestId: requester?.requestId ?? '' },
      ...{ workspace, database: entry.databaseName, instance: entry.instanceId },
      // Collectors cut lines, often at 16 KiB. Redact first, because the cut could leave a part of a token.
      name: entry.name && redactTokens(entry.name, tokens).slice(0, maxNameLength),
      ...{ reason: entry.reason || null, outcome: code, answeredBy: status === null ? 'console' : 'service' },
      ...{ actor: entry.actor, deletionId: id, bulkId },
      tokenHash: token && createHmac('sha256', hashKey).update(token).digest('hex'),
    };
    log(toLine(fields, tokens));
  };
}

const maxNameLength = 512;

/** One line of JSON. An admin may have pasted a token into a reason or into the address bar. */
function toLine(fields: object, tokens: readonly string[]): string {
  const json = JSON.stringify(fields, (_, value) =>
    typeof value === 'string' ? redactTokens(value.toWellFormed(), tokens) : value,
  );
  return json.replace(
    lineSeparators,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Some collectors of logs end a line at these, and some terminals obey them. `JSON.stringify` escapes only C0. */
const lineSeparators = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
