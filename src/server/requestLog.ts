import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OutcomeCode } from '../rules/outcome.ts';
import { redactToken } from '../rules/token.ts';

export type LogEntry = {
  /** Also sent to the service and to the browser. */
  requestId: string;
  /** Template of the path, or the path of an existing file. Contains no secret. */
  route: string;
  /** Logged instead of `route` only for a 2xx, because other paths may contain a token. */
  rawPath: string | null;
  /** Tokens of the session, which are redacted. */
  tokens: readonly string[];
  /** True for a request that has its own audit line. */
  isAudited: boolean;
};

/** A request with its response. */
export type Exchange = { incoming: IncomingMessage; outgoing: ServerResponse; entry: LogEntry };

export type HonoEnv = { Bindings: Exchange };

/** A DELETE when it is settled, or a PUT that was refused. `src/server/README.md` explains each field. */
export type AuditLine = {
  method: 'DELETE' | 'PUT';
  workspace: string;
  database: string;
  instance: string;
  name: string | null;
  reason: string | null;
  outcome: OutcomeCode;
  status: number | null;
  actor: string;
  deletionId: string;
  bulkId: string | null;
  requestId: string;
  answeredBy: 'console' | 'service';
  /** Is hashed, never logged. Empty if its server has ended. */
  token: string;
};

export function createLogEntry({ headers }: Pick<IncomingMessage, 'headers'>): LogEntry {
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

/** Writes audit lines. A null key hashes tokens with a random one. */
export function createAudit(log: (line: string) => void, key: string | null) {
  const hashKey = key ?? randomBytes(32);
  return function audit({
    token,
    method,
    status,
    requestId,
    actor,
    deletionId,
    bulkId,
    ...line
  }: AuditLine): void {
    const path = bulkId === null ? `deletions/${deletionId}` : `bulk-deletions/${bulkId}`;
    const fields = {
      time: new Date(),
      method,
      path: `/api/workspaces/${encodeURIComponent(line.workspace)}/${path}`,
      ...{ status, requestId, ...line, actor, deletionId, bulkId },
      tokenHash: token === '' ? null : createHmac('sha256', hashKey).update(token).digest('hex'),
    };
    log(toLine(fields, [token]));
  };
}

/** One line of JSON. An admin may have pasted a token into a reason or into the address bar. */
function toLine(fields: object, tokens: readonly string[]): string {
  const json = JSON.stringify(fields, (_, value) =>
    typeof value === 'string' ? tokens.reduce(redactToken, value.toWellFormed()) : value,
  );
  return json.replace(
    lineSeparators,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Some collectors of logs end a line at these, and some terminals obey them. `JSON.stringify` escapes only C0. */
const lineSeparators = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
