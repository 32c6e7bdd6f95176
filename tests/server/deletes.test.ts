import net from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createIdempotencyCache } from '../../src/server/idempotencyCache.ts';
import { type Limits, limits } from '../../src/server/settings.ts';
import { upstreamConsole } from '../support/upstreamConsole.ts';
import { upstreamLater } from '../support/upstreamLater.ts';
import { upstreamRawCall, upstreamRawRequest } from '../support/upstreamRawCall.ts';
import { upstreamJson, upstreamScript } from '../support/upstreamScript.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const path = '/workspaces/acme/databases/orders/compute/i-1';
const key = 'Idempotency-Key: 7a1f3c52-7d1c-4d52-8a4a-0d6a3ad6b001';
const bearer = 'Authorization: Bearer canary-token-1';

async function inFrontOf(script: Parameters<typeof upstreamScript>[0], changed: Partial<Limits> = {}) {
  const service = await upstreamScript(script);
  ends.push(service.close);
  const own = await upstreamConsole({ SERVICE_URL: service.url }, changed);
  ends.push(own.end);
  const send = (headers: string[] = [bearer, key], target = path) =>
    upstreamRawCall(own.port, upstreamRawRequest('DELETE', `/api${target}`, headers));
  return { service, own, send };
}

/** How many clients a server knows to be there. */
function connectionsOf(server: net.Server): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  );
}

describe('deletes', { timeout: 30_000 }, () => {
  it('reach the service once, with their key, on a connection of their own', async () => {
    const { service, send } = await inFrontOf((_, socket) => socket.write(upstreamJson(200, { id: 'i-1' })));
    expect(await send()).toMatchObject({ status: 200, body: '{"id":"i-1"}', whole: true });
    expect(service.requests).toHaveLength(1);
    expect(service.requests[0]).toMatchObject({
      method: 'DELETE',
      target: path,
      headers: {
        'idempotency-key': key.slice(17),
        authorization: 'Bearer canary-token-1',
        connection: 'close',
      },
    });
  });

  it('sent again, at once or later, get the same answer and never reach the service twice', async () => {
    const { service, send } = await inFrontOf((request, socket) =>
      setTimeout(() => socket.write(upstreamJson(200, { number: request.number })), 50),
    );
    const answers = await Promise.all([send(), send(), send()]);
    answers.push(await send());
    expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(4).fill([200, '{"number":1}']));
    expect(service.requests).toHaveLength(1);
  });

  it('go on when the browser drops, and the re-sent one is told what happened', async () => {
    const asked = upstreamLater<() => void>();
    const { service, own, send } = await inFrontOf((_, socket) =>
      asked.resolve(() => socket.write(upstreamJson(200, { id: 'i-1' }))),
    );
    const browser = net.connect(own.port, '127.0.0.1');
    browser.write(upstreamRawRequest('DELETE', `/api${path}`, [bearer, key]));
    const finish = await asked.promise;
    browser.destroy();
    await expect.poll(() => connectionsOf(own.server)).toBe(0);
    const again = send();
    await expect.poll(() => connectionsOf(own.server)).toBe(1);
    finish();
    expect(await again).toMatchObject({ status: 200, body: '{"id":"i-1"}' });
    expect(service.requests).toHaveLength(1);
    const lines = own.lines.map((line) => JSON.parse(line));
    expect(lines).toContainEqual(expect.objectContaining({ status: 200, cut: true }));
  });

  it('with a key of another token or target are refused, and nothing is sent', async () => {
    const { service, send } = await inFrontOf((_, socket) => socket.write(upstreamJson(200, {})));
    await send();
    expect((await send(['Authorization: Bearer other-token', key])).status).toBe(422);
    expect((await send([bearer, key], path.replace('i-1', 'i-2'))).status).toBe(422);
    expect(service.requests).toHaveLength(1);
  });

  it.each([
    'Idempotency-Key: a b',
    `Idempotency-Key: ${'x'.repeat(129)}`,
    'Idempotency-Key: caf\u00e9',
    'Idempotency-Key:',
  ])('with the malformed key "%s" are refused', async (malformed) => {
    const { service, send } = await inFrontOf((_, socket) => socket.write(upstreamJson(200, {})));
    expect((await send([bearer, malformed])).status).toBe(400);
    expect((await send([bearer, key, 'Idempotency-Key: second'])).status).toBe(400);
    expect(service.requests).toEqual([]);
  });

  it.each([
    ['a reset', (socket: net.Socket) => socket.resetAndDestroy(), 502],
    ['a cut body', (socket: net.Socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{'), 502],
    ['no answer', () => {}, 504],
    [
      'a stall after the headers',
      (socket: net.Socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{'),
      504,
    ],
    [
      'a cut refusal',
      (socket: net.Socket) => socket.end('HTTP/1.1 409 No\r\nContent-Length: 9\r\n\r\n{'),
      409,
    ],
    [
      'a redirect',
      (socket: net.Socket) => socket.end('HTTP/1.1 307 X\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n'),
      502,
    ],
    [
      '421, after which Chromium sends it again by itself',
      (socket: net.Socket) => socket.end(upstreamJson(421, { statusCode: 421 })),
      421,
    ],
    [
      '408 with Connection: close, likewise',
      (socket: net.Socket) => socket.end(upstreamJson(408, { statusCode: 408 }, ['Connection: close'])),
      408,
    ],
    ['2 MB', (socket: net.Socket) => socket.end(upstreamJson(200, 'x'.repeat(2_000_000))), 502],
    ['a refusal of 2 MB', (socket: net.Socket) => socket.end(upstreamJson(409, 'x'.repeat(2_000_000))), 409],
  ])('say the same twice after %s', async (what, act, status) => {
    // Only where an answer never comes is its deadline short: a busy machine must not miss one that does.
    const limits = status === 504 ? { deleteMs: 120 } : {};
    const { service, send } = await inFrontOf((_, socket) => act(socket), limits);
    const first = await send();
    const second = await send();
    expect(first.status).toBe(status);
    expect(JSON.parse(first.body)).toMatchObject({ statusCode: status });
    expect(second.body).toBe(first.body);
    if (what.includes('2 MB')) expect(first.body).toContain('too large');
    expect(service.requests).toHaveLength(1);
  });

  it('pass 204 without a body', async () => {
    const { send } = await inFrontOf((_, socket) => socket.write('HTTP/1.1 204 Gone\r\n\r\n'));
    const answer = await send();
    expect(answer).toMatchObject({ status: 204, body: '' });
    expect(answer.headers).not.toHaveProperty('content-length');
  });

  it('finish before the server closes', async () => {
    const asked = upstreamLater<() => void>();
    const { own, send } = await inFrontOf((_, socket) =>
      asked.resolve(() => socket.write(upstreamJson(200, { id: 'i-1' }))),
    );
    const answer = send();
    const finish = await asked.promise;
    let closed = false;
    const closing = own.close().then(() => {
      closed = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(closed).toBe(false);
    finish();
    expect(await answer).toMatchObject({ status: 200, body: '{"id":"i-1"}' });
    await closing;
  });
});

describe('createIdempotencyCache', () => {
  const answerOf = (size: number) => ({ status: 200, headers: {}, body: new Uint8Array(size) });
  const intent = (name: string) => ({ key: name, authorization: 'Bearer t', target: '/x' });

  it('forgets after its time, and the oldest first when crowded', async () => {
    let clock = 1;
    let sent = 0;
    const answer = createIdempotencyCache(
      { ...limits, keepDeleteMs: 600, keptDeletes: 3, keptDeleteBytes: 100 },
      { now: () => clock },
    );
    const send = async (name: string, size = 10) => {
      await answer(intent(name), async () => {
        sent += 1;
        return answerOf(size);
      });
      return sent;
    };
    expect(await send('a')).toBe(1);
    clock = 601;
    expect(await send('a')).toBe(1);
    clock = 602;
    expect(await send('a')).toBe(2);
    for (const name of ['b', 'c', 'd']) await send(name);
    expect(sent).toBe(5);
    expect(await send('d')).toBe(5);
    expect(await send('a')).toBe(6);
    await send('big', 95);
    expect(await send('d')).toBe(8);
  });

  it('takes no more than may be under way', () => {
    const answer = createIdempotencyCache({ ...limits, deletesUnderWay: 1 });
    const never = () => new Promise<never>(() => {});
    expect(answer(intent('a'), never)).toBeInstanceOf(Promise);
    expect(answer(intent('b'), never)).toBe('full');
  });
});
