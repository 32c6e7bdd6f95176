import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { createAuditFactory } from '../../src/server/requestLog.ts';
import { bearer, consoleWithService, instancePath } from '../support/listenConsole.ts';
import { jsonResponse } from '../support/rawResponses.ts';

type Line = Record<string, unknown>;

/** Starts a server and a service. The last part of a path decides the status of the response, for example 404 for `gone`. */
async function startWithLog(env: Record<string, string> = {}) {
  const started = await consoleWithService(
    (request, socket) => {
      const status = { gone: 404, busy: 409, broken: 500 }[request.target.split('/').at(-1) ?? ''] ?? 200;
      if (request.target.endsWith('/lost')) socket.destroy();
      else socket.write(jsonResponse({ id: 'i-1' }, { status }));
    },
    {},
    env,
  );
  const readLines = async (count: number): Promise<Line[]> => {
    await expect.poll(() => started.host.logLines.length).toBe(count);
    return started.host.logLines.map((line) => JSON.parse(line));
  };
  return { ...started, readLines };
}

it('the log has one line per request, without the token and the query', async () => {
  const { host, send, readLines } = await startWithLog();
  const token = 'vtok_9f8e7d6c5b4a39281706';
  const targets: [method: string, target: string, logged: string][] = [
    ['GET', `/api/workspaces/${token}/regions?x=1`, '/api/workspaces/{workspaceSlug}/regions'],
    ['POST', `/api/workspaces/${token}/regions`, '/api/*'],
    ['GET', `/api/${token}`, '/api/*'],
    ['GET', `/${token}`, '/*'],
    ['GET', `/assets/${token}.js`, '/*'],
    ['GET', '/assets/main-abc123.js', '/assets/main-abc123.js'],
    ['GET', `/?token=${token}`, '/'],
    ['GET', '/config.json', '/config.json'],
    ['GET', '/api/workspaces/acme/regions', '/api/workspaces/acme/regions'],
  ];
  const headers = [`Authorization: Bearer ${token}`, 'X-Request-Id: req-12345678'];
  for (const [method, target] of targets) await send(method, target, headers);
  const logLines = await readLines(targets.length);
  expect(host.logLines.join('\n')).not.toContain('vtok');
  expect(logLines.map(({ path }) => path)).toEqual(targets.map(([, , path]) => path));
  expect(logLines.at(-1)).toEqual({
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    method: 'GET',
    path: '/api/workspaces/acme/regions',
    status: 200,
    ms: expect.any(Number),
    requestId: 'req-12345678',
  });
});

const keyHeader = (value: string) => `Idempotency-Key: ${value}`;

it('the log line of a DELETE contains the request, the token hash and the result', async () => {
  const { host, send, readLines } = await startWithLog({ AUDIT_KEY: 'audit-key' });
  await send('DELETE', '/api/workspaces/acme/databases/a%2Fb/compute/i-1', [bearer, keyHeader('k-1')]);
  const [line] = await readLines(1);
  expect(line).toEqual({
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    method: 'DELETE',
    path: '/api/workspaces/acme/databases/a%2Fb/compute/i-1',
    status: 200,
    ms: expect.any(Number),
    requestId: expect.any(String),
    workspace: 'acme',
    database: 'a/b',
    instance: 'i-1',
    reason: null,
    outcome: 'success',
    answeredBy: 'service',
    idempotencyKey: 'k-1',
    tokenHash: createHmac('sha256', 'audit-key').update('canary-token-1').digest('hex'),
  });
  expect(host.logLines.join('\n')).not.toContain('canary');
});

it('the log distinguishes responses of the service, the cache and the console', async () => {
  const { service, send, sendDelete, readLines } = await startWithLog();
  const ids = ['i-1', 'gone', 'busy', 'broken', 'lost'];
  for (const id of ids) await send('DELETE', instancePath.replace('i-1', id), [bearer, keyHeader(id)]);
  await sendDelete([bearer, keyHeader('i-1')]);
  await sendDelete(['Authorization: Bearer another-token', keyHeader('i-1')]);
  await sendDelete([keyHeader('k-2')]);
  await send('DELETE', `${instancePath}/..`, [bearer, keyHeader('k-3')]);
  await service.close();
  await sendDelete([bearer, keyHeader('k-4')]);
  const logLines = await readLines(10);
  expect(service.requests).toHaveLength(5);
  expect(
    logLines.map(({ status, answeredBy, outcome, instance, idempotencyKey }) =>
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
  expect(logLines[7]?.tokenHash).toBeNull();
});

it('tokens are hashed with a random key if AUDIT_KEY is not set', () => {
  const [hash, otherHash] = [createAuditFactory(null), createAuditFactory(null)].map(
    (newAudit) => (token: string) => newAudit({ headers: { authorization: `Bearer ${token}` } }).tokenHash,
  );
  expect(hash?.('one')).toMatch(/^[0-9a-f]{64}$/);
  expect(hash?.('one')).toBe(hash?.('one'));
  expect([hash?.('two'), otherHash?.('one')]).not.toContain(hash?.('one'));
});

it('no field of a log line contains the token', async () => {
  const { host, send, readLines } = await startWithLog();
  const token = 'canary/+token';
  const value = encodeURIComponent(token);
  const headers = [`Authorization: Bearer ${token}`, `Idempotency-Key: ${token}`, `Console-Reason: ${value}`];
  await send('DELETE', `/api/workspaces/${value}/databases/${value}/compute/${value}`, headers);
  const [path, field] = ['/api/workspaces/[redacted]/databases/[redacted]/compute/[redacted]', '[redacted]'];
  const fields = { path, workspace: field, instance: field, reason: field, idempotencyKey: field };
  expect(await readLines(1)).toMatchObject([fields]);
  expect(host.logLines.join('\n')).not.toContain('canary');
});
