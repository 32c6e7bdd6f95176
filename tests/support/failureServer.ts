import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect } from 'vitest';
import { type RawRequest, startRawService } from './rawService.ts';

/** One step of a response: send bytes, wait (ms or for a promise), close by FIN or RST, or send until the client closes. */
export type WireStep =
  | string
  | Uint8Array
  | { wait: number }
  | { until: Promise<unknown> }
  | { forever: string }
  | 'end'
  | 'reset';

/** Returns the response to a request. After the last step the connection stays open, so a partial response stalls. */
export type WireScript = (request: RawRequest) => readonly WireStep[];

export type FailureServer = Awaited<ReturnType<typeof startFailureServer>>;

/** Starts a service that fails as scripted. */
export async function startFailureServer(firstScript: WireScript) {
  let script = firstScript;
  let sent = 0;
  /** For each open socket with a request, a promise that resolves after its last response so far. */
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
      else if ('wait' in step) await new Promise((resolve) => setTimeout(resolve, step.wait));
      else if ('until' in step) await step.until;
      else while (!socket.destroyed) await send(socket, step.forever);
    }
  }

  async function send(socket: Socket, bytes: string | Uint8Array): Promise<void> {
    sent += bytes.length;
    if (!socket.write(bytes) && !socket.destroyed)
      await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined);
  }

  return {
    ...service,
    /** Returns the number of bytes written to sockets. */
    sentBytes: () => sent,
    /** Resolves after this many requests have arrived. */
    arrived: (count: number) =>
      expect.poll(() => service.requests.length, poll).toBeGreaterThanOrEqual(count),
    /** Resolves after the client has closed every connection that sent a request. */
    released: () => expect.poll(() => lastResponses.size, poll).toBe(0),
    respondWith: (next: WireScript) => {
      script = next;
    },
  };
}

const poll = { interval: 5 };
