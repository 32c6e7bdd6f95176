import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ListeningConsole, upstreamConsole } from '../support/upstreamConsole.ts';
import { upstreamRawCall, upstreamRawRequest } from '../support/upstreamRawCall.ts';

let own: ListeningConsole;
beforeAll(async () => {
  own = await upstreamConsole();
});
afterAll(() => own.end());

const call = (method: string, target: string, headers: string[] = []) =>
  upstreamRawCall(own.port, upstreamRawRequest(method, target, headers));
const script = 'console.log("a script that is long enough");';

describe('the client', () => {
  it.each([
    '/',
    '/workspaces/acme/compute',
    '/workspaces/acme.example/subscription/history',
    '/workspaces/a%2Fb/regions?x=1',
    '/workspaces/acme/no.such.screen',
    '/anything',
    '/index.html',
  ])('answers the console address %s with the page', async (target) => {
    const answer = await call('GET', target, ['Accept-Encoding: gzip, br']);
    expect(answer).toMatchObject({ status: 200, whole: true });
    expect(answer.body).toContain('<title>Workspace Console</title>');
    expect(answer.headers).toMatchObject({
      'content-type': expect.stringMatching(/^text\/html; ?charset=utf-8$/),
      'cache-control': 'no-store',
    });
  });

  it.each([
    '/assets/none-abc123.js',
    '/assets/',
    '/assets/main',
    '/robots.txt',
    '/favicon.ico',
    '/assets/main-abc123.js.br',
    '/assets/../index.html',
    '/%2e%2e/index.html',
    '/..%2f..%2fetc%2fpasswd.txt',
    '//evil.example/assets/main-abc123.js',
    '//evil.example/compute',
    '/workspaces//compute',
    '/.hidden/x.js',
  ])('answers 404 to %s, not to be kept', async (target) => {
    const answer = await call('GET', target);
    expect(answer.status).toBe(404);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).not.toContain('<');
  });

  it('refuses a backslash in a path, not to be kept', async () => {
    const answer = await call('GET', '/assets\\main-abc123.js');
    expect([answer.status, answer.headers['cache-control']]).toEqual([400, 'no-store']);
    expect(answer.body).not.toContain('<');
  });

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br;q=0.000, gzip; q=0', undefined],
    ['identity', undefined],
    ['', undefined],
  ])('to "%s" serves an asset as %s', async (accepted, encoding) => {
    const answer = await call('GET', '/assets/main-abc123.js', [`Accept-Encoding: ${accepted}`]);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers).toMatchObject({
      vary: 'Accept-Encoding',
      'content-type': expect.stringContaining('javascript'),
    });
    const bytes = Buffer.from(answer.body, 'latin1');
    const text =
      encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;
    expect(text.toString()).toBe(script);
  });

  it.each(['/', '/assets/main-abc123.js', '/config.json', '/healthz', '/assets/none.js'])(
    'answers HEAD of %s without a body',
    async (target) => {
      const [head, get] = [await call('HEAD', target), await call('GET', target)];
      expect(head.status).toBe(get.status);
      expect(head.headers['content-length']).toBe(get.headers['content-length']);
      expect([head.body, get.body.length]).toEqual(['', Number(get.headers['content-length'])]);
    },
  );

  it('answers a known file with 304', async () => {
    const { headers } = await call('GET', '/favicon.svg');
    const again = await call('GET', '/favicon.svg', [`If-None-Match: ${headers.etag}`]);
    expect([again.status, again.body]).toEqual([304, '']);
  });

  it('serves no ranges', async () => {
    const answer = await call('GET', '/assets/main-abc123.js', ['Range: bytes=-5']);
    expect([answer.status, answer.body]).toEqual([200, script]);
  });

  it('takes GET and HEAD only', async () => {
    for (const [method, target] of [
      ['POST', '/workspaces/acme/compute'],
      ['DELETE', '/assets/main-abc123.js'],
      ['PUT', '/config.json'],
      ['OPTIONS', '/healthz'],
    ] as const) {
      const answer = await call(method, target);
      expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
    }
  });

  it('tells the browser its configuration, and that it is well', async () => {
    expect(JSON.parse((await call('GET', '/config.json')).body)).toEqual({
      serviceUrl: '/api',
      serviceId: 'sandbox',
      instancesPath: '/workspaces/{workspaceSlug}/databases/{databaseName}/compute',
      databases: ['orders', 'analytics', 'identity'],
      idleMinutes: 15,
      sandbox: { workspaceSlug: 'acme', token: 'sandbox-token' },
    });
    expect((await call('GET', '/healthz')).body).toBe('{"status":"ok"}');
  });

  it('runs on the sandbox where nothing else is set', async () => {
    const bearer = 'Authorization: Bearer sandbox-token';
    const list = () => call('GET', '/api/workspaces/acme/databases/orders/compute', [bearer]);
    const before: { id: string }[] = JSON.parse((await list()).body);
    const id = encodeURIComponent(before[0]?.id ?? '');
    const gone = await call('DELETE', `/api/workspaces/acme/databases/orders/compute/${id}`, [
      bearer,
      'Idempotency-Key: k-1',
    ]);
    expect([gone.status, JSON.parse(gone.body).id]).toEqual([200, before[0]?.id]);
    expect(JSON.parse((await list()).body)).toHaveLength(before.length - 1);
    expect((await call('GET', '/api/workspaces/acme/regions')).status).toBe(401);
  });

  it('cuts where the sandbox cuts', async () => {
    const answer = await call('GET', '/api/workspaces/cut-off/regions', [
      'Authorization: Bearer sandbox-token',
    ]);
    expect([answer.status, answer.whole]).toEqual([200, false]);
  });
});
