import net from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { upstreamConsole } from '../support/upstreamConsole.ts';
import { upstreamLater } from '../support/upstreamLater.ts';
import { upstreamRawCall, upstreamRawRequest } from '../support/upstreamRawCall.ts';
import { upstreamJson, upstreamScript } from '../support/upstreamScript.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const instance = '/api/workspaces/acme/databases/orders/compute/i-1';
const headers = ['Authorization: Bearer canary-token-1', 'Idempotency-Key: k-1'];

describe('what comes behind a delete under way on its connection', { timeout: 30_000 }, () => {
  it.each([
    ['garbage', 'garbage\r\n\r\n'],
    ['headers without end', `GET / HTTP/1.1\r\nX-Long: ${'x'.repeat(40_000)}`],
    ['half a request that never ends', 'GET / HTTP/1.1\r\nX-Slow: '],
  ])('never answers in its place: %s', async (_, behind) => {
    const asked = upstreamLater<() => void>();
    const service = await upstreamScript((__, socket) =>
      asked.resolve(() => socket.end(upstreamJson(200, { id: 'i-1' }))),
    );
    ends.push(service.close);
    const own = await upstreamConsole({ SERVICE_URL: service.url }, { headersMs: 300, requestMs: 300 });
    ends.push(own.end);
    const remove = upstreamRawRequest('DELETE', instance, headers).replace('Connection: close\r\n', '');
    const socket = net.connect(own.port, '127.0.0.1').on('error', () => {});
    let text = '';
    socket.on('data', (part) => {
      text += part;
    });
    socket.write(remove);
    const finish = await asked.promise;
    socket.write(behind);
    await new Promise((resolve) => socket.once('close', resolve));
    expect(text).toBe('');
    finish();
    const again = await upstreamRawCall(own.port, upstreamRawRequest('DELETE', instance, headers));
    expect(again).toMatchObject({ status: 200, body: '{"id":"i-1"}' });
    expect(service.requests).toHaveLength(1);
  });
});

describe('a token typed where the workspace goes', { timeout: 30_000 }, () => {
  it('stands in no line of the log, whatever is asked with it', async () => {
    const service = await upstreamScript((request, socket) =>
      socket.end(
        request.target.includes('/acme/')
          ? upstreamJson(200, [])
          : upstreamJson(404, { message: 'No such workspace.', statusCode: 404 }),
      ),
    );
    ends.push(service.close);
    const own = await upstreamConsole({ SERVICE_URL: service.url });
    ends.push(own.end);
    const token = 'vtok_9f8e7d6c5b4a39281706';
    const targets: [method: string, target: string, logged: string][] = [
      ['GET', `/api/workspaces/${token}/regions`, '/api/workspaces/{workspaceSlug}/regions'],
      [
        'DELETE',
        `/api/workspaces/${token}/databases/orders/compute/i-1`,
        '/api/workspaces/{workspaceSlug}/databases/{databaseName}/compute/{instanceId}',
      ],
      ['GET', `/api/workspaces/${token}/regions?x=1`, '/api/workspaces/{workspaceSlug}/regions'],
      ['POST', `/api/workspaces/${token}/regions`, '/api/*'],
      ['GET', `/api/workspaces/${token};/regions`, '/api/*'],
      ['GET', `/api/${token}`, '/api/*'],
      ['GET', `/workspaces/${token}/compute`, '/*'],
      ['GET', `/${token}`, '/*'],
      ['POST', `/${token}`, '/*'],
      ['GET', `/assets/${token}.js`, '/*'],
      ['GET', '/assets/main-abc123.js', '/assets/main-abc123.js'],
      ['GET', '/', '/'],
      ['GET', '/config.json', '/config.json'],
      ['GET', '/api/workspaces/acme/regions', '/api/workspaces/acme/regions'],
    ];
    for (const [method, target] of targets)
      await upstreamRawCall(
        own.port,
        upstreamRawRequest(method, target, ['Authorization: Bearer acme-was-meant', `Idempotency-Key: k-1`]),
      );
    await expect.poll(() => own.lines.length).toBe(targets.length);
    expect(own.lines.join('\n')).not.toContain('vtok');
    expect(own.lines.map((line) => JSON.parse(line).path)).toEqual(targets.map(([, , logged]) => logged));
  });
});
