import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { listen } from '../support/listen.mjs';
import { createBrowser, listenConsole } from '../support/listenConsole.ts';
import { hasNginx, startNginx } from '../support/nginx.ts';
import { requestFor } from './deletionServers.ts';

const guide = readFileSync('src/server/README.md', 'utf8');
const [tlsSnippet = '', signOnSnippet = ''] = [...guide.matchAll(/```nginx\n(.*?)```/gs)].map(
  ([, text]) => text,
);
const composeFile = readFileSync('src/server/compose.yaml', 'utf8');

const deletionPath = '/api/workspaces/acme/deletions/7a1f3c52-7d1c-4d52-8a4a-0d6a3ad6b001';

describe.skipIf(!hasNginx)('nginx as the operator’s guide configures it', () => {
  it('adds TLS, and its request ID is the one of the audit log', async () => {
    const site = await listenConsole();
    const port = await startNginx((each, folder) => {
      const subject = ['-subj', '/CN=console.example', '-keyout', `${folder}/key`, '-out', `${folder}/pem`];
      spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject]);
      return tlsSnippet
        .replace('443', `127.0.0.1:${each}`)
        .replace('127.0.0.1:4173', `127.0.0.1:${site.port}`)
        .replace('/etc/ssl/console.example.pem', `${folder}/pem`)
        .replace('/etc/ssl/console.example.key', `${folder}/key`);
    });
    const options = { port, path: '/api/session', method: 'POST', rejectUnauthorized: false };
    const content = { host: 'console.example', 'content-type': 'application/json' };
    const request = https.request({ ...options, host: '127.0.0.1', headers: content });
    request.end('{"workspace":"acme","token":"sandbox-token"}');
    const [response] = await once(request, 'response');
    const { headers } = response.resume();
    expect(headers['set-cookie']?.[0]).toMatch(/^__Host-Http-console=.*; Secure/);
    expect(headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
  });

  it('lets in whom the sign-on proxy knows, and only the proxy names the actor', async () => {
    const site = await listenConsole({ env: { USER_HEADER: 'X-Forwarded-Email' } });
    const signOn = http.createServer(({ headers }, response) => {
      if (headers.cookie?.includes('sso=jo')) response.setHeader('X-Auth-Request-Email', 'jo@example.com');
      else response.statusCode = 401;
      response.end();
    });
    onTestFinished(() => void signOn.close());
    const signOnPort = await listen(signOn);
    const snippet = signOnSnippet.replaceAll(':4173', `:${site.port}`).replaceAll(':4180', `:${signOnPort}`);
    const port = await startNginx((each) => `server { listen 127.0.0.1:${each}; ${snippet} }`);
    const browser = createBrowser(port);
    const forged = { 'X-Forwarded-Email': 'boss@example.com' };
    expect((await browser.signIn('acme', 'sandbox-token', forged)).status).toBe(401);
    expect(browser.state.cookie).toBe('');
    const signedOn = await browser.signIn('acme', 'sandbox-token', { ...forged, cookie: 'sso=jo' });
    const actor = 'jo@example.com';
    expect(signedOn.json).toMatchObject({ actor });
    const { cookie } = browser.state;
    const put = (headers: Record<string, string>) =>
      browser.send(deletionPath, { method: 'PUT', body: requestFor('i-1'), headers });
    const deleted = await put({ ...forged, cookie: `${cookie}; sso=jo` });
    expect(deleted.json).toMatchObject({ deletion: { actor } });
    expect((await put({ cookie })).status).toBe(401);
  });

  it('in the compose file, sends each request to one of the replicas', async () => {
    const [first, second] = [await listenConsole(), await listenConsole()];
    const { content } = parse(composeFile).configs.nginx;
    const port = await startNginx((each) =>
      String(content)
        .replaceAll('$$', '$')
        .replace('listen 80;', `listen 127.0.0.1:${each};`)
        .replace('console-1:4173', `127.0.0.1:${first.port}`)
        .replace('console-2:4173', `127.0.0.1:${second.port}`),
    );
    const browser = createBrowser(port);
    expect((await browser.signIn()).status).toBe(200);
    expect(browser.state.cookie).toMatch(new RegExp(`^console-${port}=`));
  });
});
