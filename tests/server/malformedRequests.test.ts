import { once } from 'node:events';
import net from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { listenConsole } from '../support/listenConsole.ts';

/** Sends each text on one connection, when the text before it has got `awaited`. @returns what came until its end */
async function sendRaw(port: number, awaited: string, ...texts: string[]): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.on('data', (bytes) => (received += bytes)).on('error', () => {});
  for (const text of texts) {
    if (text !== texts[0]) await expect.poll(() => received).toContain(awaited);
    socket.write(text);
  }
  await once(socket, 'close');
  return received;
}

const live = 'GET /livez HTTP/1.1\r\nHost: a\r\n\r\n';
const head = 'POST /api/session HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n';
it.each([
  ['no request at all', '400 Bad Request', 'SSH-2.0-OpenSSH_9.6\r\n'],
  [
    'headers of 70 KB',
    '431 Request Header Fields Too Large',
    `${live.trim()}\r\nX: ${'x'.repeat(70_000)}\r\n`,
  ],
  ['no Host', '400 Bad Request', 'GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['a malformed chunk', '400 Bad Request', `${head}Content-Type: application/json\r\n\r\nZ\r\n`],
  ['nonsense after a request that was answered', '400 Bad Request', live, 'nonsense\r\n\r\n'],
])('%s → %s, with a sentence', async (_, status, ...texts) => {
  const { port } = await listenConsole();
  const received = await sendRaw(port, '{"status":"ok"}', ...texts);
  const [last = ''] = received.split('HTTP/1.1 ').slice(-1);
  expect(last.startsWith(`${status}\r\n`)).toBe(true);
  const body: unknown = JSON.parse(last.split('\r\n\r\n')[1] ?? '');
  const message = expect.stringMatching(/^The .*\.$/);
  expect(body).toEqual({ message, statusCode: Number.parseInt(status, 10), code: 'invalid' });
});

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
  const received = await sendRaw(port, '[1', read, `${next}nonsense\r\n\r\n`);
  expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1);
  expect(received).toMatch(/\[1\s*$/);
});
