import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { securityHeaders } from '../../src/server/securityHeaders.ts';
import { startNginx } from '../support/nginx.mjs';
import { upstreamRawCall, upstreamRawRequest } from '../support/upstreamRawCall.ts';
import { upstreamJson, upstreamScript } from '../support/upstreamScript.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const regions = '/api/workspaces/acme/regions';
const instance = '/api/workspaces/acme/databases/orders/compute/i-1';
const bearer = 'Authorization: Bearer canary-token-1';
const key = 'Idempotency-Key: 7a1f3c52-7d1c-4d52-8a4a-0d6a3ad6b001';
const script = 'console.log("a script that is long enough");';

async function inFrontOf(answer: Parameters<typeof upstreamScript>[0]) {
  const service = await upstreamScript(answer);
  ends.push(service.close);
  const root = mkdtempSync(join(tmpdir(), 'console-root-'));
  ends.push(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'assets'));
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>Workspace Console</title>');
  writeFileSync(join(root, 'assets/main-abc123.js'), script);
  writeFileSync(join(root, 'assets/main-abc123.js.gz'), gzipSync(script));
  const nginx = await startNginx({ root, service: service.url });
  ends.push(nginx.stop);
  const send = (method: string, target: string, headers: string[] = [bearer]) =>
    upstreamRawCall(nginx.port, upstreamRawRequest(method, target, headers));
  return { service, nginx, send };
}

const wellAnswered = () => inFrontOf((_, socket) => socket.write(upstreamJson(200, ['A_B'])));

describe('nginx as configured beside the server', { timeout: 60_000 }, () => {
  it('puts the very same headers on every class of answers', async () => {
    const { send } = await inFrontOf((request, socket) => {
      const status = /\/workspaces\/s(\d+)\//.exec(request.target)?.[1] ?? '200';
      socket.write(upstreamJson(Number(status), { message: 'own words' }, ['Cache-Control: max-age=9']));
    });
    for (const [method, target, status, cache] of [
      ['GET', '/workspaces/acme/compute', 200, 'no-store'],
      ['GET', '/assets/main-abc123.js', 200, 'public, max-age=31536000, immutable'],
      ['GET', '/assets/gone-abc123.js', 404, 'no-store'],
      ['GET', regions, 200, 'no-store'],
      ['GET', '/api/workspaces/s403/regions', 403, 'no-store'],
      ['GET', '/api/workspaces/s503/regions', 503, 'no-store'],
      ['GET', '/api/unknown', 404, 'no-store'],
      ['POST', regions, 405, 'no-store'],
      ['POST', '/', 405, 'no-store'],
      ['GET', '/healthz', 200, 'no-store'],
    ] as const) {
      const answer = await send(method, target);
      expect([target, answer.status]).toEqual([target, status]);
      for (const [name, value] of securityHeaders) expect(answer.headers[name.toLowerCase()]).toBe(value);
      expect(answer.headers['cache-control']).toBe(cache);
      expect(answer.headers['x-request-id']).toMatch(/^\w{8,}$/);
      if (target.includes('/s')) expect(answer.body).toContain('own words');
      else if (status >= 400) expect(JSON.parse(answer.body)).toMatchObject({ statusCode: status });
    }
  });

  it('serves files, the ones compressed at build time too, and the page for the addresses of the console', async () => {
    const { send } = await wellAnswered();
    const asset = await send('GET', '/assets/main-abc123.js', ['Accept-Encoding: gzip']);
    expect([asset.headers['content-encoding'], asset.headers.vary]).toEqual(['gzip', 'Accept-Encoding']);
    expect(gunzipSync(Buffer.from(asset.body, 'latin1')).toString()).toBe(script);
    for (const target of ['/', '/workspaces/acme.example/regions', '/workspaces/a%2Fb/compute', '/unknown'])
      expect((await send('GET', target)).body).toContain('<title>Workspace Console</title>');
    for (const target of ['/assets/', '/none.js', '//evil.example/compute', '/assets/main-abc123.js.gz'])
      expect((await send('GET', target)).status).toBe(404);
    for (const target of ['/x/../assets/main-abc123.js', '/%2e%2e/etc/passwd', '/workspaces/%2e%2e/compute'])
      expect((await send('GET', target)).status).toBe(400);
  });

  it('passes on the raw path with four headers, no cookie and no body', async () => {
    const { service, send } = await wellAnswered();
    await send('GET', '/api/workspaces/a%2Fb%2520c/regions', [
      bearer,
      'Cookie: a=1',
      'Origin: null',
      'Accept: a/b',
    ]);
    expect(service.requests[0]).toMatchObject({ method: 'GET', target: '/workspaces/a%2Fb%2520c/regions' });
    const { host, 'x-request-id': id, ...sent } = service.requests[0]?.headers ?? {};
    expect(sent).toEqual({ authorization: 'Bearer canary-token-1', accept: 'a/b' });
    expect([`http://${host}`, id?.length]).toEqual([service.url, 32]);
    expect((await send('GET', regions, ['Content-Length: 5'])).status).toBe(413);
    expect((await send('DELETE', instance, ['Transfer-Encoding: chunked'])).status).toBe(413);
    expect(service.requests).toHaveLength(1);
  });

  it('lets no cookie, redirect or order to nginx come back', async () => {
    const { send } = await inFrontOf((request, socket) =>
      socket.write(
        request.target.includes('moved')
          ? 'HTTP/1.1 307 X\r\nLocation: /elsewhere\r\nSet-Cookie: a=1\r\nContent-Length: 0\r\n\r\n'
          : upstreamJson(
              200,
              [],
              ['Set-Cookie: a=1', 'X-Accel-Redirect: /index.html', 'Access-Control-Allow-Origin: *'],
            ),
      ),
    );
    const moved = await send('GET', '/api/workspaces/moved/regions');
    expect([moved.status, JSON.parse(moved.body).statusCode]).toEqual([502, 502]);
    const answer = await send('GET', regions);
    expect([answer.status, answer.body]).toEqual([200, '[]']);
    expect(moved.raw + answer.raw).not.toMatch(/^(set-cookie|location|x-accel|access-control)/im);
  });

  it('sends a delete once, whatever the service does, and not again within a minute', async () => {
    const { service, send } = await inFrontOf((request, socket) => {
      if (request.target.endsWith('i-1')) socket.resetAndDestroy();
      else socket.write(upstreamJson(409, { message: 'Busy.', statusCode: 409 }));
    });
    expect((await send('DELETE', instance, [bearer, key])).status).toBe(502);
    const again = await send('DELETE', instance, [bearer, key]);
    expect([again.status, JSON.parse(again.body).statusCode]).toEqual([503, 503]);
    expect(service.requests).toHaveLength(1);
    expect(service.requests[0]?.headers).toMatchObject({ 'idempotency-key': key.slice(17) });
    const other = await send('DELETE', instance.replace('i-1', 'i-2'), [bearer, key.replace('b001', 'b002')]);
    expect([other.status, JSON.parse(other.body)]).toEqual([409, { message: 'Busy.', statusCode: 409 }]);
    expect(service.requests).toHaveLength(2);
  });

  it('lets a delete go on when the browser leaves', async () => {
    let cut = false;
    const { service, nginx } = await inFrontOf((_, socket) => {
      socket.once('close', () => {
        cut = true;
      });
    });
    const browser = net.connect(nginx.port, '127.0.0.1');
    browser.write(upstreamRawRequest('DELETE', instance, [bearer, key]));
    await expect.poll(() => service.requests.length).toBe(1);
    browser.destroy();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(cut).toBe(false);
  });

  it('writes no token and no query into its log', async () => {
    const { nginx, send } = await wellAnswered();
    await send('GET', '/?token=canary-token-1');
    await send('GET', regions);
    await expect
      .poll(nginx.log, { timeout: 5_000 })
      .toContain('"path":"/api/workspaces/acme/regions","status":200');
    expect(nginx.log()).not.toContain('canary');
    for (const line of nginx.log().trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('requestId');
  });

  it('is kept with nothing but four places to edit', () => {
    const kept = readFileSync('src/server/nginx.conf', 'utf8');
    expect(kept.match(/# EDIT \d|EDIT \d:/g)).toHaveLength(4);
    expect(kept).toMatch(/^\s*proxy_next_upstream off;$/m);
  });
});
