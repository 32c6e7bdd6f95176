import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import sirv from 'sirv';
import { createSandbox } from '../../src/sandbox/app.ts';
import { createConsoleServer } from '../../src/server/app.ts';
import { securityHeaders } from '../../src/server/securityHeaders.ts';
import { readSettings } from '../../src/server/settings.ts';
import { deleteOne } from '../compute/computeRows.ts';
import { test as base } from '../support/console.ts';
import { listen } from '../support/listen.mjs';
import { listenSandbox } from '../support/listenSandbox.ts';
import { signInAt } from '../support/openScreen.ts';

type Way = 'own server' | 'static files';
type HostedSite = Awaited<ReturnType<typeof hostedSite>>;

const test = base.extend<{ way: Way; hosted: HostedSite }>({
  way: ['own server', { option: true }],
  hosted: async ({ way }, use) => {
    const hosted = await hostedSite(way);
    await use(hosted);
    await hosted.stop();
  },
  baseURL: async ({ hosted }, use) => use(hosted.origin),
});

for (const way of ['own server', 'static files'] as const)
  test.describe(`hosted by ${way}`, () => {
    test.use({ way });

    test('signs in, deletes once, and shows history and regions', async ({ page, hosted, expectConsole }) => {
      // With static files, the service is on another origin.
      if (way === 'static files') expectConsole(new RegExp(`^other origin: ${hosted.service}/workspaces/`));
      await signInAt(page, '/workspaces/acme/compute', { keep: true });
      await deleteOne(page, 'orders-primary');
      await expect(page.getByRole('status', { name: 'Results' })).toContainText('orders-primary was removed');
      await page.getByRole('link', { name: 'Subscription history' }).click();
      await expect(page.getByRole('list', { name: 'Subscription history' })).toBeVisible();
      await page.getByRole('link', { name: 'Regions' }).click();
      await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
      await page.reload();
      await expect(page.getByRole('list', { name: 'Regions of CLOUDB' })).toBeVisible();

      const calls = hosted.asked.filter(({ method }) => method !== 'OPTIONS');
      const deletes = calls.filter(({ method }) => method === 'DELETE');
      expect(deletes).toHaveLength(1);
      expect(deletes[0]?.headers.has('idempotency-key')).toBe(way !== 'static files');
      expect(hosted.sandbox.queued('acme', 'orders').map(({ name }) => name)).toEqual(['orders-primary']);
      for (const { headers } of calls) {
        expect(headers.get('authorization')).toBe('Bearer sandbox-token');
        expect(headers.has('cookie')).toBe(false);
      }
    });
  });

const clientDir = new URL('../../dist/client', import.meta.url).pathname;
const instancesPath = '/workspaces/{workspaceSlug}/databases/{databaseName}/compute';
const databases = ['orders', 'analytics', 'identity'];

/** Hosts the build in one of two ways, in front of a sandbox over HTTP. */
async function hostedSite(way: Way) {
  const sandbox = createSandbox();
  const asked: Request[] = [];
  const service = await listenSandbox({
    async fetch(request) {
      asked.push(request);
      const response =
        request.method === 'OPTIONS' ? new Response(null, { status: 204 }) : await sandbox.fetch(request);
      return way === 'static files' ? withCors(response) : response;
    },
  });
  const root = mkdtempSync(join(tmpdir(), 'console-root-'));
  const server = way === 'own server' ? ownServer(service.origin) : staticFiles(root, service.origin);
  return {
    origin: `http://127.0.0.1:${await listen(server)}`,
    service: service.origin,
    sandbox,
    /** All requests that reached the service, oldest first. */
    asked,
    async stop() {
      sandbox.close();
      await service.close();
      server.close();
      server.closeAllConnections();
      rmSync(root, { recursive: true });
    },
  };
}

function ownServer(service: string): Server {
  const env = { SERVICE_URL: service, INSTANCES_PATH: instancesPath, DATABASES: databases.join() };
  return createConsoleServer({ settings: readSettings(env), clientDir, log: () => {} }).server;
}

function staticFiles(root: string, service: string): Server {
  cpSync(clientDir, root, { recursive: true });
  const config = { serviceUrl: service, instancesPath, databases, idleMinutes: 15, sandbox: null };
  writeFileSync(join(root, 'config.json'), JSON.stringify(config));
  const serve = sirv(root, { gzip: true, brotli: true, single: true });
  return createServer((request, response) => {
    for (const [name, value] of securityHeaders)
      response.setHeader(name, value.replace("connect-src 'self'", `connect-src 'self' ${service}`));
    serve(request, response);
  });
}

/** Allows every origin, as the service may because it gets no cookies. */
function withCors(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set('Access-Control-Allow-Origin', '*');
  headers.set('Access-Control-Allow-Methods', 'GET, DELETE');
  headers.set('Access-Control-Allow-Headers', 'Authorization');
  return new Response(response.body, { status: response.status, headers });
}
