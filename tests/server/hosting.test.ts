import { describe, expect, it } from 'vitest';
import { deferred } from '../support/deferred.ts';
import { bearer, consoleWithService, idempotencyKey, instancePath } from '../support/listenConsole.ts';
import { rawCall, rawRequest } from '../support/rawCall.ts';
import { rawJson } from '../support/rawService.ts';
import { nginxProblem as problem, startNginx } from './nginx.ts';

if (problem !== null) process.stderr.write(`Skipped: ${problem}\n`);

async function behindNginx(respond: Parameters<typeof consoleWithService>[0]) {
  const { service, host } = await consoleWithService(respond);
  const port = await startNginx(host.port);
  const send = (method: string, target: string, headers = [bearer, idempotencyKey]) =>
    rawCall(port, rawRequest(method, target, headers));
  return { service, host, send };
}

describe.skipIf(problem !== null)('the nginx example of the README', { timeout: 60_000 }, () => {
  it('forwards the raw target, the longest token and the headers of the server', async () => {
    const { service, send } = await behindNginx((_, socket) => socket.write(rawJson(200, [])));
    await send('GET', '/api/workspaces/a%2Fb%2520c/regions');
    expect(service.requests.map(({ target }) => target)).toEqual(['/workspaces/a%2Fb%2520c/regions']);
    for (const value of ['%2e%2e', '..%2f', '%252e%252e', '..;', '%c0%ae'])
      expect((await send('GET', `/api/workspaces/${value}/regions`)).status).toBe(400);
    const value = encodeURIComponent('€'.repeat(512));
    const target = `/api/workspaces/${value}/databases/${value}/compute/${value}`;
    const long = [`Authorization: Bearer ${'t'.repeat(8_192)}`, idempotencyKey];
    expect((await send('DELETE', target, long)).status).toBe(200);
    expect(service.requests).toHaveLength(2);
    const page = await send('GET', '/workspaces/acme.example/regions');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.headers['cache-control']).toBe('no-store');
  });

  it('sends a DELETE once, even if a server fails during it', async () => {
    const { service, send } = await behindNginx((_, socket) => socket.resetAndDestroy());
    const first = await send('DELETE', instancePath);
    const again = await send('DELETE', instancePath);
    expect([first.status, again.status]).toEqual([502, 502]);
    expect(again.body).toBe(first.body);
    expect(service.requests).toHaveLength(1);
  });

  it('never sends a DELETE to a second server', async () => {
    const asked = deferred<void>();
    const { service, host } = await consoleWithService(() => asked.resolve());
    const other = await consoleWithService(() => {}, {}, { SERVICE_URL: service.url });
    const consoles = [host, other.host];
    const port = await startNginx(...consoles.map(({ port }) => port));
    const headers = [bearer, idempotencyKey];
    const answer = rawCall(port, rawRequest('DELETE', instancePath, headers));
    await asked.promise;
    for (const { server } of consoles) server.closeAllConnections();
    expect((await answer).status).toBe(502);
    expect(service.requests).toHaveLength(1);
  });
});
