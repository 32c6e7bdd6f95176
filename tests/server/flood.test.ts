import net from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from 'vitest';
import type { Limits } from '../../src/server/settings.ts';
import { upstreamConsole } from '../support/upstreamConsole.ts';
import { upstreamRawCall, upstreamRawRequest } from '../support/upstreamRawCall.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const read = upstreamRawRequest('GET', '/api/workspaces/acme/regions', [
  'Authorization: Bearer sandbox-token',
]);

async function start(limits: Partial<Limits> = {}) {
  const own = await upstreamConsole({}, limits);
  ends.push(own.end);
  const open = () =>
    new Promise<number>((resolve) => own.server.getConnections((_, count) => resolve(count)));
  return { port: own.port, open, lines: own.lines };
}

/** Bytes of heap in use after a collection. */
async function heapBytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  await new Promise((resolve) => setTimeout(resolve, 50));
  collect();
  return process.memoryUsage().heapUsed;
}

describe('the server in a flood', { timeout: 60_000 }, () => {
  it('keeps serving beside 200 requests that trickle in, and hangs up on each of them', async () => {
    const { port, open } = await start({ headersMs: 700, requestMs: 700 });
    const slow = Array.from({ length: 200 }, () => {
      const socket = net.connect(port, '127.0.0.1').on('error', () => {});
      socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
      return socket;
    });
    const trickle = setInterval(() => {
      for (const socket of slow) if (socket.writable) socket.write('X');
    }, 50);
    await expect.poll(open).toBe(200);
    expect((await upstreamRawCall(port, read)).status).toBe(200);
    await Promise.all(slow.map((socket) => new Promise((resolve) => socket.once('close', resolve))));
    clearInterval(trickle);
    await expect.poll(open).toBe(0);
  });

  it('answers what is too large, and lives on', async () => {
    const { port, open } = await start();
    const long = upstreamRawRequest('GET', '/', [`X-Long: ${'x'.repeat(40_000)}`]);
    const fat = `${upstreamRawRequest('DELETE', '/api/workspaces/a/databases/b/compute/c', ['Content-Length: 900000'])}${'x'.repeat(900_000)}`;
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, at) => upstreamRawCall(port, at % 2 === 0 ? long : fat)),
    );
    // Whoever still sends may see the connection end before it has read the answer.
    expect(new Set(answers.map(({ status }) => status))).toEqual(
      new Set(answers.some(({ status }) => status === 0) ? [431, 413, 0] : [431, 413]),
    );
    expect((await upstreamRawCall(port, read)).status).toBe(200);
    await expect.poll(open).toBe(0);
  });

  it('serves 500 connections at once, again and again, and its memory returns', async () => {
    const { port, open, lines } = await start();
    const round = async () => {
      const answers = await Promise.all(Array.from({ length: 500 }, () => upstreamRawCall(port, read)));
      expect(answers.filter(({ status, whole }) => status === 200 && whole)).toHaveLength(500);
      await expect.poll(open).toBe(0);
      lines.length = 0;
    };
    for (let warm = 0; warm < 3; warm += 1) await round();
    const before = await heapBytes();
    for (let more = 0; more < 4; more += 1) await round();
    await expect.poll(async () => (await heapBytes()) - before, { timeout: 10_000 }).toBeLessThan(2_000_000);
  });
});
