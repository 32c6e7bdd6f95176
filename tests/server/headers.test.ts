import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ListeningConsole, upstreamConsole } from '../support/upstreamConsole.ts';
import { upstreamRawCall, upstreamRawRequest } from '../support/upstreamRawCall.ts';

const expected = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy':
    'accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), fullscreen=(), geolocation=(), gyroscope=(), hid=(), idle-detection=(), magnetometer=(), microphone=(), midi=(), payment=(), publickey-credentials-get=(), screen-wake-lock=(), serial=(), usb=(), xr-spatial-tracking=()',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
};

let own: ListeningConsole;
beforeAll(async () => {
  own = await upstreamConsole();
});
afterAll(() => own.end());

const bearer = 'Authorization: Bearer sandbox-token';
const call = (method: string, target: string, headers: string[] = []) =>
  upstreamRawCall(own.port, upstreamRawRequest(method, target, headers));

describe('headers', () => {
  it.each([
    ['HTML', 200, 'no-store', 'GET', '/'],
    ['an asset', 200, 'public, max-age=31536000, immutable', 'GET', '/assets/main-abc123.js'],
    ['a missing asset', 404, 'no-store', 'GET', '/assets/gone-abc123.js'],
    ['api 2xx', 200, 'no-store', 'GET', '/api/workspaces/acme/regions'],
    ['api 403', 403, 'no-store', 'GET', '/api/workspaces/forbidden/regions'],
    ['api 5xx', 500, 'no-store', 'GET', '/api/workspaces/error-500/regions'],
    ['api 404', 404, 'no-store', 'GET', '/api/unknown'],
    ['api 405', 405, 'no-store', 'PUT', '/api/workspaces/acme/regions'],
    ['static 405', 405, 'no-store', 'POST', '/'],
    ['configuration', 200, 'no-store', 'GET', '/config.json'],
    ['health', 200, 'no-store', 'GET', '/healthz'],
    ['a target that is no path', 400, 'no-store', 'OPTIONS', '*'],
  ])('all stand on %s', async (_, status, cache, method, target) => {
    const answer = await call(method, target, [bearer]);
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({ ...expected, 'cache-control': cache });
    expect(answer.headers['x-request-id']).toMatch(/^[\w-]{8,}$/);
  });

  it('are these twelve and no others: the policy and eleven', async () => {
    const { headers } = await call('GET', '/config.json');
    expect(Object.keys(expected)).toHaveLength(12);
    const { date, connection, ...others } = headers;
    expect(others).toEqual({
      ...expected,
      'cache-control': 'no-store',
      'x-request-id': expect.any(String),
      'content-type': 'application/json',
      'content-length': expect.any(String),
    });
    expect([date, connection]).toEqual([expect.any(String), 'close']);
  });

  it("hold a policy in which csp_evaluator finds nothing worse than its note on 'self'", () => {
    const findings = (policy: string) =>
      new CspEvaluator(new CspParser(policy).csp)
        .evaluate()
        .filter(({ severity }) => severity !== Severity.NONE)
        .map(({ directive, value, severity }) => [directive, value, severity]);
    const policy = expected['content-security-policy'];
    expect(findings(policy)).toEqual([['script-src', "'self'", Severity.MEDIUM_MAYBE]]);
    expect(findings(policy.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'"))).toContainEqual(
      ['script-src', "'unsafe-inline'", Severity.HIGH],
    );
  });

  it('stand on what never became a request', async () => {
    for (const [bytes, status] of [
      ['nonsense\r\n\r\n', 400],
      ['GET / HTTP/1.1\r\nBad Header: 1\r\n\r\n', 400],
      [upstreamRawRequest('GET', '/', [`X-Long: ${'x'.repeat(40_000)}`]), 431],
      ['GET /api/workspaces/a\u0001/regions HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ] as const) {
      const answer = await upstreamRawCall(own.port, bytes);
      expect(answer.status).toBe(status);
      expect(answer.headers).toMatchObject(expected);
      expect(JSON.parse(answer.body)).toMatchObject({ statusCode: status });
    }
  });

  it('leave room for the longest token beside the longest path', async () => {
    const value = encodeURIComponent('€'.repeat(512));
    const target = `/api/workspaces/${value}/databases/${value}/compute/${value}`;
    const headers = [`Authorization: Bearer ${'t'.repeat(8_192)}`, 'Idempotency-Key: k-1'];
    const answer = await call('DELETE', target, headers);
    expect(answer.status).toBe(401);
  });
});
