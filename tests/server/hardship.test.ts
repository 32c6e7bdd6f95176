import http from 'node:http';
import net from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createApp } from '../../src/server/app.ts';
import { requestLine } from '../../src/server/requestLog.ts';
import { type Limits, limits, readSettings } from '../../src/server/settings.ts';
import { upstreamConsole } from '../support/upstreamConsole.ts';
import { upstreamRawCall, upstreamRawRequest } from '../support/upstreamRawCall.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function start(changed: Partial<Limits> = {}) {
  const own = await upstreamConsole({}, changed);
  ends.push(own.end);
  const health = () => upstreamRawCall(own.port, upstreamRawRequest('GET', '/healthz'));
  return { ...own, health };
}

describe('the server under hardship', { timeout: 30_000 }, () => {
  it('hangs up on a request that trickles in', async () => {
    const { port } = await start({ headersMs: 200, requestMs: 200 });
    const socket = net.connect(port, '127.0.0.1');
    const trickle = setInterval(() => socket.write('X'), 20);
    socket.on('error', () => {});
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    let text = '';
    socket.on('data', (part) => {
      text += part;
    });
    const began = Date.now();
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(trickle);
    expect(Date.now() - began).toBeLessThan(5_000);
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('reads no body to its end', async () => {
    const { port, health } = await start();
    const socket = net.connect(port, '127.0.0.1');
    socket.on('error', () => {});
    const status = new Promise((resolve) =>
      socket.once('data', (part) => resolve(String(part).slice(9, 12))),
    );
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(
      'DELETE /api/workspaces/a/databases/b/compute/c HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    const flood = setInterval(() => socket.write(`10000\r\n${'x'.repeat(65_536)}\r\n`), 5);
    expect(await status).toBe('413');
    await closed;
    clearInterval(flood);
    expect((await health()).status).toBe(200);
  });

  it('does not ask for a body that waits to be asked for', async () => {
    const { port } = await start();
    const request = upstreamRawRequest('POST', '/', ['Expect: 100-continue', 'Content-Length: 9']);
    expect((await upstreamRawCall(port, request)).status).toBe(405);
  });

  it('serves 500 connections at once', async () => {
    const { port } = await start();
    const request = upstreamRawRequest('GET', '/api/workspaces/acme/regions', [
      'Authorization: Bearer sandbox-token',
    ]);
    const answers = await Promise.all(Array.from({ length: 500 }, () => upstreamRawCall(port, request)));
    expect(answers.filter(({ status, whole }) => status === 200 && whole)).toHaveLength(500);
  });

  it('closes although connections stay silent or unfinished', async () => {
    const own = await upstreamConsole({}, { graceMs: 50 });
    const sockets = ['', 'GET / HTTP/1.1\r\n', 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'].map((text) => {
      const socket = net.connect(own.port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write(text);
      return socket;
    });
    await new Promise((resolve) => sockets[2]?.once('data', resolve));
    const began = Date.now();
    await own.close();
    expect(Date.now() - began).toBeLessThan(5_000);
  });

  it('answers 500 to its own errors and lives on', async () => {
    const lines: string[] = [];
    const handle = createApp({
      settings: readSettings({}),
      limits,
      files: Object.assign(new Map(), {
        has() {
          throw new TypeError('with canary-token-1');
        },
      }),
      log: (line) => lines.push(line),
    });
    const server = http.createServer(handle);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ends.push(() => new Promise((resolve) => server.close(() => resolve())));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    for (const target of ['/', '/assets/x', '/']) {
      const answer = await upstreamRawCall(port, upstreamRawRequest('GET', target));
      expect(answer.status).toBe(500);
      expect(JSON.parse(answer.body)).toMatchObject({ statusCode: 500 });
      expect(answer.raw).not.toContain('canary');
    }
    await expect.poll(() => lines.length).toBe(3);
  });
});

describe('the log', () => {
  it('holds one line a request, and never a token or a query', async () => {
    const own = await start();
    const token = 'canary-token-1+/=';
    const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
    const bearer = `Authorization: Bearer ${token}`;
    const targets = [
      '/?token=canary-token-1',
      `/api/workspaces/${encodeURIComponent(token)}/regions?token=${token}`,
      `/workspaces/${jwt}/compute`,
      '/assets/none.js#canary-token-1',
    ];
    for (const target of targets)
      await upstreamRawCall(own.port, upstreamRawRequest('GET', target, [bearer, `X-Request-Id: ${jwt}`]));
    await upstreamRawCall(own.port, 'canary-token-1\r\n\r\n');
    await expect.poll(() => own.lines.length).toBe(5);
    expect(own.lines.join('\n')).not.toMatch(/canary|eyJ/);
    expect(JSON.parse(own.lines[0] ?? '')).toEqual({
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      method: 'GET',
      path: '/',
      status: 200,
      ms: expect.any(Number),
      bytes: expect.any(Number),
      requestId: expect.any(String),
    });
    expect(JSON.parse(own.lines[1] ?? '').path).toBe('/api/workspaces/{workspaceSlug}/regions');
  });

  it('stays one line whatever was asked', () => {
    const facts = {
      method: 'GET',
      path: '/a\n"b"',
      status: 200,
      ms: 1.26,
      bytes: 3,
      requestId: 'r',
      cut: false,
    };
    const line = requestLine(facts, [], new Date(0));
    expect(line).toBe(
      '{"time":"1970-01-01T00:00:00.000Z","method":"GET","path":"/a\\n\\"b\\"","status":200,"ms":1.3,"bytes":3,"requestId":"r"}',
    );
  });
});
