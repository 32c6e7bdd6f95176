import type { IncomingMessage } from 'node:http';
import { findProtection, maxReasonLength, type Policy } from '../config.ts';
import { decodeFully } from './operations.ts';

/**
 * The reason of a DELETE from the header `Console-Reason`, which contains percent-encoded UTF-8. It is null if there is none.
 * @returns an error message if the header is repeated or malformed
 */
export function readReason({
  headersDistinct,
}: Pick<IncomingMessage, 'headersDistinct'>): { reason: string | null } | { problem: string } {
  const [header = '', ...others] = headersDistinct['console-reason'] ?? [];
  const reason = others.length === 0 && /^[\x20-\x7e]*$/.test(header) ? decode(header)?.trim() : undefined;
  if (reason === undefined) return { problem: 'The Console-Reason header must be one percent-encoded text.' };
  if (reason.length > maxReasonLength || /\p{Cc}/u.test(reason))
    return { problem: `A reason must be one line of at most ${maxReasonLength} characters.` };
  return { reason: reason || null };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * Why the operator's policy refuses a DELETE, as a sentence, or null. The names of instances and the number of instances in a
 * bulk delete are unknown here, so only the console checks them.
 * @param values decoded path values
 */
export function findRefusal(
  policy: Policy,
  [, databaseName = '', instanceId = '']: readonly string[],
  reason: string | null,
): string | null {
  if (policy.readOnly !== null)
    return `Your operator has turned off deleting on this console. ${policy.readOnly.reason}`
      .trim()
      .replace(/[^.!?]$/, '$&.');
  const pattern = findProtection(policy.protected, [databaseName, instanceId].flatMap(listSpellings));
  if (pattern !== null) return `Your operator protects instances that match “${pattern}”.`;
  if (policy.reason === 'required' && reason === null)
    return 'Your operator requires a reason for every delete.';
  return null;
}

/** Every text that a server could understand by a path value: decoded again, and without spaces and slashes around it. */
function listSpellings(value: string): string[] {
  return decodeFully(value).flatMap((text) => [text, text.replace(/^[\s/\\]+/, '').replace(/[\s/\\]+$/, '')]);
}
