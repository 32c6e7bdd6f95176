import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { afterAll, expect, it } from 'vitest';
import { securityHeaders } from '../../src/server/routes/securityHeaders.ts';
import { listenConsole } from '../support/listenConsole.ts';
import { rawCall, rawRequest } from '../support/rawCall.ts';

const expectedHeaders = Object.fromEntries(
  securityHeaders.map(([name, value]) => [name.toLowerCase(), value]),
);
const policy = expectedHeaders['content-security-policy'] ?? '';

const host = await listenConsole();
afterAll(host.end);

const send = (method: string, target: string, headers = ['Authorization: Bearer sandbox-token']) =>
  rawCall(host.port, rawRequest(method, target, headers));

it.each([
  ['the page', 200, 'no-store', 'GET', '/'],
  ['an asset', 200, 'public, max-age=31536000, immutable', 'GET', '/assets/main-abc123.js'],
  ['a read', 200, 'no-store', 'GET', '/api/workspaces/acme/regions'],
  ['a wrong method below /api', 405, 'no-store', 'PUT', '/api/workspaces/acme/regions'],
  ['a target that is not a path', 400, 'no-store', 'OPTIONS', '*'],
])('the security headers are sent for %s', async (_, status, cacheControl, method, target) => {
  const response = await send(method, target);
  expect(response.status).toBe(status);
  expect(response.headers).toMatchObject({ ...expectedHeaders, 'cache-control': cacheControl });
  expect(response.headers['x-request-id']).toMatch(/^[\w-]{8,}$/);
  if (status === 405) expect(response.headers.allow).toMatch(/^GET/);
});

it("csp_evaluator reports no problem in the policy except 'self'", () => {
  const findings = new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .filter(({ severity }) => severity !== Severity.NONE)
    .map(({ directive, value, severity }) => [directive, value, severity]);
  expect(policy).toMatch(/^default-src 'none'; .*frame-ancestors 'none'; require-trusted-types-for 'script'/);
  expect(findings).toEqual([['script-src', "'self'", Severity.MEDIUM_MAYBE]]);
  expect(expectedHeaders).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
});

it('the longest token and the longest path fit into a request', async () => {
  const value = encodeURIComponent('€'.repeat(512));
  const target = `/api/workspaces/${value}/databases/${value}/compute/${value}`;
  const headers = [`Authorization: Bearer ${'t'.repeat(8_192)}`, 'Idempotency-Key: k-1'];
  expect((await send('DELETE', target, headers)).status).toBe(401);
});
