import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { QueryClient } from '@tanstack/react-query';
import { expect, onTestFinished, vi } from 'vitest';
import { type DeleteRequest, deleteComputeInstance } from '../../src/api/deleteComputeInstance.ts';
import type { ServiceList } from '../../src/api/readList.ts';
import { createRegionsQuery } from '../../src/api/regions.ts';
import { createHistoryQuery } from '../../src/api/subscriptionHistory.ts';
import type { Connection } from '../../src/rules/connection.ts';
import type { ServiceError } from '../../src/rules/errors.ts';
import type { DeleteOutcome } from '../../src/rules/outcome.ts';
import { type RawRequest, startRawService } from './rawService.ts';

export type ReadResult = { list: ServiceList<unknown> } | { error: ServiceError };

export const target = { workspaceSlug: 'acme', databaseName: 'orders', instanceId: 'i-1' };
export const confirmedDelete: DeleteRequest = {
  id: '3f0e8d4a-6f0f-4c8e-9d2e-5b0e3a6a7c11',
  expectedName: null,
  reason: '',
};

/** One step of a response: send bytes, wait, or close the connection. `forever` repeats its bytes until the client closes. */
export type WireStep =
  | string
  | Uint8Array
  | { waitMs: number }
  | { waitFor: Promise<unknown> }
  | { forever: string }
  | 'end'
  | 'reset';

/** The steps of the response to a request. A partial response stalls, because the connection stays open. */
export type WireScript = (request: RawRequest) => readonly WireStep[];

export type ScriptedService = Awaited<ReturnType<typeof startService>>;

/** Starts a service that sends scripted responses until the test ends. */
export async function startService(script: WireScript) {
  let sentByteCount = 0;
  /** The open connections that sent a request. After an abort, the client opens another one. */
  const sockets = new Set<Socket>();
  const service = await startRawService(async (request, socket) => {
    if (!sockets.has(socket)) socket.once('close', () => sockets.delete(socket));
    sockets.add(socket);
    for (const step of script(request)) {
      if (socket.destroyed) return;
      if (step === 'end') socket.end();
      else if (step === 'reset') socket.resetAndDestroy();
      else if (typeof step === 'string' || step instanceof Uint8Array) await send(socket, step);
      else if ('waitMs' in step) await sleep(step.waitMs);
      else if ('waitFor' in step) await step.waitFor;
      else while (!socket.destroyed) await send(socket, step.forever);
    }
  });
  onTestFinished(service.close);

  function send(socket: Socket, bytes: string | Uint8Array): Promise<void> {
    sentByteCount += bytes.length;
    return new Promise((resolve) => socket.write(bytes, () => resolve()));
  }

  return {
    ...service,
    getSentByteCount: () => sentByteCount,
    waitForRequests: (count: number) =>
      expect.poll(() => service.requests.length, poll).toBeGreaterThanOrEqual(count),
    /** Waits until the client has closed every connection that sent a request. */
    waitForDisconnects: () => expect.poll(() => sockets.size, poll).toBe(0),
  };
}

const poll = { interval: 5 };

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
  confirmed: Partial<DeleteRequest> = {},
): Promise<DeleteOutcome> {
  return deleteComputeInstance(connectionTo(url, changes), target, { ...confirmedDelete, ...confirmed });
}

export function sendRead(
  listName: 'history' | 'regions',
  url: string,
  changes: Partial<Connection> = {},
  workspaceSlug = 'acme',
): Promise<ReadResult> {
  const connection = connectionTo(url, changes);
  const client = new QueryClient();
  const read: Promise<ServiceList<unknown>> =
    listName === 'regions'
      ? client.fetchQuery(createRegionsQuery(connection, workspaceSlug))
      : client.fetchQuery(createHistoryQuery(connection, workspaceSlug));
  return read.then(
    (list) => ({ list }),
    (error: ServiceError) => ({ error }),
  );
}
