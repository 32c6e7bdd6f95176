import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { upstreamConsole } from '../support/upstreamConsole.ts';
import { upstreamRawCall, upstreamRawRequest } from '../support/upstreamRawCall.ts';
import { upstreamScript } from '../support/upstreamScript.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const instance = '/api/workspaces/acme/databases/orders/compute/i-1';
const headers = ['Authorization: Bearer canary-token-1', 'Idempotency-Key: proof-1'];

async function asked(method: string, target: string, answer: Buffer) {
  const service = await upstreamScript((_, socket) => socket.end(answer));
  ends.push(service.close);
  const own = await upstreamConsole({ SERVICE_URL: service.url });
  ends.push(own.end);
  return upstreamRawCall(own.port, upstreamRawRequest(method, target, headers));
}

function answerOf(status: number, type: string | null, body: string | Buffer, more: string[] = []): Buffer {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  const lines = [
    `HTTP/1.1 ${status} Words`,
    ...(type === null ? [] : [`Content-Type: ${type}`]),
    ...more,
    length,
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), Buffer.from(body)]);
}

const own404 = '{"message":"No such instance.","statusCode":404}';

describe.each([404, 410])("a %i that is not the service's own word", (status) => {
  it.each([
    ['a web page', answerOf(status, 'text/html', '<!doctype html>default backend')],
    ['text', answerOf(status, 'text/plain', 'default backend - 404')],
    ['an empty body', answerOf(status, null, '')],
    ['an empty body that is called JSON', answerOf(status, 'application/json', '')],
    ['a JSON array', answerOf(status, 'application/json', '[]')],
    ['null', answerOf(status, 'application/json', 'null')],
    ['a word in JSON', answerOf(status, 'application/json', '"gone"')],
    ['JSON that is cut short', answerOf(status, 'application/json', '{"message":"No')],
    ['an object that is called text', answerOf(status, 'text/plain', own404)],
    ['an object without a label', answerOf(status, null, own404)],
    ['bytes that are no UTF-8', answerOf(status, 'application/json', Buffer.from([0x7b, 0xff, 0x7d]))],
    [
      'an object said to be compressed that is not',
      answerOf(status, 'application/json', own404, ['Content-Encoding: gzip']),
    ],
    ['a compression nobody knows', answerOf(status, 'application/json', own404, ['Content-Encoding: rot13'])],
    ['a body that is cut', Buffer.from(answerOf(status, 'application/json', own404).subarray(0, -9))],
    [
      'a body of 2 MB',
      answerOf(status, 'application/json', JSON.stringify({ message: 'x'.repeat(2_000_000) })),
    ],
  ])('becomes 502 for a delete: %s', async (_, answer) => {
    const { status: given, body } = await asked('DELETE', instance, answer);
    expect(given).toBe(502);
    expect(JSON.parse(body)).toEqual({ message: expect.stringContaining(`${status}`), statusCode: 502 });
  });

  it('becomes 502 for a read as well where it is a web page', async () => {
    const page = answerOf(status, 'text/html', '<!doctype html>default backend');
    const { status: given, body } = await asked('GET', '/api/workspaces/acme/regions', page);
    expect([given, JSON.parse(body).statusCode]).toEqual([502, 502]);
  });
});

describe("a 404 in the service's own words", () => {
  it.each([
    ['plain', answerOf(404, 'application/json; charset=utf-8', own404)],
    ['of a problem type', answerOf(404, 'application/problem+json', own404)],
    ['with a byte-order mark', answerOf(404, 'application/json', `\ufeff${own404}`)],
  ])('passes as it is: %s', async (_, answer) => {
    expect(await asked('DELETE', instance, answer)).toMatchObject({
      status: 404,
      body: expect.stringContaining('No such instance.'),
    });
  });

  it('passes compressed as it came', async () => {
    const bytes = gzipSync(own404);
    const answer = answerOf(404, 'application/json', bytes, ['Content-Encoding: gzip']);
    const { status, headers: given, body } = await asked('DELETE', instance, answer);
    expect([status, given['content-encoding']]).toEqual([404, 'gzip']);
    expect(Buffer.from(body, 'latin1')).toEqual(bytes);
  });
});
