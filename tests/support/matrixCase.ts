import { expect, it, onTestFinished } from 'vitest';
import { deleteComputeInstance } from '../../src/api/computeInstances.ts';
import type { Connection } from '../../src/api/connection.ts';
import type { DeleteOutcome } from '../../src/api/deleteOutcome.ts';
import { ServiceError } from '../../src/api/errors.ts';
import type { ServiceList } from '../../src/api/readList.ts';
import { listRegions } from '../../src/api/regions.ts';
import { listSubscriptionHistory } from '../../src/api/subscriptionHistory.ts';
import { type FaultScript, type FaultServer, startFaultServer } from './faultServer.ts';

type Read = 'history' | 'regions';
/** What a read came to: its list, or the one failure value. */
export type ReadEnd = { list: ServiceList<unknown> } | { error: ServiceError };

/** One fault and what it must look like, for a delete and for both reads. */
type MatrixCase = {
  row: number;
  fault: string;
  script: FaultScript;
  DELETE?: Partial<DeleteOutcome>;
  reads?: Partial<ServiceError>;
  /** How many requests one call makes on the wire; 1 unless told. */
  sent?: number;
};

export const target = { workspaceSlug: 'acme', databaseName: 'orders', instanceId: 'i-1' };
export const intent = '3f0e8d4a-6f0f-4c8e-9d2e-5b0e3a6a7c11';

/** A fault server that is closed when the test ends. */
export async function faultServer(script: FaultScript): Promise<FaultServer> {
  const server = await startFaultServer(script);
  onTestFinished(() => server.close());
  return server;
}

export function connectionTo(url: string, more: Partial<Connection> = {}): Connection {
  return { serviceUrl: url, token: 'token-1', ...more };
}

export function sendDelete(url: string, more: Partial<Connection> = {}): Promise<DeleteOutcome> {
  return deleteComputeInstance(connectionTo(url, more), target, intent);
}

export async function sendRead(read: Read, url: string, more: Partial<Connection> = {}): Promise<ReadEnd> {
  const list = read === 'history' ? listSubscriptionHistory : listRegions;
  try {
    return { list: await list(connectionTo(url, more), 'acme') };
  } catch (error) {
    if (error instanceof ServiceError) return { error };
    throw error;
  }
}

/** Registers the tests of one fault, named by their cells. Each asserts how many requests were on the wire. */
export function matrixCase(fault: MatrixCase): void {
  const row = String(fault.row).padStart(2, '0');
  const sent = fault.sent ?? 1;
  if (fault.DELETE)
    it(`[${row} DELETE] ${fault.fault} is ${fault.DELETE.kind}`, async () => {
      const server = await faultServer(fault.script);
      const outcome = await sendDelete(server.url);
      expect(outcome).toMatchObject(fault.DELETE ?? {});
      expect(outcome.reason.length).toBeLessThanOrEqual(700);
      expect(server.requests.map((request) => request.method)).toEqual(Array(sent).fill('DELETE'));
    });
  for (const read of fault.reads ? (['history', 'regions'] as const) : [])
    it(`[${row} ${read}] ${fault.fault} is ${fault.reads?.kind}`, async () => {
      const server = await faultServer(fault.script);
      const end = await sendRead(read, server.url);
      expect(end).toEqual({ error: expect.objectContaining(fault.reads ?? {}) });
      expect(server.requests.map((request) => request.method)).toEqual(Array(sent).fill('GET'));
    });
}
