import net from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Limits } from '../../src/server/settings.ts';
import { upstreamConsole } from '../support/upstreamConsole.ts';
import { upstreamLater } from '../support/upstreamLater.ts';
import { upstreamRawCall, upstreamRawRequest } from '../support/upstreamRawCall.ts';
import { upstreamScript } from '../support/upstreamScript.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const operations = [
  ['DELETE', '/workspaces/acme/databases/orders/compute/i-1'],
  ['GET', '/workspaces/acme/regions'],
] as const;

async function inFrontOf(script: Parameters<typeof upstreamScript>[0], limits: Partial<Limits>) {
  const service = await upstreamScript(script);
  ends.push(service.close);
  const own = await upstreamConsole({ SERVICE_URL: service.url }, limits);
  const send = (method: string, path: string, key = 'k-1') =>
    upstreamRawCall(
      own.port,
      upstreamRawRequest(method, `/api${path}`, [
        'Authorization: Bearer canary-token-1',
        `Idempotency-Key: ${key}`,
      ]),
    );
  return { own, service, send };
}

describe.each(operations)('%s of a service that keeps no rule', { timeout: 20_000 }, (method, path) => {
  it.each([
    ['101', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n', false],
    ['101, then it hangs up', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n', true],
    ['101 without a word more', 'HTTP/1.1 101 X\r\n\r\n', false],
    ['no byte, then it hangs up', '', true],
    ['half a head, then it hangs up', 'HTTP/1.1 200 OK\r\nContent-Ty', true],
    ['half a head, then silence', 'HTTP/1.1 200 OK\r\nContent-Ty', false],
    ['words in between without end', 'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early\r\n\r\n', false],
  ])(
    'ends by the deadline, is logged and frees its place: %s',
    async (_, bytes, hangsUp) => {
      const limits = { readMs: 300, deleteMs: 300, deletesPerToken: 1 };
      const { own, send } = await inFrontOf((__, socket) => {
        socket.write(bytes);
        if (hangsUp) socket.end();
      }, limits);
      for (const key of ['k-1', 'k-2']) {
        const answer = await send(method, path, key);
        expect(answer.status).toBeOneOf([502, 504]);
        expect(JSON.parse(answer.body)).toMatchObject({ statusCode: answer.status });
      }
      await expect.poll(() => own.lines.length).toBe(2);
      await own.end();
    },
    5_000,
  );
});

describe('a read that waits for one of the 256 connections', { timeout: 60_000 }, () => {
  it('is never sent once its browser has left', async () => {
    const service = await upstreamScript(() => {});
    ends.push(service.close);
    const own = await upstreamConsole({ SERVICE_URL: service.url });
    ends.push(own.end);
    const open = () =>
      new Promise<number>((resolve) => own.server.getConnections((_, count) => resolve(count)));
    const ask = (slug: string) => {
      const socket = net.connect(own.port, '127.0.0.1').on('error', () => {});
      socket.write(upstreamRawRequest('GET', `/api/workspaces/${slug}/regions`));
      return socket;
    };
    const held = Array.from({ length: 256 }, () => ask('held'));
    await expect.poll(() => service.requests.length, { timeout: 20_000 }).toBe(256);
    const waiting = ask('waiting');
    await expect.poll(open).toBe(257);
    waiting.destroy();
    await expect.poll(open).toBe(256);
    held[0]?.destroy();
    ask('later');
    const slugs = () => service.requests.map(({ target }) => target.split('/')[2]);
    await expect.poll(slugs, { timeout: 10_000 }).toContain('later');
    expect(slugs()).not.toContain('waiting');
  });
});

describe('closing', { timeout: 20_000 }, () => {
  it('ends although a service answers 101 to a delete', async () => {
    const asked = upstreamLater<void>();
    const { own, send } = await inFrontOf(
      (_, socket) => {
        socket.write('HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n');
        asked.resolve();
      },
      { deleteMs: 300 },
    );
    const answer = send(...operations[0]);
    await asked.promise;
    await own.close();
    expect((await answer).status).toBeOneOf([502, 504]);
  }, 5_000);

  it('ends although an answer to a read never does', async () => {
    const { own, service, send } = await inFrontOf(
      (_, socket) => {
        socket.write(
          'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
        );
        const more = setInterval(() => socket.write('1\r\n \r\n'), 20);
        socket.once('close', () => clearInterval(more));
      },
      { deleteMs: 300 },
    );
    const answer = send(...operations[1]);
    await expect.poll(() => service.requests.length).toBe(1);
    await own.close();
    expect(await answer).toMatchObject({ whole: false });
  }, 5_000);
});
