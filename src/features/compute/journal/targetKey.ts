import type { DeleteTarget } from '../../../api/deleteOutcomeOf.ts';

/** One text for the three path parameters together; no two targets share it, whatever characters they hold. */
export function targetKey(target: DeleteTarget): string {
  return JSON.stringify([target.workspaceSlug, target.databaseName, target.instanceId]);
}
