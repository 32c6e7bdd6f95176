import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { securityHeaders } from '../../src/server/securityHeaders.ts';
import { type ListeningConsole, listenConsole } from '../support/listenConsole.ts';
import { rawCall, rawRequest } from '../support/rawCall.ts';

const expected = Object.fromEntries(securityHeaders.map(([name, value]) => [name.toLowerCase(), value]));
const policy = expected['content-security-policy'] ?? '';

let host: ListeningConsole;
beforeAll(async () => {
  host = await listenConsole();
});
afterAll(() => host.end());

const call = (method: string, target: string, headers = ['Authorization: Bearer sandbox-token']) =>
  rawCall(host.port, rawRequest(method, target, headers));

describe('security headers', () => {
  it.each([
    ['the page', 200, 'no-store', 'GET', '/'],
    ['an asset', 200, 'public, max-age=31536000, immutable', 'GET', '/assets/main-abc123.js'],
    ['a missing asset', 404, 'no-store', 'GET', '/assets/gone-abc123.js'],
    ['a read', 200, 'no-store', 'GET', '/api/workspaces/acme/regions'],
    ['a rejected read', 403, 'no-store', 'GET', '/api/workspaces/forbidden/regions'],
    ['a failed read', 500, 'no-store', 'GET', '/api/workspaces/error-500/regions'],
    ['an unknown operation', 404, 'no-store', 'GET', '/api/unknown'],
    ['a wrong method below /api', 405, 'no-store', 'PUT', '/api/workspaces/acme/regions'],
    ['a wrong method', 405, 'no-store', 'POST', '/'],
    ['the configuration', 200, 'no-store', 'GET', '/config.json'],
    ['a target that is not a path', 400, 'no-store', 'OPTIONS', '*'],
  ])('are sent with %s', async (_, status, cache, method, target) => {
    const answer = await call(method, target);
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({ ...expected, 'cache-control': cache });
    expect(answer.headers['x-request-id']).toMatch(/^[\w-]{8,}$/);
  });

  it('are the policy and eleven more', async () => {
    const { date, connection, ...others } = (await call('GET', '/config.json')).headers;
    const added = ['cache-control', 'content-length', 'content-type', 'x-request-id'];
    expect(Object.keys(others).sort()).toEqual([...Object.keys(expected), ...added].sort());
    expect([date, connection]).toEqual([expect.any(String), 'close']);
    expect(expected).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringMatching(/^(?:[a-z-]+=\(\)(?:, |$)){10,}$/),
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=63072000',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  });

  it("contain a policy in which csp_evaluator finds only its note on 'self'", () => {
    const findings = (policy: string) =>
      new CspEvaluator(new CspParser(policy).csp)
        .evaluate()
        .filter(({ severity }) => severity !== Severity.NONE)
        .map(({ directive, value, severity }) => [directive, value, severity]);
    expect(policy).toMatch(
      /^default-src 'none'; .*frame-ancestors 'none'; require-trusted-types-for 'script'/,
    );
    expect(findings(policy)).toEqual([['script-src', "'self'", Severity.MEDIUM_MAYBE]]);
    expect(findings(policy.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'"))).toContainEqual(
      ['script-src', "'unsafe-inline'", Severity.HIGH],
    );
  });

  it.each([
    ['bytes that are not HTTP', 'nonsense\r\n\r\n', 400],
    ['a malformed header', 'GET / HTTP/1.1\r\nBad Header: 1\r\n\r\n', 400],
    ['headers that are too long', rawRequest('GET', '/', [`X-Long: ${'x'.repeat(40_000)}`]), 431],
    ['a control character', 'GET /api/workspaces/a\u0001/regions HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ])('are sent in response to %s', async (_, bytes, status) => {
    const answer = await rawCall(host.port, bytes);
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({ ...expected, 'cache-control': 'no-store' });
  });

  it('leave room in a request for the longest token and the longest path', async () => {
    const value = encodeURIComponent('€'.repeat(512));
    const target = `/api/workspaces/${value}/databases/${value}/compute/${value}`;
    const headers = [`Authorization: Bearer ${'t'.repeat(8_192)}`, 'Idempotency-Key: k-1'];
    expect((await call('DELETE', target, headers)).status).toBe(401);
  });
});
