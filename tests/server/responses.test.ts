import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { findReplacement } from '../../src/server/service/responses.ts';

const replace = (method: 'GET' | 'DELETE', statusCode: number, headers: Record<string, string>, body = '') =>
  findReplacement(
    { statusCode, headers, body: Readable.from(body === '' ? [] : [Buffer.from(body)]) },
    method,
  );
const textOf = (body: Uint8Array | undefined) => new TextDecoder().decode(body);

describe('findReplacement', () => {
  it.each([199, 300, 399])('returns 502 instead of a %i response', async (status) => {
    const replacement = await replace('GET', status, { 'content-type': 'application/json' });
    expect(replacement?.status).toBe(502);
    expect(textOf(replacement?.body)).toContain(`(${status})`);
  });

  it('keeps a response that is not an HTML page', async () => {
    for (const status of [200, 202, 404, 410, 599])
      for (const type of ['application/json', 'a/text/html', ''])
        expect(await replace('DELETE', status, { 'content-type': type }, '[]')).toBeNull();
  });

  it.each([
    [200, 502, 502],
    [202, 502, 502],
    [403, 403, 403],
    [404, 404, 502],
    [410, 410, 502],
    [503, 503, 503],
  ])('for a %i HTML page, returns %i to a read, %i to a DELETE', async (status, readStatus, deleteStatus) => {
    const keptHeaders = { 'retry-after': '7', 'x-request-id': 'req-1' };
    const message = `The service responded with ${status} and an HTML page instead of JSON.`;
    for (const type of ['text/html', ' Text/HTML; charset=utf-8', 'application/xhtml+xml'])
      for (const [method, statusCode] of [
        ['GET', readStatus],
        ['DELETE', deleteStatus],
      ] as const) {
        const headers = { ...keptHeaders, 'content-type': type, 'content-encoding': 'gzip' };
        const replacement = await replace(method, status, headers, '<!doctype html>');
        const expectedHeaders = { 'content-type': 'application/json', ...keptHeaders };
        expect(replacement).toMatchObject({ status: statusCode, headers: expectedHeaders });
        expect(replacement?.headers).not.toHaveProperty('content-encoding');
        expect(JSON.parse(textOf(replacement?.body))).toEqual({ message, statusCode });
      }
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
    const page = { 'content-type': 'text/html' };
    expect(await replace('DELETE', 202, page)).toEqual({ status: 202, headers: {}, body: new Uint8Array() });
  });
});
