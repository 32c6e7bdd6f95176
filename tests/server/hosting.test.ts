import { afterEach, describe, expect, it } from 'vitest';
import { nginxProblem, proxyExample, startNginxProxy } from '../support/nginx.mjs';
import { upstreamConsole } from '../support/upstreamConsole.ts';
import { upstreamLater } from '../support/upstreamLater.ts';
import { upstreamRawCall, upstreamRawRequest } from '../support/upstreamRawCall.ts';
import { upstreamJson, upstreamScript } from '../support/upstreamScript.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const problem = nginxProblem();
if (problem !== null) process.stderr.write(`Left out: ${problem}\n`);

const instance = '/api/workspaces/acme/databases/orders/compute/i-1';
const bearer = 'Authorization: Bearer canary-token-1';
const key = 'Idempotency-Key: 7a1f3c52-7d1c-4d52-8a4a-0d6a3ad6b001';

async function behindNginx(answer: Parameters<typeof upstreamScript>[0]) {
  const service = await upstreamScript(answer);
  ends.push(service.close);
  const own = await upstreamConsole({ SERVICE_URL: service.url });
  ends.push(own.end);
  const nginx = await startNginxProxy([`http://127.0.0.1:${own.port}`]);
  ends.push(nginx.stop);
  const send = (method: string, target: string, headers: string[] = [bearer]) =>
    upstreamRawCall(nginx.port, upstreamRawRequest(method, target, headers));
  return { service, own, nginx, send };
}

it('the README keeps its nginx example to what has to be said', () => {
  expect(proxyExample().trim().split('\n').length).toBeLessThanOrEqual(16);
});

describe.skipIf(problem !== null)('the nginx example of the README', { timeout: 60_000 }, () => {
  it('shows the console with the headers of the server, and hands on what it answers', async () => {
    const { send } = await behindNginx((_, socket) => socket.write(upstreamJson(200, ['A_B'])));
    const page = await send('GET', '/workspaces/acme.example/regions');
    expect(page.body).toContain('<title>Workspace Console</title>');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.headers['cache-control']).toBe('no-store');
    const asset = await send('GET', '/assets/main-abc123.js', ['Accept-Encoding: br']);
    expect(asset.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect((await send('GET', '/assets/gone-abc123.js')).status).toBe(404);
    expect(await send('GET', '/api/workspaces/acme/regions')).toMatchObject({ status: 200, body: '["A_B"]' });
    expect((await send('GET', '/api/workspaces/acme/regions', [])).status).toBe(401);
    expect((await send('GET', '/api/unknown')).status).toBe(404);
  });

  it('hands the raw target on', async () => {
    const { service, send } = await behindNginx((_, socket) => socket.write(upstreamJson(200, [])));
    await send('GET', '/api/workspaces/a%2Fb%2520c/regions');
    expect(service.requests.map(({ target }) => target)).toEqual(['/workspaces/a%2Fb%2520c/regions']);
    for (const value of ['%2e%2e', '..%2f', '%252e%252e', '..;', '%c0%ae'])
      expect((await send('GET', `/api/workspaces/${value}/regions`)).status).toBe(400);
    expect(service.requests).toHaveLength(1);
  });

  it('has room for the longest token beside the longest path', async () => {
    const { service, send } = await behindNginx((_, socket) => socket.write(upstreamJson(200, { id: 'x' })));
    const value = encodeURIComponent('€'.repeat(512));
    const long = `Authorization: Bearer ${'t'.repeat(8_192)}`;
    const target = `/api/workspaces/${value}/databases/${value}/compute/${value}`;
    expect((await send('DELETE', target, [long, key])).status).toBe(200);
    expect(service.requests).toHaveLength(1);
  });

  it('sends a delete once, whatever becomes of it', async () => {
    const { service, send } = await behindNginx((_, socket) => socket.resetAndDestroy());
    const first = await send('DELETE', instance, [bearer, key]);
    const again = await send('DELETE', instance, [bearer, key]);
    expect([first.status, again.status]).toEqual([502, 502]);
    expect(again.body).toBe(first.body);
    expect(service.requests).toHaveLength(1);
  });

  it('never sends a delete to another server when the first one dies over it', async () => {
    const asked = upstreamLater<void>();
    const service = await upstreamScript(() => asked.resolve());
    ends.push(service.close);
    const consoles = await Promise.all([1, 2].map(() => upstreamConsole({ SERVICE_URL: service.url })));
    for (const own of consoles) ends.push(own.end);
    const nginx = await startNginxProxy(consoles.map(({ port }) => `http://127.0.0.1:${port}`));
    ends.push(nginx.stop);
    const answer = upstreamRawCall(nginx.port, upstreamRawRequest('DELETE', instance, [bearer, key]));
    await asked.promise;
    for (const { server } of consoles) server.closeAllConnections();
    expect((await answer).status).toBe(502);
    expect(service.requests).toHaveLength(1);
    await service.close();
  });
});
