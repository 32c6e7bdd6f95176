import type { IncomingMessage } from 'node:http';

/**
 * The only headers that go to the service: authorization (section 5), accept, idempotency-key and the request id.
 * Gives a sentence instead, without echoing any value, where one of them could be read in two ways.
 */
export function forwardedHeaders(
  { rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>,
  requestId: string,
): Record<string, string> | string {
  let authorization: string | null = null;
  let key: string | null = null;
  let accept = '';
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase();
    const value = rawHeaders[at + 1] ?? '';
    if (name === 'authorization') {
      if (authorization !== null || !/^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/.test(value))
        return 'The Authorization header is malformed.';
      authorization = value;
    } else if (name === 'idempotency-key') {
      if (key !== null || !/^[\x21-\x7e]{1,128}$/.test(value))
        return 'The Idempotency-Key header must be one value of at most 128 visible characters.';
      key = value;
    } else if (name === 'accept') accept = accept === '' ? value : `${accept}, ${value}`;
  }
  const forwarded: Record<string, string> = {
    accept: /^[\x20-\x7e]{1,256}$/.test(accept) ? accept : 'application/json',
    'x-request-id': requestId,
  };
  if (authorization !== null) forwarded.authorization = authorization;
  if (key !== null) forwarded['idempotency-key'] = key;
  return forwarded;
}
