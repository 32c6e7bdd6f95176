import http from 'node:http';
import net from 'node:net';
import { pipeline } from 'node:stream';
import { onTestFinished } from 'vitest';
import { createServiceClient } from '../../../src/server/service/client.ts';
import { createForwardRead } from '../../../src/server/service/forwardRead.ts';
import { createSendDelete } from '../../../src/server/service/sendDelete.ts';
import { listen } from '../../support/listen.ts';

export const target = { workspaceSlug: 'acme', databaseName: 'orders', instanceId: 'i-1' };
export const deleteCall = {
  ...{ target, name: null, token: 'canary-token-1', requestId: 'req-12345678' },
  idempotencyKey: '3f0e8d4a-6f0f-4c8e-9d2e-5b0e3a6a7c11-0',
  findObstacle: async (): Promise<string | null> => null,
};

export function createClient(url: string, proxyUrl?: string) {
  const proxy = proxyUrl === undefined ? null : new URL(proxyUrl);
  return createServiceClient({ service: { kind: 'remote', url, proxy } });
}

type Changes = Partial<typeof deleteCall> & { deleteMs?: number };

export function sendDelete(url: string, { deleteMs = 20_000, ...changes }: Changes = {}, proxyUrl?: string) {
  return createSendDelete(createClient(url, proxyUrl), deleteMs)({ ...deleteCall, ...changes });
}

export const requestedAt = Date.parse('2026-03-02T14:02:00Z');

/** Starts a server whose only work is `forwardRead`, until the test ends. */
export async function startReads(url: string, readMs = 20_000, proxyUrl?: string) {
  const forwardRead = createForwardRead(createClient(url, proxyUrl), readMs);
  const server = http.createServer((incoming, outgoing) => {
    const path = (incoming.url ?? '').replace(/^\/api/, '');
    const { token, requestId } = deleteCall;
    void forwardRead({ path, token, requestId, requestedAt, onTokenRejected: async () => {} }, outgoing);
  });
  const port = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port, url: `http://127.0.0.1:${port}` };
}

/** Starts an outbound proxy until the test ends. @param refusal bytes in place of each tunnel @returns its URL */
export async function startProxy(refusal?: string) {
  const server = http.createServer().on('connect', ({ url }, client) => {
    if (refusal !== undefined) return void client.end(refusal);
    const { hostname, port } = new URL(`http://${url}`);
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    pipeline(client, net.connect(Number(port), hostname), client, () => {});
  });
  onTestFinished(() => void server.close());
  return `http://user:secret@127.0.0.1:${await listen(server)}`;
}
