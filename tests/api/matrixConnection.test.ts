import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FaultStep } from '../support/faultServer.ts';
import { answer, chunk, chunkedHead, jsonAnswer } from '../support/faultServerAnswers.ts';
import { faultServer, matrixCase, sendDelete, sendRead } from '../support/matrixCase.ts';

const reads = ['history', 'regions'] as const;
const pause = (
  (realSetTimeout) => (ms: number) =>
    new Promise((resolve) => realSetTimeout(resolve, ms))
)(setTimeout);

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function closedPort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

describe('no connection', () => {
  it('[01 DELETE] offline is not-sent at once', async () => {
    const server = await faultServer(() => [jsonAnswer({})]);
    vi.stubGlobal('navigator', { onLine: false });
    expect(await sendDelete(server.url)).toMatchObject({ kind: 'not-sent', status: null });
    expect(server.connections.opened).toBe(0);
  });

  it.each(reads)('[01 %s] offline is a failure of its own, with nothing sent', async (read) => {
    const server = await faultServer(() => [jsonAnswer([])]);
    vi.stubGlobal('navigator', { onLine: false });
    expect(await sendRead(read, server.url)).toMatchObject({ error: { kind: 'offline', status: null } });
    expect(server.connections.opened).toBe(0);
  });

  it.each([
    ['a refused connection', closedPort],
    ['an unknown host', async () => 'http://nowhere.invalid'],
  ])('[02 DELETE] %s is unknown, probably not sent', async (_, address) => {
    const outcome = await sendDelete(await address());
    expect(outcome).toMatchObject({ kind: 'unknown', status: null });
    expect(outcome.reason).toContain('probably not sent');
  });

  it.each(reads)('[02 %s] a refused connection is transient', async (read) => {
    const end = await sendRead(read, await closedPort());
    expect(end).toMatchObject({ error: { kind: 'unreachable', status: null, transient: true } });
  });

  const unreachable = { kind: 'unreachable', status: null, transient: true } as const;
  matrixCase({
    row: 3,
    fault: 'a reset before any answer',
    script: () => ['reset'],
    DELETE: { kind: 'unknown', status: null },
    reads: unreachable,
  });
  matrixCase({
    row: 3,
    fault: 'a close before any answer',
    script: () => ['end'],
    DELETE: { kind: 'unknown', status: null },
    reads: unreachable,
  });
  matrixCase({
    row: 3,
    fault: 'half a head, then a reset',
    script: () => ['HTTP/1.1 200 O', 'reset'],
    DELETE: { kind: 'unknown' },
    reads: unreachable,
  });

  it('[04 DELETE] a reset on a reused socket is unknown, and nothing here sends it again', async () => {
    const server = await faultServer(({ number }) => (number === 1 ? [jsonAnswer([])] : ['reset']));
    await sendRead('regions', server.url);
    await pause(20);
    expect(await sendDelete(server.url)).toMatchObject({ kind: 'unknown', status: null });
    expect(server.requests.map(({ method, connection }) => [method, connection])).toEqual([
      ['GET', 1],
      ['DELETE', 1],
    ]);
  });

  it.each(reads)('[04 %s] a reset on a reused socket is transient', async (read) => {
    const server = await faultServer(({ number }) => (number === 1 ? [jsonAnswer([])] : ['reset']));
    await sendRead('regions', server.url);
    await pause(20);
    expect(await sendRead(read, server.url)).toMatchObject({ error: unreachable });
  });
});

describe('silence', () => {
  it.each<[cell: string, steps: FaultStep[], status: number | null]>([
    ['05 DELETE] no answer', [], null],
    ['07 DELETE] 200, then a stall', [answer({ body: '{"id":"i-', length: 500 })], 200],
    ['07 DELETE] 200 in chunks, then a stall', [chunkedHead(), chunk('{"id":"i-1"')], 200],
  ])('[%s is unknown after 60 s, not before', async (_, steps, status) => {
    const server = await faultServer(() => steps);
    const wire = vi.spyOn(globalThis, 'fetch');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const ended = vi.fn();
    const outcome = sendDelete(server.url).finally(ended);
    await server.arrived(1);
    if (status !== null) await wire.mock.results[0]?.value;
    await vi.advanceTimersByTimeAsync(59_900);
    await pause(20);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    const reason = silence(status, 60);
    expect(await outcome).toMatchObject({ kind: 'unknown', status, reason });
    expect(server.requests).toHaveLength(1);
    await server.released();
  });

  it.each<[cell: string, read: (typeof reads)[number], steps: FaultStep[], status: number | null]>(
    reads.flatMap((read) => [
      [`05 ${read}] no answer`, read, [], null],
      [`07 ${read}] 200, then a stall`, read, [answer({ body: '["CLOUDA_', length: 500 })], 200],
    ]),
  )('[%s is a transient timeout after 15 s, not before', async (_, read, steps, status) => {
    const server = await faultServer(() => steps);
    const wire = vi.spyOn(globalThis, 'fetch');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const ended = vi.fn();
    const end = sendRead(read, server.url).finally(ended);
    await server.arrived(1);
    if (status !== null) await wire.mock.results[0]?.value;
    await vi.advanceTimersByTimeAsync(14_900);
    await pause(20);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    const message = silence(status, 15);
    expect(await end).toMatchObject({ error: { kind: 'timeout', status, transient: true, message } });
    await server.released();
  });
});

/** What the admin reads of a service that fell silent before or after its status. */
function silence(status: number | null, seconds: number): string {
  return status === null
    ? `The service didn’t respond within ${seconds} seconds.`
    : `The response (HTTP ${status}) didn’t finish in time.`;
}
