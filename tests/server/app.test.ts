import net from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Limits } from '../../src/server/settings.ts';
import { deferred } from '../support/deferred.ts';
import {
  bearer,
  consoleWithService,
  idempotencyKey,
  instancePath,
  listenConsole,
  regionsPath,
} from '../support/listenConsole.ts';
import { rawCall, rawRequest } from '../support/rawCall.ts';
import { rawJson } from '../support/rawService.ts';

async function startSandbox(changed: Partial<Limits> = {}) {
  const own = await listenConsole({}, changed);
  onTestFinished(own.end);
  const get = (target: string) =>
    rawCall(own.port, rawRequest('GET', target, ['Authorization: Bearer sandbox-token']));
  return { ...own, get };
}

/** Returns the bytes of heap in use after a collection. */
async function heapBytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  await new Promise((resolve) => setTimeout(resolve, 50));
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** Opens a connection and collects what arrives on it. */
function connect(port: number) {
  const socket = net.connect(port, '127.0.0.1').on('error', () => {});
  const received = { text: '' };
  socket.on('data', (part) => {
    received.text += part;
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  return { socket, received, closed };
}

const keepAlive = (method: string, target: string, headers: string[] = [bearer]) =>
  rawRequest(method, target, headers).replace('Connection: close\r\n', '');

describe('the console server', { timeout: 30_000 }, () => {
  it('serves its configuration and its health', async () => {
    const { get } = await startSandbox();
    expect(JSON.parse((await get('/config.json')).body)).toEqual({
      serviceUrl: '/api',
      serviceId: 'sandbox',
      instancesPath: '/workspaces/{workspaceSlug}/databases/{databaseName}/compute',
      databases: ['orders', 'analytics', 'identity'],
      idleMinutes: 15,
      sandbox: { workspaceSlug: 'acme', token: 'sandbox-token' },
    });
    expect((await get('/healthz')).body).toBe('{"status":"ok"}');
  });

  it('runs on the sandbox by default, and cuts what the sandbox cuts', async () => {
    const { port, get } = await startSandbox();
    const list = '/api/workspaces/acme/databases/orders/compute';
    const before: { id: string }[] = JSON.parse((await get(list)).body);
    const id = before[0]?.id ?? '';
    const headers = ['Authorization: Bearer sandbox-token', 'Idempotency-Key: k-1'];
    const gone = await rawCall(port, rawRequest('DELETE', `${list}/${id}`, headers));
    expect([gone.status, JSON.parse(gone.body).id]).toEqual([200, id]);
    expect(JSON.parse((await get(list)).body)).toHaveLength(before.length - 1);
    expect(await get('/api/workspaces/cut-off/regions')).toMatchObject({ status: 200, whole: false });
  });

  it('closes the connection of a request that arrives too slowly', async () => {
    const { port } = await startSandbox({ headersMs: 200, requestMs: 200 });
    const { socket, received, closed } = connect(port);
    const trickle = setInterval(() => socket.write('X'), 20);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    await closed;
    clearInterval(trickle);
    expect(received.text).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('responds to a request with a body without reading it', async () => {
    const { port, get } = await startSandbox();
    const { socket, received, closed } = connect(port);
    socket.write(`DELETE ${instancePath} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`);
    const flood = setInterval(() => socket.write(`10000\r\n${'x'.repeat(65_536)}\r\n`), 5);
    await closed;
    clearInterval(flood);
    expect(received.text).toMatch(/^HTTP\/1\.1 413 /);
    const request = rawRequest('POST', '/', ['Expect: 100-continue', 'Content-Length: 9']);
    expect((await rawCall(port, request)).status).toBe(405);
    expect((await get('/healthz')).status).toBe(200);
  });

  it('serves 500 connections at once and releases their memory', async () => {
    const { get, lines } = await startSandbox();
    const round = async () => {
      const answers = await Promise.all(Array.from({ length: 500 }, () => get(regionsPath)));
      expect(answers.filter(({ status, whole }) => status === 200 && whole)).toHaveLength(500);
      await expect.poll(() => lines.length).toBe(500);
      lines.length = 0;
    };
    await round();
    await round();
    const before = await heapBytes();
    await round();
    await round();
    await expect.poll(async () => (await heapBytes()) - before, { timeout: 10_000 }).toBeLessThan(2_000_000);
  });

  it('turns its own error into a 500 without details', async () => {
    const broken = Object.assign(1, {
      valueOf(): number {
        throw new TypeError('with canary-token-1');
      },
    });
    const { own, send } = await consoleWithService(() => {}, { concurrentDeletes: broken });
    const answer = await send('DELETE', instancePath);
    expect([answer.status, JSON.parse(answer.body).statusCode]).toEqual([500, 500]);
    expect(answer.raw).not.toContain('canary');
    expect((await send('GET', '/healthz')).status).toBe(200);
    await expect.poll(() => own.lines.length).toBe(2);
  });

  it.each([
    ['garbage', 'garbage\r\n\r\n'],
    ['endless headers', `GET / HTTP/1.1\r\nX-Long: ${'x'.repeat(40_000)}`],
    ['half a request', 'GET / HTTP/1.1\r\nX-Slow: '],
  ])('sends no error in place of the response to a running DELETE: %s', async (_, bytes) => {
    const asked = deferred<() => void>();
    const { service, own, remove } = await consoleWithService(
      (__, socket) => asked.resolve(() => socket.end(rawJson(200, { id: 'i-1' }))),
      { headersMs: 300, requestMs: 300 },
    );
    const { socket, received, closed } = connect(own.port);
    socket.write(keepAlive('DELETE', instancePath, [bearer, idempotencyKey]));
    const finish = await asked.promise;
    socket.write(bytes);
    await closed;
    expect(received.text).toBe('');
    finish();
    expect(await remove()).toMatchObject({ status: 200, body: '{"id":"i-1"}' });
    expect(service.requests).toHaveLength(1);
  });
});

describe('pipelined requests', { timeout: 30_000 }, () => {
  const slowRead = keepAlive('GET', '/api/workspaces/slow/regions');

  it('are logged and released when their connection closes', async () => {
    const { service, own } = await consoleWithService(() => {});
    const { socket } = connect(own.port);
    const removal = keepAlive('DELETE', instancePath, [bearer, idempotencyKey]);
    socket.write(slowRead + keepAlive('GET', regionsPath) + keepAlive('GET', '/') + removal);
    await expect.poll(() => service.requests.length).toBe(3);
    socket.destroy();
    // The DELETE was sent, so only its line waits for the service.
    await expect.poll(() => own.lines.length).toBe(3);
    for (const line of own.lines) expect(JSON.parse(line)).toMatchObject({ method: 'GET', cut: true });
    await service.close();
    await expect.poll(() => own.lines.length).toBe(4);
  });

  it('end their connection beyond the limit', async () => {
    const { service, own } = await consoleWithService(() => {}, { requestsPerConnection: 3 });
    const three = connect(own.port);
    three.socket.write(slowRead.repeat(3));
    await expect.poll(() => service.requests.length).toBe(3);
    const thousand = connect(own.port);
    thousand.socket.write(slowRead.repeat(1_000));
    await thousand.closed;
    expect(three.socket.destroyed).toBe(false);
    expect(service.requests.length).toBeLessThanOrEqual(6);
    await expect.poll(() => own.lines.length).toBe(3);
  });

  it('do not delay the end of the server', async () => {
    const asked = deferred<() => void>();
    const { own } = await consoleWithService((_, socket) =>
      asked.resolve(() => socket.write(rawJson(200, []))),
    );
    const { socket, received } = connect(own.port);
    socket.write(slowRead + keepAlive('GET', '/') + keepAlive('GET', '/healthz'));
    const finish = await asked.promise;
    const closing = own.close();
    finish();
    await closing;
    expect(received.text).toContain('200 OK');
  });
});

describe('close', { timeout: 20_000 }, () => {
  it('waits for a running DELETE', async () => {
    const asked = deferred<() => void>();
    const { own, remove } = await consoleWithService((_, socket) =>
      asked.resolve(() => socket.write(rawJson(200, { id: 'i-1' }))),
    );
    const answer = remove();
    const finish = await asked.promise;
    let isClosed = false;
    const closing = own.close().then(() => {
      isClosed = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(isClosed).toBe(false);
    finish();
    expect(await answer).toMatchObject({ status: 200, body: '{"id":"i-1"}' });
    await closing;
  });

  it('ends idle, unfinished and kept-alive connections', async () => {
    const own = await listenConsole({}, { graceMs: 50 });
    onTestFinished(own.end);
    const open = ['', 'GET / HTTP/1.1\r\n', 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'].map((text) => {
      const connection = connect(own.port);
      connection.socket.write(text);
      return connection;
    });
    await expect.poll(() => open[2]?.received.text).toContain('200 OK');
    await own.close();
  }, 5_000);

  it('ends a read whose response never ends', async () => {
    const { own, service, send } = await consoleWithService(
      (_, socket) => {
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
        const more = setInterval(() => socket.write('1\r\n \r\n'), 20);
        socket.once('close', () => clearInterval(more));
      },
      { deleteMs: 300 },
    );
    const answer = send('GET', regionsPath);
    await expect.poll(() => service.requests.length).toBe(1);
    await own.close();
    expect(await answer).toMatchObject({ whole: false });
  }, 5_000);
});
