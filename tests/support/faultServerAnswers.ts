type Answer = {
  status?: number;
  /** Reason phrase; `Word` unless told. */
  reason?: string;
  /** null for no content type at all. */
  type?: string | null;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** null for none: the body then ends with the connection, which the script has to end. */
  length?: number | null;
};

/** The bytes of a whole answer, right unless told to be wrong. The connection may be used again. */
export function answer(wanted: Answer = {}): string {
  const { status = 200, reason = 'Word', type = 'application/json', headers = {}, body = '' } = wanted;
  const length = wanted.length === undefined ? Buffer.byteLength(body) : wanted.length;
  const lines = [`HTTP/1.1 ${status} ${reason}`];
  if (type !== null) lines.push(`Content-Type: ${type}`);
  if (length !== null && status !== 204) lines.push(`Content-Length: ${length}`);
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  // Latin1 strings would be re-encoded by the socket, so the head stays ASCII and the body is UTF-8 text.
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** The same with a JSON body. */
export function jsonAnswer(value: unknown, wanted: Omit<Answer, 'body'> = {}): string {
  return answer({ ...wanted, body: JSON.stringify(value) });
}

/** An error of the service document (section 7). */
export function errorAnswer(status: number, message: string, headers: Record<string, string> = {}): string {
  return jsonAnswer({ message, statusCode: status }, { status, headers });
}

/** The head of an answer whose body comes in chunks. */
export function chunkedHead(headers: Record<string, string> = {}): string {
  return answer({ length: null, headers: { 'Transfer-Encoding': 'chunked', ...headers } });
}

/** One right chunk. */
export function chunk(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}

export const page = '<!doctype html><html><body><h1>Sign in to the network</h1></body></html>';
