import { existsSync, readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { listenConsole } from '../support/listenConsole.ts';
import { rawCall, rawRequest } from '../support/rawCall.ts';

const host = await listenConsole();
afterAll(host.end);

const send = (method: string, target: string, headers: string[] = []) =>
  rawCall(host.port, rawRequest(method, target, headers));

describe('createStaticFiles', () => {
  it.each([
    ...['/', '/index.html', '/anything', '/workspaces/a%2Fb/regions?x=1', '/workspaces/acme.example'],
  ])('responds to %s with index.html', async (target) => {
    const response = await send('GET', target);
    expect(response).toMatchObject({ status: 200, isComplete: true });
    expect(response.body).toContain('<title>Workspace Console</title>');
    expect(response.headers).toMatchObject({
      'content-type': expect.stringMatching(/^text\/html; ?charset=utf-8$/i),
      'cache-control': 'no-store',
    });
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    [undefined, (body: Buffer) => body],
  ])('writes the configuration into the page (Content-Encoding: %s)', async (encoding, decode) => {
    const notice = '</script><script>alert(1)</script><!-- $& “';
    const { port, end } = await listenConsole({ NOTICE: notice, ENVIRONMENT: "$' EU" });
    onTestFinished(end);
    const accepted = encoding === undefined ? [] : [`Accept-Encoding: ${encoding}`];
    const { headers, body } = await rawCall(port, rawRequest('GET', '/workspaces/acme/compute', accepted));
    expect([headers['content-encoding'], headers.vary]).toEqual([encoding, 'Accept-Encoding']);
    const html = decode(Buffer.from(body, 'latin1')).toString();
    const [, json = ''] =
      /<script type="application\/json" id="config">(.*?)<\/script><\/head>/.exec(html) ?? [];
    const config = JSON.parse(
      Buffer.from((await rawCall(port, rawRequest('GET', '/config.json'))).body, 'latin1').toString(),
    );
    expect(JSON.parse(json)).toEqual(config);
    expect(config).toMatchObject({ notice, environment: "$' EU" });
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html.match(/<!--/g)).toBeNull();
  });

  it.each([
    ...['/assets/none-abc123.js', '/assets/', '/robots.txt', '/api2/x.js'],
    ...['/assets/../index.html', '/..%2f..%2fetc%2fpasswd.txt', '//evil.example/assets/main-abc123.js'],
  ])('responds to %s with an uncached 404', async (target) => {
    const response = await send('GET', target);
    expect([response.status, response.headers['cache-control']]).toEqual([404, 'no-store']);
    expect(JSON.parse(response.body)).toEqual({ message: 'File not found.', statusCode: 404 });
  });

  it('sends an asset compressed, and lets the browser keep it', async () => {
    const { headers } = await send('GET', '/assets/main-abc123.js', ['Accept-Encoding: gzip, deflate, br']);
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      vary: 'Accept-Encoding',
      'content-type': expect.stringContaining('javascript'),
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });
});

it('index.html and the manifest name only icons that exist', () => {
  const page = readFileSync('index.html', 'utf8');
  expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest" ');
  const { name, icons } = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8'));
  expect(name).toBe('Workspace Console');
  const iconUrls: string[] = icons.map(({ src }: { src: string }) => src);
  for (const [, href = ''] of page.matchAll(/icon" href="([^"]+)"/g)) iconUrls.push(href);
  expect(iconUrls.length).toBeGreaterThan(2);
  expect(iconUrls.filter((url) => !existsSync(`public${url}`))).toEqual([]);
});
