import net from 'node:net';

type ReceivedResponse = {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** True if the body has the length of its Content-Length header, or ends with the chunk of size 0. */
  isComplete: boolean;
};

/** Sends bytes to a port and reads until the connection closes. The status is 0 if no response arrives. */
export async function rawCall(port: number, bytes: string): Promise<ReceivedResponse> {
  const { received, closed } = connect(port, bytes);
  await closed;
  return parseResponse(received.text);
}

/** Opens a connection, sends bytes and collects the received text. */
export function connect(port: number, bytes: string) {
  const socket = net
    .connect(port, '127.0.0.1')
    .setEncoding('latin1')
    .on('error', () => {});
  const received = { text: '' };
  socket.on('data', (chunk) => {
    received.text += chunk;
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(bytes, 'latin1');
  return { socket, received, closed };
}

/** The bytes of a request without a body and with `Connection: close`. */
export function rawRequest(method: string, target: string, headers: readonly string[] = []): string {
  return `${[`${method} ${target} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`;
}

function parseResponse(raw: string): ReceivedResponse {
  const end = raw.indexOf('\r\n\r\n');
  const [firstLine = '', ...lines] = raw.slice(0, Math.max(end, 0)).split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines)
    headers[line.slice(0, line.indexOf(':')).toLowerCase()] = line.slice(line.indexOf(':') + 2);
  const body = end < 0 ? '' : raw.slice(end + 4);
  const response = { status: Number(firstLine.split(' ')[1] ?? 0), headers };
  return headers['transfer-encoding'] === 'chunked'
    ? { ...response, body: unchunk(body), isComplete: body.endsWith('0\r\n\r\n') }
    : { ...response, body, isComplete: body.length === Number(headers['content-length'] ?? -1) };
}

function unchunk(text: string): string {
  const [line = ''] = text.split('\r\n', 1);
  const size = Number.parseInt(line, 16);
  if (!(size > 0)) return '';
  const end = line.length + 2 + size;
  return text.slice(line.length + 2, end) + unchunk(text.slice(end + 2));
}
