import { describe, expect, it } from 'vitest';
import { createIdempotencyCache } from '../../src/server/idempotencyCache.ts';
import {
  createOperationMatcher,
  listingTemplateProblem,
  segmentProblem,
} from '../../src/server/operations.ts';
import { errorAnswer, forwardedHeaders } from '../../src/server/service.ts';
import { screenResponse } from '../../src/server/serviceProxy.ts';
import { limits } from '../../src/server/settings.ts';

describe('forwardedHeaders', () => {
  const forwarded = (...raw: string[]) => {
    const headersDistinct: Record<string, string[]> = {};
    for (let at = 0; at < raw.length; at += 2) {
      const name = raw[at]?.toLowerCase() ?? '';
      headersDistinct[name] = [...(headersDistinct[name] ?? []), raw[at + 1] ?? ''];
    }
    return forwardedHeaders({ headersDistinct }, 'id-12345');
  };

  it('gives the request id, and asks for JSON where the browser asks for nothing it may pass on', () => {
    const bare = { accept: 'application/json', 'x-request-id': 'id-12345' };
    expect(forwarded()).toEqual(bare);
    for (const accept of ['', 'x'.repeat(257), 'caf\u00e9', 'a\u0001b', '\u00e9a'])
      expect(forwarded('Accept', accept)).toEqual(bare);
    expect(forwarded('Accept', 'x'.repeat(256))).toMatchObject({ accept: 'x'.repeat(256) });
    expect(forwarded('Accept', 'a/b', 'ACCEPT', 'c/d')).toMatchObject({ accept: 'a/b, c/d' });
    expect(forwarded('Cookie', 'a=1', 'Forwarded', 'x', 'X-Request-Id', 'other')).toEqual(bare);
  });

  it('passes a bearer and a key on as they are, whatever the case of their names', () => {
    const sent = forwarded('aUthorization', 'Bearer a b-c', 'IDEMPOTENCY-KEY', 'k'.repeat(128));
    expect(sent).toMatchObject({ authorization: 'Bearer a b-c', 'idempotency-key': 'k'.repeat(128) });
  });

  it.each(['', ' ', 'Bearer  x', ' Bearer x', 'Bearer x ', 'Bearer caf\u00e9', '\u0007Bearer x'])(
    'refuses the authorization %j, and does not repeat it',
    (value) => expect(forwarded('Authorization', value)).toBe('The Authorization header is malformed.'),
  );

  it.each(['', 'a b', 'k'.repeat(129), 'caf\u00e9'])('refuses the key %j', (value) => {
    const said = 'The Idempotency-Key header must be one value of at most 128 visible characters.';
    expect(forwarded('Idempotency-Key', value)).toBe(said);
    expect(forwarded('Idempotency-Key', 'one', 'idempotency-key', 'two')).toBe(said);
  });
});

describe('screenResponse', () => {
  const json = { 'content-type': 'application/json' };

  it.each([101, 199, 300, 302, 304, 399])('turns %i into 502', (status) => {
    const message = `The service answered with a redirect (${status}).`;
    expect(screenResponse({ statusCode: status, headers: json })).toEqual({
      pass: false,
      answer: errorAnswer(502, message),
    });
  });

  it.each([200, 299, 400, 599])('lets %i pass', (status) => {
    expect(screenResponse({ statusCode: status, headers: {} })).toEqual({
      pass: true,
      headers: {},
    });
  });

  it.each([
    [200, 502],
    [399, 502],
    [400, 400],
    [403, 403],
    [404, 502],
    [410, 502],
    [503, 503],
  ])('replaces a web page with %i by %i', (status, given) => {
    for (const type of ['text/html', ' Text/HTML; charset=utf-8', 'application/xhtml+xml']) {
      const screened = screenResponse({ statusCode: status, headers: { 'content-type': type } });
      expect(screened).toMatchObject({ pass: false, answer: { status: given } });
      if (status !== 399 && !screened.pass)
        expect(JSON.parse(new TextDecoder().decode(screened.answer.body))).toEqual({
          message: `The service answered ${status} with a web page instead of JSON.`,
          statusCode: given,
        });
    }
    expect(screenResponse({ statusCode: 200, headers: { 'content-type': 'a/text/html' } }).pass).toBe(true);
  });

  it('keeps the headers it names, and nothing that came twice', () => {
    const headers = {
      ...json,
      'content-length': '12',
      'retry-after': '3',
      'content-encoding': 'gzip',
      etag: 'x',
    };
    expect(screenResponse({ statusCode: 200, headers: { ...headers, 'set-cookie': ['a=1'] } })).toEqual({
      pass: true,
      headers: { ...json, 'content-encoding': 'gzip', 'retry-after': '3', 'content-length': '12' },
    });
    expect(screenResponse({ statusCode: 200, headers: { 'content-length': ['1', '2'] } })).toEqual({
      pass: true,
      headers: {},
    });
  });

  it.each([204, 205])('lets %i have no length', (status) => {
    const screened = screenResponse({ statusCode: status, headers: { 'content-length': '0' } });
    expect(screened).toEqual({ pass: true, headers: {} });
  });

  it('takes over a request id that is one', () => {
    const idOf = (id: string) => {
      const screened = screenResponse({ statusCode: 200, headers: { 'x-request-id': id } });
      return screened.pass ? screened.headers['x-request-id'] : null;
    };
    expect(idOf('a:b.c-1')).toBe('a:b.c-1');
    for (const wrong of ['', 'a b', 'a\n', '<b>', ' a', 'x'.repeat(129)]) expect(idOf(wrong)).toBeUndefined();
  });
});

describe('what a refusal says', () => {
  it.each([
    ['a b', 'holds a character that must be percent-encoded'],
    ['%c0%ae', 'is not valid UTF-8'],
    ['%25c0%25ae', 'is not valid UTF-8'],
    ['a%00', 'contains a control character'],
    ['a%250a', 'contains a control character'],
    ['a%2f..', 'holds a dot segment'],
    ['', 'is empty'],
    ['x'.repeat(513), 'is longer than 512 characters'],
  ])('of the segment %j: %s', (segment, why) => expect(segmentProblem(segment)).toBe(why));

  it('of a template', () => {
    expect(listingTemplateProblem('/{other}/{workspaceSlug}')).toBe(
      'may hold {workspaceSlug} and {databaseName} only, each as a whole segment',
    );
  });

  it('of a method: all that would fit', () => {
    const match = createOperationMatcher('/workspaces/{workspaceSlug}/databases/{databaseName}/compute/list');
    const path = '/workspaces/w/databases/d/compute/list';
    expect(match('PUT', path)).toEqual({ kind: 'wrong-method', allow: 'DELETE, GET' });
    expect(match('GET', 'x/workspaces/w/regions')).toEqual({ kind: 'unknown' });
    expect(match('GET', 'workspaces/w/regions')).toEqual({ kind: 'unknown' });
    expect(match('GET', '/..')).toMatchObject({ kind: 'refused' });
  });
});

describe('how much the idempotency cache holds', () => {
  const few = { ...limits, keepDeleteMs: 600, keptDeletes: 2, keptDeleteBytes: 100 };
  const intent = (key: string) => ({ key, authorization: 'Bearer t', target: '/x' });
  const answerOf = (text: string) => ({ status: 200, headers: {}, body: new TextEncoder().encode(text) });

  it('is the very number of deletes and bytes that its limits name', async () => {
    const sent: string[] = [];
    const answer = createIdempotencyCache(few, { now: () => 1 });
    const send = (key: string, size: number) =>
      answer(intent(key), async () => {
        sent.push(key);
        return { status: 200, headers: {}, body: new Uint8Array(size) };
      });
    await send('a', 50);
    await send('b', 50);
    await send('a', 50);
    await send('b', 50);
    expect(sent).toEqual(['a', 'b']);
    await send('c', 1);
    await send('b', 50);
    await send('c', 1);
    expect(sent).toEqual(['a', 'b', 'c']);
    // What was forgotten frees its room: otherwise little ones would soon push each other out.
    await send('d', 1);
    await send('e', 90);
    await send('d', 1);
    expect(sent).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('never pushes out what is under way', async () => {
    const answer = createIdempotencyCache({ ...few, keptDeletes: 1 });
    let finish = (_: ReturnType<typeof answerOf>): void => {};
    const first = answer(intent('a'), () => new Promise((resolve) => (finish = resolve)));
    for (const key of ['b', 'c', 'd']) await answer(intent(key), async () => answerOf(key));
    const again = answer(intent('a'), async () => answerOf('again'));
    finish(answerOf('first'));
    expect(await again).toBe(await first);
  });

  it('lets go of one that could not be sent', async () => {
    const answer = createIdempotencyCache(few);
    const fails = () => Promise.reject(new Error('broken'));
    await expect(answer(intent('a'), fails)).rejects.toThrow('broken');
    expect(await answer(intent('a'), async () => answerOf('sent'))).toMatchObject({ status: 200 });
    expect(await answer(intent('a'), fails)).toMatchObject({ status: 200 });
  });
});
