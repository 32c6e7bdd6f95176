/** A complete response in memory, so that it can be sent more than once. */
export type BufferedResponse = {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
};

/** Builds an error of the shape of section 7, with a sentence of this server. */
export function errorResponse(
  statusCode: number,
  message: string,
  headers: BufferedResponse['headers'] = {},
): BufferedResponse {
  return jsonResponse({ message, statusCode }, statusCode, headers);
}

/** Builds a response with a JSON body. */
export function jsonResponse(
  value: unknown,
  status = 200,
  headers: BufferedResponse['headers'] = {},
): BufferedResponse {
  const body = Buffer.from(JSON.stringify(value));
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}

/** Converts to a Fetch response with its content length. */
export function toResponse({ status, headers, body }: BufferedResponse): Response {
  if (status === 204 || status === 205) return new Response(null, { status, headers });
  return new Response(body, { status, headers: { ...headers, 'content-length': `${body.length}` } });
}
