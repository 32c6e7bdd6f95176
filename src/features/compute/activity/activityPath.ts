import type { DeleteTarget } from '../../../api/deleteOutcomeOf.ts';
import { operationPaths } from '../../../api/operationPaths.ts';
import { servicePath } from '../../../api/servicePath.ts';

/** The path a deletion is sent to (section 4.1), for showing; empty where the values can't stand in a path. */
export function activityPath(target: DeleteTarget): string {
  try {
    return servicePath(operationPaths.deleteComputeInstance, target);
  } catch {
    return '';
  }
}
