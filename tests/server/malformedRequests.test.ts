import { once } from 'node:events';
import net from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { listenConsole } from '../support/listenConsole.ts';

/** Sends the second text when the answer to the first one has begun. @returns what came until the end */
async function sendRaw(port: number, first: string, begin: string, second: string): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.on('data', (bytes) => (received += bytes)).on('error', () => {});
  socket.write(first);
  await expect.poll(() => received).toContain(begin);
  socket.write(second);
  await once(socket, 'close');
  return received;
}

const live = 'GET /livez HTTP/1.1\r\nHost: a\r\n\r\n';
it.each(['', live])('nonsense after %j while a response is under way → not into it', async (next) => {
  const { port, state, answer } = await listenConsole({ isSignedIn: true });
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(Buffer.from('[1'));
      onTestFinished(() => stream.close());
    },
  });
  answer(() => new Response(body, { headers: { 'content-type': 'application/json' } }));
  const target = `GET /api/workspaces/acme/regions HTTP/1.1\r\nHost: localhost:${port}\r\n`;
  const read = `${target}Cookie: ${state.cookie}\r\n\r\n`;
  const received = await sendRaw(port, read, '[1', `${next}nonsense\r\n\r\n`);
  expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1);
  expect(received).toMatch(/\[1\s*$/);
});
