import { queryOptions } from '@tanstack/react-query';
import type { Connection } from './connection.ts';
import {
  blankOutcome,
  type DeleteOutcome,
  type DeleteTarget,
  deleteOutcomeOf,
  type ExpectedInstance,
} from './deleteOutcome.ts';
import { ServiceError, type ServiceErrorKind } from './errors.ts';
import { request } from './http.ts';
import { type ComputeInstance, decodeInstance } from './instanceRecord.ts';
import { readList, type ServiceList, workspaceKey } from './readList.ts';
import { operations, servicePath } from './servicePath.ts';

/** A list and when it was asked for, in ms since the epoch: it knows of nothing that ended later. */
export type InstanceList = ServiceList<ComputeInstance> & { askedAt: number };

/** The configured listing of one database as a value: key and read. */
export function instancesQuery(
  connection: Connection,
  template: string,
  target: { workspaceSlug: string; databaseName: string },
) {
  const { workspaceSlug, databaseName } = target;
  return queryOptions({
    queryKey: [...workspaceKey(connection, workspaceSlug), 'databases', databaseName, 'compute'],
    queryFn: async ({ signal }): Promise<InstanceList> => {
      const askedAt = Date.now();
      return { ...(await listInstances(connection, template, target, signal)), askedAt };
    },
  });
}

/**
 * The instances of one database, where the operator says that the service lists them: no section defines this read.
 * @param template path of the listing with `{workspaceSlug}` and, usually, `{databaseName}`
 * @throws ServiceError
 */
export async function listInstances(
  connection: Connection,
  template: string,
  target: { workspaceSlug: string; databaseName: string },
  signal?: AbortSignal,
): Promise<ServiceList<ComputeInstance>> {
  return readList(connection, servicePath(template, target), decodeInstance, signal);
}

const timeoutMs = 60_000;
const maxBytes = 1024 * 1024;

/**
 * Sends one DELETE (section 4.1), once, and names what became of it. Never throws and never repeats.
 * @param expected the facts about the instance that the returned record is compared with
 * @param intentKey one UUID per confirmed intent, so that a copy re-sent below the page is recognised by the own server
 */
export async function deleteComputeInstance(
  connection: Connection,
  target: DeleteTarget,
  intentKey: string,
  expected: ExpectedInstance = { name: null },
): Promise<DeleteOutcome> {
  try {
    const path = servicePath(operations.deleteComputeInstance.path, target);
    const answer = await request(connection, {
      method: 'DELETE',
      path,
      timeoutMs,
      maxBytes,
      idempotencyKey: intentKey,
    });
    return deleteOutcomeOf(answer, target, expected);
  } catch (error) {
    return outcomeWithoutAnswer(error);
  }
}

const beforeDispatch = new Set<ServiceErrorKind>(['offline', 'bad-path', 'signed-out']);

function outcomeWithoutAnswer(error: unknown): DeleteOutcome {
  if (!(error instanceof ServiceError))
    return {
      ...blankOutcome,
      kind: 'unknown',
      reason: 'This console failed while it waited for the answer.',
    };
  if (beforeDispatch.has(error.kind)) return { ...blankOutcome, kind: 'not-sent', reason: error.message };
  const hint =
    error.kind === 'unreachable'
      ? ' If there is no connection it was probably not sent, but that is not certain.'
      : '';
  return { ...blankOutcome, kind: 'unknown', reason: error.message + hint };
}
