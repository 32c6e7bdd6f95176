import { expect, it } from 'vitest';
import { listenConsole } from '../support/listenConsole.ts';

const expectedHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
    "require-trusted-types-for 'script'; trusted-types 'none'",
  ...{ 'cross-origin-embedder-policy': 'require-corp', 'cross-origin-opener-policy': 'same-origin' },
  ...{ 'cross-origin-resource-policy': 'same-origin', 'origin-agent-cluster': '?1' },
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  ...{ 'referrer-policy': 'no-referrer', 'strict-transport-security': 'max-age=63072000' },
  ...{ 'x-content-type-options': 'nosniff', 'x-dns-prefetch-control': 'off', 'x-frame-options': 'DENY' },
  ...{ 'x-permitted-cross-domain-policies': 'none', 'x-xss-protection': '0' },
};

it.each([
  ['the page', 200, 'no-store', 'GET', '/'],
  ['an asset', 200, 'public, max-age=31536000, immutable', 'GET', '/assets/main-abc123.js'],
  ['a read', 200, 'no-store', 'GET', '/api/workspaces/acme/regions'],
  ['an unknown path below /api', 400, 'no-store', 'PUT', '/api/workspaces/acme/regions'],
  ['a malformed Host', 400, 'no-store', 'GET', '/api/session', 'a b'],
])('the security headers are sent for %s', async (_, status, cacheControl, method, target, host?: string) => {
  const { send } = await listenConsole({ isSignedIn: true });
  const requestId = expect.stringMatching(/^[\w-]{8,}$/);
  const headers = { ...expectedHeaders, 'cache-control': cacheControl, 'x-request-id': requestId };
  expect(await send(target, { method, ...(host && { host }) })).toMatchObject({ status, headers });
});

it('the longest token and the longest path fit into a request', async () => {
  const { send, signIn } = await listenConsole({ answer: () => Response.json([]) });
  const workspace = '€'.repeat(512);
  expect((await signIn(workspace, 't'.repeat(8_192))).status).toBe(200);
  const value = encodeURIComponent(workspace);
  expect((await send(`/api/workspaces/${value}/databases/${value}/compute`)).status).toBe(200);
});
