import { createHmac, randomBytes } from 'node:crypto';
import type { OutcomeJson } from '../../rules/deletion.ts';
import { redactToken } from '../../rules/text.ts';
import type { DeletionRow, ItemRow } from '../database/schema.ts';
import type { Access } from '../sessions/sessionStore.ts';

/** For an outcome or a refused PUT. `item`: null unless there is exactly one. `sender`: null if the log settled it. */
export type WriteAudit = (
  deletion: Pick<DeletionRow, 'workspace' | 'id' | 'actor' | 'reason'>,
  item: Pick<ItemRow, 'position' | 'databaseName' | 'instanceId' | 'name'> | null,
  outcome: Pick<OutcomeJson, 'code' | 'status'>,
  sender: Pick<Access, 'token' | 'requestId'> | null,
) => void;

/** Limits of each text, because some log collectors split a line at 16 KiB: https://github.com/moby/moby/issues/34855 */
const maxTextLength = 512;
const maxTextBytes = 1_800;

export function createAuditWriter(log: (line: string) => void, key: string | null): WriteAudit {
  const hashKey = key ?? randomBytes(32);
  return function audit({ workspace, id, actor, reason }, item, { code, status }, sender) {
    const token = sender?.token ?? null;
    const fields = {
      time: new Date(),
      method: item === null || code === 'not-sent' ? 'PUT' : 'DELETE',
      path: `/api/workspaces/${encodeURIComponent(workspace)}/deletions/${id}`,
      status,
      requestId: sender?.requestId ?? null,
      workspace,
      database: item?.databaseName ?? null,
      instance: item?.instanceId ?? null,
      name: item?.name || null,
      reason: reason || null,
      outcome: code,
      answeredBy: status === null ? 'console' : 'service',
      actor,
      deletionId: id,
      item: item?.position ?? null,
      tokenHash: token && createHmac('sha256', hashKey).update(token).digest('hex'),
    };
    // Redacted before the cut, which could leave a part of a token.
    const shortenText = (_: string, value: unknown) =>
      typeof value === 'string' ? shorten(redactToken(value, token)) : value;
    log(toJson(fields, shortenText));
  };
}

/** A UTF-16 unit takes 6 bytes at most. */
function shorten(text: string): string {
  const start = text.slice(0, maxTextLength);
  const isLong = Buffer.byteLength(toJson(start)) > maxTextBytes;
  return (isLong ? start.slice(0, maxTextBytes / 6) : start).toWellFormed();
}

function toJson(value: unknown, replacer?: (key: string, value: unknown) => unknown): string {
  return JSON.stringify(value, replacer).replace(
    lineSeparators,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Some collectors end a line at some of these, and some terminals obey others. `JSON.stringify` keeps them. */
const lineSeparators = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
