import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect } from 'vitest';
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

export type FailureServer = Awaited<ReturnType<typeof startFailureServer>>;

export async function startFailureServer(firstScript: WireScript) {
  let script = firstScript;
  let sentByteCount = 0;
  /** The latest response on each open socket that has received a request. */
  const lastResponses = new Map<Socket, Promise<void>>();

  const service = await startRawService((request, socket) => {
    const steps = script(request);
    const earlierResponse = lastResponses.get(socket);
    if (earlierResponse === undefined) socket.once('close', () => lastResponses.delete(socket));
    lastResponses.set(
      socket,
      (earlierResponse ?? Promise.resolve()).then(() => play(socket, steps)),
    );
  });

  async function play(socket: Socket, steps: readonly WireStep[]): Promise<void> {
    for (const step of steps) {
      if (socket.destroyed) return;
      if (step === 'end') socket.end();
      else if (step === 'reset') socket.resetAndDestroy();
      else if (typeof step === 'string' || step instanceof Uint8Array) await send(socket, step);
      else if ('waitMs' in step) await new Promise((resolve) => setTimeout(resolve, step.waitMs));
      else if ('waitFor' in step) await step.waitFor;
      else while (!socket.destroyed) await send(socket, step.forever);
    }
  }

  async function send(socket: Socket, bytes: string | Uint8Array): Promise<void> {
    sentByteCount += bytes.length;
    if (socket.write(bytes) || socket.destroyed) return;
    const controller = new AbortController();
    const events = ['drain', 'close'].map((name) => once(socket, name, { signal: controller.signal }));
    await Promise.race(events).catch(() => undefined);
    controller.abort();
  }

  return {
    ...service,
    getSentByteCount: () => sentByteCount,
    waitForRequests: (count: number) =>
      expect.poll(() => service.requests.length, poll).toBeGreaterThanOrEqual(count),
    /** Waits until the client has closed every connection that sent a request. */
    waitForDisconnects: () => expect.poll(() => lastResponses.size, poll).toBe(0),
    respondWith: (nextScript: WireScript) => {
      script = nextScript;
    },
  };
}

const poll = { interval: 5 };
