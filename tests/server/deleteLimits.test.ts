import net from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { upstreamConsole } from '../support/upstreamConsole.ts';
import { upstreamLater } from '../support/upstreamLater.ts';
import { upstreamRawCall, upstreamRawRequest } from '../support/upstreamRawCall.ts';
import { upstreamJson, upstreamScript } from '../support/upstreamScript.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function start() {
  const release = upstreamLater<void>();
  const service = await upstreamScript(
    (request, socket) =>
      void release.promise.then(() =>
        socket.end(upstreamJson(200, { id: request.target.split('/').at(-1) })),
      ),
  );
  ends.push(service.close);
  const own = await upstreamConsole({ SERVICE_URL: service.url });
  ends.push(own.end);
  const bytes = (id: string, headers: string[]) =>
    upstreamRawRequest('DELETE', `/api/workspaces/acme/databases/orders/compute/${id}`, headers);
  const named = (id: string, token: string) => [`Authorization: Bearer ${token}`, `Idempotency-Key: ${id}`];
  return {
    service,
    own,
    release: () => release.resolve(),
    send: (id: string, headers: string[]) => upstreamRawCall(own.port, bytes(id, headers)),
    remove: (id: string, token: string) => upstreamRawCall(own.port, bytes(id, named(id, token))),
    /** Sends a delete and leaves. */
    abandon(id: string, token: string): void {
      const socket = net.connect(own.port, '127.0.0.1').on('error', () => {});
      socket.end(bytes(id, named(id, token)));
    },
  };
}

describe('a delete that the console would not send', { timeout: 30_000 }, () => {
  it('is refused without a token (401) or without a key (400), and nothing is sent', async () => {
    const { service, send } = await start();
    for (const [headers, status] of [
      [[], 401],
      [['Idempotency-Key: k-1'], 401],
      [['Authorization: Bearer t'], 400],
    ] as const) {
      const answer = await send('i-1', [...headers]);
      expect([headers, answer.status]).toEqual([headers, status]);
      expect(JSON.parse(answer.body)).toEqual({
        message: expect.stringContaining('Nothing was sent.'),
        statusCode: status,
      });
    }
    expect(service.requests).toEqual([]);
  });
});

describe('deletes under way', { timeout: 30_000 }, () => {
  it('are at most 16 for one token; others go on, and so do repeats of what is under way', async () => {
    const { service, remove, abandon, release } = await start();
    for (let at = 0; at < 16; at += 1) abandon(`i-${at}`, 'one');
    await expect.poll(() => service.requests.length).toBe(16);
    const refused = await remove('i-16', 'one');
    expect([refused.status, JSON.parse(refused.body).statusCode]).toEqual([429, 429]);
    expect(refused.body).toContain('Nothing was sent.');
    expect(refused.headers['retry-after']).toBe('5');
    const repeat = remove('i-3', 'one');
    const other = remove('i-17', 'two');
    await expect.poll(() => service.requests.length).toBe(17);
    release();
    expect(await repeat).toMatchObject({ status: 200, body: '{"id":"i-3"}' });
    expect((await other).status).toBe(200);
    expect((await remove('i-18', 'one')).status).toBe(200);
    expect(service.requests).toHaveLength(18);
  });

  it('are at most 256 in all, whoever asked for them and left', async () => {
    const { service, remove, abandon, release } = await start();
    for (let at = 0; at < 300; at += 1) abandon(`i-${at}`, `token-${at}`);
    await expect.poll(() => service.requests.length, { timeout: 10_000 }).toBe(256);
    expect((await remove('one-more', 'another')).status).toBe(429);
    expect(service.requests).toHaveLength(256);
    release();
    await expect.poll(async () => (await remove('at-last', 'another')).status).toBe(200);
  });
});
