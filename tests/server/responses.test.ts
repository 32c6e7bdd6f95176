import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { passedHeaders, replacementFor } from '../../src/server/responses.ts';

const screen = (method: 'GET' | 'DELETE', statusCode: number, headers: Record<string, string>, body = '') =>
  replacementFor(
    { statusCode, headers, body: Readable.from(body === '' ? [] : [Buffer.from(body)]) },
    method,
  );
const page = { 'content-type': 'text/html' };
const textOf = (body: Uint8Array | undefined) => new TextDecoder().decode(body);

describe('replacementFor', () => {
  it.each([101, 199, 300, 302, 304, 399])('replaces status %i with 502', async (status) => {
    const replaced = await screen('GET', status, { 'content-type': 'application/json' });
    expect(replaced?.status).toBe(502);
    expect(textOf(replaced?.body)).toContain(`(${status})`);
  });

  it.each([200, 202, 207, 299, 400, 404, 410, 599])('passes %i with any body', async (status) => {
    for (const type of ['application/json', 'text/json', 'text/plain', 'a/text/html', ''])
      for (const method of ['GET', 'DELETE'] as const)
        expect(await screen(method, status, { 'content-type': type }, '[]')).toBeNull();
  });

  it.each([
    [200, 502, 502],
    [202, 502, 502],
    [299, 502, 502],
    [400, 400, 400],
    [403, 403, 403],
    [404, 404, 502],
    [410, 410, 502],
    [503, 503, 503],
  ])('replaces a web page with %i by %i for a read and %i for a DELETE', async (status, read, remove) => {
    for (const type of ['text/html', ' Text/HTML; charset=utf-8', 'application/xhtml+xml'])
      for (const method of ['GET', 'DELETE'] as const) {
        const expected = method === 'GET' ? read : remove;
        const replaced = await screen(method, status, { 'content-type': type }, '<!doctype html>');
        expect(replaced?.status).toBe(expected);
        expect(JSON.parse(textOf(replaced?.body))).toEqual({
          message: `The service responded with ${status} and a web page instead of JSON.`,
          statusCode: expected,
        });
      }
  });

  it('keeps Retry-After and the request ID when it replaces a web page', async () => {
    const kept = { 'retry-after': '7', 'x-request-id': 'req-1' };
    const replaced = await screen('GET', 503, { ...page, ...kept, 'content-encoding': 'gzip' }, 'sorry');
    expect(replaced?.headers).toEqual({ 'content-type': 'application/json', ...kept });
  });

  it.each([204, 205])('keeps %i whatever its label and never reads its body', async (status) => {
    for (const type of ['text/html', 'application/json', '']) {
      const body = new Readable({ read: () => expect.fail('The body was read.') });
      const headers = { 'content-type': type, 'content-length': '5' };
      const replaced = await replacementFor({ statusCode: status, headers, body }, 'DELETE');
      expect(replaced).toEqual({ status, headers: {}, body: new Uint8Array() });
      expect(body.destroyed).toBe(true);
    }
  });

  it('keeps an empty 202 that is labelled as a web page', async () => {
    expect(await screen('DELETE', 202, page)).toEqual({ status: 202, headers: {}, body: new Uint8Array() });
  });
});

describe('passedHeaders', () => {
  it('passes only a well-formed request ID', () => {
    const idOf = (id: string) => passedHeaders({ 'x-request-id': id })['x-request-id'];
    expect(idOf('a:b.c-1')).toBe('a:b.c-1');
    for (const wrong of ['', 'a b', 'a\n', '<b>', ' a', 'x'.repeat(129)]) expect(idOf(wrong)).toBeUndefined();
  });
});
