import { queryOptions } from '@tanstack/react-query';
import type { Connection } from './connection.ts';
import { blankOutcome, type DeleteOutcome, type DeleteTarget, toDeleteOutcome } from './deleteOutcome.ts';
import { ServiceError } from './errors.ts';
import { sendRequest } from './http.ts';
import { type ComputeInstance, decodeInstance } from './instanceRecord.ts';
import { createWorkspaceKeyPrefix, readList, type ServiceList } from './readList.ts';
import { buildServicePath, operations } from './servicePath.ts';

/** A list of instances, and the time at which it was requested (ms since the epoch). */
export type InstanceList = ServiceList<ComputeInstance> & { requestedAt: number };

/**
 * Returns query options for the instances of one database. The operator configures the path, because `service.md` defines
 * no list of instances.
 * @param template the configured path, with `{workspaceSlug}` and usually `{databaseName}`
 */
export function createInstancesQuery(
  connection: Connection,
  template: string,
  target: { workspaceSlug: string; databaseName: string },
) {
  const { workspaceSlug, databaseName } = target;
  return queryOptions({
    queryKey: [...createWorkspaceKeyPrefix(connection, workspaceSlug), 'databases', databaseName, 'compute'],
    queryFn: async ({ signal }): Promise<InstanceList> => {
      const requestedAt = Date.now();
      const list = await readList(connection, buildServicePath(template, target), decodeInstance, signal);
      return { ...list, requestedAt };
    },
  });
}

const deleteTimeoutMs = 60_000;
const maxResponseBytes = 1024 * 1024;

/**
 * Sends one DELETE and returns the outcome. Never throws, and never repeats the request.
 * @param intentKey UUID of the confirmed deletion. Our server uses the UUID to recognize a request that the browser repeats.
 * @param expectedName name of the instance in the list, to compare with the name in the response
 */
export async function deleteComputeInstance(
  connection: Connection,
  target: DeleteTarget,
  intentKey: string,
  expectedName: string | null = null,
): Promise<DeleteOutcome> {
  try {
    const path = buildServicePath(operations.deleteComputeInstance.path, target);
    const response = await sendRequest(connection, {
      method: 'DELETE',
      path,
      timeoutMs: deleteTimeoutMs,
      maxBytes: maxResponseBytes,
      idempotencyKey: intentKey,
    });
    return toDeleteOutcome(response, target, expectedName);
  } catch (error) {
    return toOutcomeWithoutResponse(error);
  }
}

function toOutcomeWithoutResponse(error: unknown): DeleteOutcome {
  if (!(error instanceof ServiceError)) {
    const reason = 'Something went wrong in this console during the request.';
    return { ...blankOutcome, kind: 'unknown', reason };
  }
  const kind = error.mayHaveBeenSent ? 'unknown' : 'not-sent';
  const hint = ' If you have no connection, the request was probably not sent, but that isn’t certain.';
  return { ...blankOutcome, kind, reason: error.message + (error.kind === 'unreachable' ? hint : '') };
}
