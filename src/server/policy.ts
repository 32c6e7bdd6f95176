import { findProtection, maxReasonLength, type Policy } from '../config.ts';
import { listDecodings } from './routes/operations.ts';

/** Decodes `Console-Reason`: empty without a reason, null if it isn't one line or too long. */
export function readReason(header: string): string | null {
  try {
    const reason = decodeURIComponent(header).trim();
    return reason.length > maxReasonLength || /\p{Cc}/u.test(reason) ? null : reason;
  } catch {
    return null;
  }
}

export const unusableReasonSentence = `The reason is malformed, or longer than ${maxReasonLength} characters.`;

export function findReadOnlyRefusal({ readOnly }: Policy): string | null {
  if (readOnly === null) return null;
  const sentence = `Your operator has turned off deleting on this console. ${readOnly.reason}`;
  return sentence.trim().replace(/[^.!?]$/, '$&.');
}

/** Why a DELETE is refused, or null. Only the console can check names and the size of a bulk delete. */
export function findRefusal(
  policy: Policy,
  [, databaseName = '', instanceId = '']: readonly string[],
  reason: string | null,
): string | null {
  const pattern = findProtection(policy.protected, [databaseName, instanceId].flatMap(listSpellings));
  if (pattern !== null) return `Your operator protects instances that match “${pattern}”.`;
  if (policy.reason !== 'required' || reason) return null;
  return reason === null ? unusableReasonSentence : 'Your operator requires a reason for every delete.';
}

export function describePolicy(policy: Policy): string[] {
  const parts = [
    policy.readOnly !== null && 'read-only',
    policy.protected.length > 0 && `protected: ${policy.protected.join(', ')}`,
    policy.maxBulk !== null && `at most ${policy.maxBulk} in one bulk delete`,
    policy.reason !== 'optional' && `reason ${policy.reason}`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? [`Policy: ${parts.join('; ')}`] : [];
}

/** What a server could understand by a value: decoded again, without spaces and slashes around it. */
function listSpellings(value: string): string[] {
  return listDecodings(value).flatMap((text) => [
    text,
    text.replace(/^[\s/\\]+/, '').replace(/[\s/\\]+$/, ''),
  ]);
}
