import { findProtection, maxReasonLength, type Policy } from '../config.ts';
import { decodeFully } from './operations.ts';

/**
 * Reads the header `Console-Reason`, which contains percent-encoded UTF-8.
 * @returns an empty string if there is no reason, or null if the header is not one line of at most `maxReasonLength`
 */
export function readReason(header: string): string | null {
  try {
    const reason = decodeURIComponent(header).trim();
    return reason.length > maxReasonLength || /\p{Cc}/u.test(reason) ? null : reason;
  } catch {
    return null;
  }
}

export const unusableReason = `The reason is malformed, or longer than ${maxReasonLength} characters.`;

/** Why no DELETE is forwarded at all, as a sentence, or null. */
export function findReadOnly({ readOnly }: Policy): string | null {
  if (readOnly === null) return null;
  const sentence = `Your operator has turned off deleting on this console. ${readOnly.reason}`;
  return sentence.trim().replace(/[^.!?]$/, '$&.');
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
  const pattern = findProtection(policy.protected, [databaseName, instanceId].flatMap(listSpellings));
  if (pattern !== null) return `Your operator protects instances that match “${pattern}”.`;
  if (policy.reason !== 'required' || reason) return null;
  return reason === null ? unusableReason : 'Your operator requires a reason for every delete.';
}

/** One line for the start of the server that shows if a policy is in force, or none. */
export function describePolicy(policy: Policy): string[] {
  const parts = [
    policy.readOnly !== null && 'read-only',
    policy.protected.length > 0 && `protected: ${policy.protected.join(', ')}`,
    policy.maxBulk !== null && `at most ${policy.maxBulk} in one bulk delete`,
    policy.reason !== 'optional' && `reason ${policy.reason}`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? [`Policy: ${parts.join('; ')}`] : [];
}

/** Every text that a server could understand by a path value: decoded again, and without spaces and slashes around it. */
function listSpellings(value: string): string[] {
  return decodeFully(value).flatMap((text) => [text, text.replace(/^[\s/\\]+/, '').replace(/[\s/\\]+$/, '')]);
}
