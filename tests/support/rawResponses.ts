type RawResponse = {
  status?: number;
  type?: string | null;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** The content length. If null, the header is missing. */
  length?: number | null;
};

export function rawResponse(parts: RawResponse = {}): string {
  const { status = 200, type = 'application/json', headers = {}, body = '' } = parts;
  const length = parts.length === undefined ? Buffer.byteLength(body) : parts.length;
  const lines = [`HTTP/1.1 ${status} Word`];
  if (type !== null) lines.push(`Content-Type: ${type}`);
  if (length !== null && status !== 204) lines.push(`Content-Length: ${length}`);
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

export function jsonResponse(value: unknown, parts: Omit<RawResponse, 'body'> = {}): string {
  return rawResponse({ ...parts, body: JSON.stringify(value) });
}

export function errorResponse(status: number, message: string, headers: Record<string, string> = {}): string {
  return jsonResponse({ message, statusCode: status }, { status, headers });
}

export function chunkedHead(parts: RawResponse = {}): string {
  return rawResponse({ ...parts, length: null, headers: { 'Transfer-Encoding': 'chunked' } });
}

export const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

export const htmlPage = '<!doctype html><html><body><h1>Sign in to the network</h1></body></html>';
