import { Readable } from 'node:stream';
import { streamBody } from './streamBody.ts';
import type { Upstream, UpstreamAnswer, UpstreamCall } from './Upstream.ts';

/** The part of the sandbox this needs. */
export type Answering = { fetch(request: Request): Promise<Response> | Response; close(): void };

/**
 * An upstream that asks the sandbox in this process.
 * @param sandbox answers requests whose paths stand at the root, as below base_url
 */
export function createSandboxUpstream(sandbox: Answering): Upstream {
  return {
    ask(call) {
      const stop = new AbortController();
      return { answer: answerOf(sandbox, call, stop.signal), end: () => stop.abort() };
    },
    close: () => sandbox.close(),
  };
}

async function answerOf(
  sandbox: Answering,
  { method, path, headers }: UpstreamCall,
  signal: AbortSignal,
): Promise<UpstreamAnswer> {
  const request = new Request(`http://sandbox.invalid${path}`, { method, headers, signal });
  const response = await firstOf(signal, Promise.resolve(sandbox.fetch(request)));
  const stream = response.body === null ? Readable.from([]) : Readable.from(chunksOf(response.body));
  // The sandbox does not watch the signal once it answers; whoever ends the call must still end the body.
  signal.addEventListener('abort', () => stream.destroy(new Error('ended')), { once: true });
  const answered = Object.fromEntries(response.headers);
  return { status: response.status, headers: answered, body: streamBody(stream) };
}

function firstOf<T>(signal: AbortSignal, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('ended')), { once: true });
    answer.then(resolve, reject);
  });
}

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    await reader.cancel().catch(() => {});
  }
}
