import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { requestLine } from '../../src/server/requestLog.ts';
import { bearer, consoleWithService, instancePath } from '../support/listenConsole.ts';
import { rawJson } from '../support/rawService.ts';

type Line = Record<string, unknown>;

/** A server whose log is read as objects, in front of a service that responds to `/gone/` with 404 and so on. */
async function startLogged(env: Record<string, string> = {}) {
  const started = await consoleWithService(
    (request, socket) => {
      const status = { gone: 404, busy: 409, broken: 500 }[request.target.split('/').at(-1) ?? ''] ?? 200;
      if (request.target.endsWith('/lost')) socket.destroy();
      else socket.write(rawJson(status, { id: 'i-1' }));
    },
    {},
    env,
  );
  const lines = async (count: number): Promise<Line[]> => {
    await expect.poll(() => started.host.lines.length).toBe(count);
    return started.host.lines.map((line) => JSON.parse(line));
  };
  return { ...started, lines };
}

describe('the request log', () => {
  it('has one line per request, no token or query, and a path only after a 2xx', async () => {
    const { host, send, lines } = await startLogged();
    const token = 'vtok_9f8e7d6c5b4a39281706';
    const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
    const targets: [method: string, target: string, logged: string][] = [
      ['GET', `/api/workspaces/${token}/regions?x=1`, '/api/workspaces/{workspaceSlug}/regions'],
      ['POST', `/api/workspaces/${token}/regions`, '/api/*'],
      ['GET', `/api/workspaces/${token};/regions`, '/api/*'],
      ['GET', `/api/${token}`, '/api/*'],
      ['GET', `/workspaces/${token}/compute`, '/*'],
      ['GET', `/${token}`, '/*'],
      ['POST', `/${token}`, '/*'],
      ['GET', `/assets/${token}.js`, '/*'],
      ['GET', '/assets/main-abc123.js', '/assets/main-abc123.js'],
      ['GET', `/?token=${token}`, '/'],
      ['GET', '/config.json', '/config.json'],
      ['GET', '/api/workspaces/acme/regions', '/api/workspaces/acme/regions'],
    ];
    const headers = [`Authorization: Bearer ${token}`, `X-Request-Id: ${jwt}`];
    for (const [method, target] of targets) await send(method, target, headers);
    const logged = await lines(targets.length);
    expect(host.lines.join('\n')).not.toMatch(/vtok|eyJ/);
    expect(logged.map(({ path }) => path)).toEqual(targets.map(([, , path]) => path));
    expect(logged.at(-1)).toEqual({
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      method: 'GET',
      path: '/api/workspaces/acme/regions',
      status: 200,
      ms: expect.any(Number),
      bytes: expect.any(Number),
      requestId: '[redacted]',
    });
  });

  it('is one line whatever the path contains', () => {
    expect(requestLine({ path: '/a\n"b"', ms: 1.26, cut: false }, [], new Date(0))).toBe(
      '{"time":"1970-01-01T00:00:00.000Z","path":"/a\\n\\"b\\"","ms":1.3}',
    );
  });
});

describe('the audit of a DELETE', () => {
  const key = (value: string) => `Idempotency-Key: ${value}`;

  it('contains the request, the hash of its token and the response', async () => {
    const { host, send, lines } = await startLogged({ AUDIT_KEY: 'audit-key' });
    await send('DELETE', '/api/workspaces/acme/databases/a%2Fb/compute/i-1', [bearer, key('k-1')]);
    const [line] = await lines(1);
    expect(line).toEqual({
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      method: 'DELETE',
      path: '/api/workspaces/acme/databases/a%2Fb/compute/i-1',
      status: 200,
      ms: expect.any(Number),
      bytes: expect.any(Number),
      requestId: expect.any(String),
      workspace: 'acme',
      database: 'a/b',
      instance: 'i-1',
      outcome: 'success',
      answeredBy: 'service',
      idempotencyKey: 'k-1',
      tokenHash: createHmac('sha256', 'audit-key').update('canary-token-1').digest('hex'),
    });
    expect(host.lines.join('\n')).not.toContain('canary');
  });

  it('gives each result its class, also a rejected or repeated one', async () => {
    const { service, send, remove, lines } = await startLogged();
    const ids = ['i-1', 'gone', 'busy', 'broken', 'lost'];
    for (const id of ids) await send('DELETE', instancePath.replace('i-1', id), [bearer, key(id)]);
    await remove([bearer, key('i-1')]);
    await remove(['Authorization: Bearer another-token', key('i-1')]);
    await remove([key('k-2')]);
    await send('DELETE', `${instancePath}/..`, [bearer, key('k-3')]);
    await service.close();
    await remove([bearer, key('k-4')]);
    const logged = await lines(10);
    expect(service.requests).toHaveLength(5);
    expect(
      logged.map(({ status, answeredBy, outcome, instance, idempotencyKey }) =>
        [status, answeredBy, outcome, instance, idempotencyKey].join(' '),
      ),
    ).toEqual([
      '200 service success i-1 i-1',
      '404 service not-found gone gone',
      '409 service refused busy busy',
      '500 service unknown broken broken',
      '502 service unknown lost lost',
      '200 cache success i-1 i-1',
      '422 console not-sent i-1 i-1',
      '401 console not-sent i-1 k-2',
      '400 console not-sent  k-3',
      '502 service not-sent i-1 k-4',
    ]);
    expect(logged[7]?.tokenHash).toBeNull();
  });

  it('hashes each token with a random key if none is set', async () => {
    const hashes = async () => {
      const { remove, lines } = await startLogged();
      for (const token of ['token-one', 'token-one', 'token-two'])
        await remove([`Authorization: Bearer ${token}`, key(crypto.randomUUID())]);
      return (await lines(3)).map(({ tokenHash }) => tokenHash);
    };
    const [first, same, other] = await hashes();
    expect(same).toBe(first);
    expect([other, (await hashes())[0]]).not.toContain(first);
  });

  it('redacts the token in every field', async () => {
    const { host, send, lines } = await startLogged();
    const target = '/api/workspaces/canary-token-1/databases/canary-token-1/compute/canary-token-1';
    await send('DELETE', target, [bearer, 'Idempotency-Key: canary-token-1', 'X-Request-Id: canary-token-1']);
    const redacted = { workspace: '[redacted]', instance: '[redacted]', idempotencyKey: '[redacted]' };
    expect(await lines(1)).toMatchObject([redacted]);
    expect(host.lines.join('\n')).not.toContain('canary');
  });
});
