import { QueryClient } from '@tanstack/react-query';
import { onTestFinished } from 'vitest';
import { deleteComputeInstance } from '../../src/api/computeInstances.ts';
import type { Connection } from '../../src/api/connection.ts';
import type { DeleteOutcome } from '../../src/api/deleteOutcome.ts';
import { ServiceError } from '../../src/api/errors.ts';
import type { ServiceList } from '../../src/api/readList.ts';
import { createRegionsQuery } from '../../src/api/regions.ts';
import { createHistoryQuery } from '../../src/api/subscriptionHistory.ts';
import { type FailureServer, startFailureServer, type WireScript } from './failureServer.ts';

export type ReadResult = { list: ServiceList<unknown> } | { error: ServiceError };

export const target = { workspaceSlug: 'acme', databaseName: 'orders', instanceId: 'i-1' };
export const intentKey = '3f0e8d4a-6f0f-4c8e-9d2e-5b0e3a6a7c11';

/** Starts a service that sends scripted responses until the test ends. */
export async function startService(script: WireScript): Promise<FailureServer> {
  const server = await startFailureServer(script);
  onTestFinished(() => server.close());
  return server;
}

export function connectionTo(url: string, changes: Partial<Connection> = {}): Connection {
  return { serviceUrl: url, token: 'token-1', ...changes };
}

export function sendDelete(url: string, changes: Partial<Connection> = {}): Promise<DeleteOutcome> {
  return deleteComputeInstance(connectionTo(url, changes), target, intentKey);
}

export async function sendRead(
  listName: 'history' | 'regions',
  url: string,
  changes: Partial<Connection> = {},
  workspaceSlug = 'acme',
): Promise<ReadResult> {
  const connection = connectionTo(url, changes);
  const client = new QueryClient();
  try {
    if (listName === 'regions')
      return { list: await client.fetchQuery(createRegionsQuery(connection, workspaceSlug)) };
    return { list: await client.fetchQuery(createHistoryQuery(connection, workspaceSlug)) };
  } catch (error) {
    if (error instanceof ServiceError) return { error };
    throw error;
  }
}
