import { decodeInstance, flattenPublicVariant, getDatabaseName } from '../../rules/instanceRecord.ts';
import type { DeleteTarget } from '../../rules/outcome.ts';
import { quoteValue } from '../../rules/text.ts';
import { hasId } from './deleteProof.ts';

/**
 * How a returned record differs from the request, in sentences for the receipt. A `doubt` stops a bulk delete; a numeric or
 * missing ID is none, and a workspace that is a text may be an ID or a display name.
 */
export function compareRecord(
  raw: Record<string, unknown>,
  target: DeleteTarget,
  expectedName: string | null,
  redact: (text: string) => string,
): { notes: string[]; doubt: string | null } {
  const { id, name, workspace } = flattenPublicVariant(raw);
  const record = decodeInstance(raw);
  const databaseName = (record && getDatabaseName(record)) || target.databaseName;
  const notes: string[] = [];
  const doubts: string[] = [];
  const doubt = (difference: string, value: string) => {
    doubts.push(difference);
    notes.push(`${difference}: ${quoteValue(redact(value))}`);
  };
  if (id === undefined || id === null) notes.push('has no ID');
  else if (typeof id !== 'string') notes.push("has an ID that isn't a string");
  else if (!hasId(raw, target.instanceId)) doubt('has a different ID', id);
  if (typeof workspace === 'string' && workspace !== target.workspaceSlug)
    notes.push(`gives its workspace as ${quoteValue(redact(workspace))}`);
  if (databaseName !== target.databaseName) doubt('names a different database', databaseName);
  if (typeof name === 'string' && expectedName !== null && name.normalize() !== expectedName.normalize())
    doubt('has a different name', name);
  return { notes: notes.map((note) => `The returned record ${note}.`), doubt: doubts[0] ?? null };
}
