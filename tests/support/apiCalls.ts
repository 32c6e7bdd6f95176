import { QueryClient } from '@tanstack/react-query';
import { onTestFinished, vi } from 'vitest';
import type { Connection } from '../../src/api/connection.ts';
import { type ConfirmedDelete, deleteComputeInstance } from '../../src/api/deleteComputeInstance.ts';
import { ServiceError } from '../../src/api/errors.ts';
import type { DeleteOutcome } from '../../src/api/outcome.ts';
import type { ServiceList } from '../../src/api/readList.ts';
import { createRegionsQuery } from '../../src/api/regions.ts';
import { createHistoryQuery } from '../../src/api/subscriptionHistory.ts';
import { type FailureServer, startFailureServer, type WireScript } from './failureServer.ts';

export type ReadResult = { list: ServiceList<unknown> } | { error: ServiceError };

export const target = { workspaceSlug: 'acme', databaseName: 'orders', instanceId: 'i-1' };
export const confirmedDelete: ConfirmedDelete = {
  id: '3f0e8d4a-6f0f-4c8e-9d2e-5b0e3a6a7c11',
  expectedName: null,
  reason: '',
};

/** Starts a service that sends scripted responses until the test ends. */
export async function startService(script: WireScript): Promise<FailureServer> {
  const server = await startFailureServer(script);
  onTestFinished(() => server.close());
  return server;
}

/** Makes an origin the origin of the page, as if its server had served the console. */
export function servePageFrom(origin: string): void {
  vi.stubGlobal('location', { origin });
  onTestFinished(() => void vi.unstubAllGlobals());
}

export function connectionTo(url: string, changes: Partial<Connection> = {}): Connection {
  return { serviceUrl: url, token: 'token-1', ...changes };
}

export function sendDelete(
  url: string,
  changes: Partial<Connection> = {},
  confirmed: Partial<ConfirmedDelete> = {},
): Promise<DeleteOutcome> {
  return deleteComputeInstance(connectionTo(url, changes), target, { ...confirmedDelete, ...confirmed });
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
