import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { requestLine } from './requestLine.ts';
import { securityHeaders } from './securityHeaders.ts';

/**
 * Answers, by hand, what never became a request: unreadable, too long in its headers, or too slow. Then hangs up.
 * @param isAnswering a request of this connection waits for its answer: another one would be taken for it
 */
export function answerBrokenRequest(
  error: Error,
  socket: Socket,
  isAnswering: boolean,
  log: (line: string) => void,
): void {
  const code = 'code' in error ? error.code : undefined;
  if (isAnswering || code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const statusCode = code === 'HPE_HEADER_OVERFLOW' ? 431 : code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const message = STATUS_CODES[statusCode] ?? '';
  const body = JSON.stringify({ message, statusCode });
  const head = [
    `HTTP/1.1 ${statusCode} ${message}`,
    ...securityHeaders.map(([name, value]) => `${name}: ${value}`),
    'Cache-Control: no-store',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  const text = `${head.join('\r\n')}\r\n\r\n${body}`;
  socket.end(text, () => socket.destroy());
  const facts = { method: '', path: '', status: statusCode, ms: 0, bytes: text.length, cut: false };
  log(requestLine({ ...facts, requestId: randomUUID(), secrets: [] }));
}
