import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { type RawRequest, startRawService } from './rawService.ts';

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
