import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createConsoleServer } from '../../src/server/app.ts';
import { readSettings } from '../../src/server/settings.ts';
import { listen } from '../support/listen.mjs';
import { type ListeningConsole, listenConsole } from '../support/listenConsole.ts';
import { rawCall, rawRequest } from '../support/rawCall.ts';

let host: ListeningConsole;
beforeAll(async () => {
  host = await listenConsole();
});
afterAll(() => host.end());

const call = (method: string, target: string, headers: string[] = []) =>
  rawCall(host.port, rawRequest(method, target, headers));
const script = 'console.log("a script that is long enough");';

describe('createStaticFiles', () => {
  it.each([
    ...['/', '/index.html', '/anything', '/workspaces/acme/compute', '/workspaces/a%2Fb/regions?x=1'],
    ...['/workspaces/acme.example/subscription/history', '/workspaces/acme/no.such.screen'],
  ])('responds to %s with the page', async (target) => {
    const answer = await call('GET', target, ['Accept-Encoding: gzip, br']);
    expect(answer).toMatchObject({ status: 200, isWhole: true });
    expect(answer.body).toContain('<title>Workspace Console</title>');
    expect(answer.headers).toMatchObject({
      'content-type': expect.stringMatching(/^text\/html; ?charset=utf-8$/i),
      'cache-control': 'no-store',
    });
  });

  it.each([
    ...['/assets/none-abc123.js', '/assets/', '/assets/main', '/robots.txt', '/favicon.ico', '/api2/x.js'],
    ...['/assets/../index.html', '/%2e%2e/index.html', '/..%2f..%2fetc%2fpasswd.txt', '/.hidden/x.js'],
    ...['//evil.example/assets/main-abc123.js', '//evil.example/compute', '/workspaces//compute'],
  ])('responds to %s with an uncached 404', async (target) => {
    const answer = await call('GET', target);
    expect([answer.status, answer.headers['cache-control']]).toEqual([404, 'no-store']);
    expect(JSON.parse(answer.body)).toEqual({ message: 'File not found.', statusCode: 404 });
  });

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['', undefined],
  ])('with Accept-Encoding "%s" sends an asset as %s', async (accepted, encoding) => {
    const answer = await call('GET', '/assets/main-abc123.js', [`Accept-Encoding: ${accepted}`]);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers).toMatchObject({
      vary: 'Accept-Encoding',
      'content-type': expect.stringContaining('javascript'),
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const decode =
      { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''] ?? ((bytes: Buffer) => bytes);
    expect(decode(Buffer.from(answer.body, 'latin1')).toString()).toBe(script);
  });

  it('responds to HEAD as to GET without a body, and ignores Range', async () => {
    const target = '/assets/main-abc123.js';
    const [head, get] = [await call('HEAD', target), await call('GET', target, ['Range: bytes=-5'])];
    expect([head.status, head.body, head.headers['content-length']]).toEqual([200, '', `${script.length}`]);
    expect([get.status, get.body]).toEqual([200, script]);
  });

  it('revalidates a known file with 304', async () => {
    const { headers } = await call('GET', '/favicon.svg');
    expect(headers['cache-control']).toBe('no-cache');
    const again = await call('GET', '/favicon.svg', [`If-None-Match: ${headers.etag}`]);
    expect([again.status, again.body, again.headers.etag]).toEqual([304, '', headers.etag]);
    expect(again.headers['cache-control']).toBe('no-cache');
  });

  it('serves the manifest and the icons that the page names', async () => {
    const top = new URL('../../', import.meta.url);
    const page = readFileSync(new URL('index.html', top), 'utf8');
    expect(page).toContain('<title>Workspace Console</title>');
    const clientDir = fileURLToPath(new URL('public', top));
    const { server, close } = createConsoleServer({ settings: readSettings({}), clientDir, log: () => {} });
    onTestFinished(close);
    const port = await listen(server);
    const get = (target: string) => rawCall(port, rawRequest('GET', target));
    const manifest = await get('/manifest.webmanifest');
    const { name, icons } = JSON.parse(manifest.body);
    expect(name).toBe('Workspace Console');
    expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest" />');
    const named = [...page.matchAll(/icon" href="([^"]+)"/g)].map(([, href = '']) => href);
    expect(named).toHaveLength(2);
    for (const icon of [...named, ...icons.map(({ src }: { src: string }) => src)]) {
      const { status, headers } = await get(icon);
      expect([icon, status, headers['content-type']]).toEqual([icon, 200, expect.stringMatching(/^image\//)]);
    }
  });

  it.each([
    ['POST', '/workspaces/acme/compute'],
    ['DELETE', '/assets/main-abc123.js'],
    ['OPTIONS', '/healthz'],
  ])('rejects %s %s', async (method, target) => {
    const answer = await call(method, target);
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});
