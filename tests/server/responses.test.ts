import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { findReplacement } from '../../src/server/responses.ts';

const replace = (method: 'GET' | 'DELETE', statusCode: number, headers: Record<string, string>, body = '') =>
  findReplacement(
    { statusCode, headers, body: Readable.from(body === '' ? [] : [Buffer.from(body)]) },
    method,
  );
const page = { 'content-type': 'text/html' };
const textOf = (body: Uint8Array | undefined) => new TextDecoder().decode(body);

describe('findReplacement', () => {
  it.each([199, 300, 399])('returns 502 instead of a %i response', async (status) => {
    const replacement = await replace('GET', status, { 'content-type': 'application/json' });
    expect(replacement?.status).toBe(502);
    expect(textOf(replacement?.body)).toContain(`(${status})`);
  });

  it.each([200, 202, 404, 410, 599])(
    'keeps a response with status %i that is not an HTML page',
    async (status) => {
      for (const type of ['application/json', 'text/json', 'text/plain', 'a/text/html', ''])
        for (const method of ['GET', 'DELETE'] as const)
          expect(await replace(method, status, { 'content-type': type }, '[]')).toBeNull();
    },
  );

  it.each([
    [200, 502, 502],
    [202, 502, 502],
    [403, 403, 403],
    [404, 404, 502],
    [410, 410, 502],
    [503, 503, 503],
  ])('for a %i HTML page, returns %i to a read, %i to a DELETE', async (status, readStatus, deleteStatus) => {
    for (const type of ['text/html', ' Text/HTML; charset=utf-8', 'application/xhtml+xml'])
      for (const method of ['GET', 'DELETE'] as const) {
        const expectedStatus = method === 'GET' ? readStatus : deleteStatus;
        const replacement = await replace(method, status, { 'content-type': type }, '<!doctype html>');
        expect(replacement?.status).toBe(expectedStatus);
        expect(JSON.parse(textOf(replacement?.body))).toEqual({
          message: `The service responded with ${status} and an HTML page instead of JSON.`,
          statusCode: expectedStatus,
        });
      }
  });

  it('keeps Retry-After and the request ID when it replaces an HTML page', async () => {
    const keptHeaders = { 'retry-after': '7', 'x-request-id': 'req-1' };
    const headers = { ...page, ...keptHeaders, 'content-encoding': 'gzip' };
    const replacement = await replace('GET', 503, headers, 'sorry');
    expect(replacement?.headers).toEqual({ 'content-type': 'application/json', ...keptHeaders });
  });

  it.each([204, 205])('keeps a response with status %i, and never reads its body', async (status) => {
    for (const type of ['text/html', 'application/json', '']) {
      const body = new Readable({ read: () => expect.fail('The body was read.') });
      const headers = { 'content-type': type, 'content-length': '5' };
      const replacement = await findReplacement({ statusCode: status, headers, body }, 'DELETE');
      expect(replacement).toEqual({ status, headers: {}, body: new Uint8Array() });
      expect(body.destroyed).toBe(true);
    }
  });

  it('keeps an empty 202 that is labelled as HTML', async () => {
    expect(await replace('DELETE', 202, page)).toEqual({ status: 202, headers: {}, body: new Uint8Array() });
  });
});
