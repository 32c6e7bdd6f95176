import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import sirv from 'sirv';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/app.ts';
import { securityHeaders } from '../../src/server/routes/securityHeaders.ts';
import { deleteOne } from '../instances/computeRows.ts';
import { test as base } from '../support/console.ts';
import { listen } from '../support/listen.mjs';
import { listenSandbox } from '../support/listenSandbox.ts';
import { signInAt } from '../support/openScreen.ts';

const test = base.extend<{ staticSite: Awaited<ReturnType<typeof startStaticSite>> }>({
  staticSite: async ({ sandboxOptions }, use) => {
    const staticSite = await startStaticSite(sandboxOptions);
    await use(staticSite);
    await staticSite.stop();
  },
  baseURL: async ({ staticSite }, use) => use(staticSite.origin),
});

test('on a static host, the console signs in, deletes once and shows all screens', async ({
  page,
  staticSite,
  expectConsole,
}) => {
  expectConsole(new RegExp(`^other origin: ${staticSite.serviceOrigin}/workspaces/`));
  await signInAt(page, '/workspaces/acme/compute', { keep: true });
  await deleteOne(page, 'orders-primary');
  await expect(page.getByRole('status')).toContainText(['orders-primary removed, queued for deletion']);
  await page.getByRole('link', { name: 'Subscription history' }).click();
  await expect(page.getByRole('list', { name: 'Subscription history' })).toBeVisible();
  await page.getByRole('link', { name: 'Regions' }).click();
  await expect(page.getByRole('list', { name: 'Regions of CLOUDA' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('list', { name: 'Regions of CLOUDB' })).toBeVisible();

  const calls = staticSite.requests.filter(({ method }) => method !== 'OPTIONS');
  const deletes = calls.filter(({ method }) => method === 'DELETE');
  expect(deletes).toHaveLength(1);
  expect(deletes[0]?.headers.has('idempotency-key')).toBe(false);
  expect(staticSite.sandbox.queued('acme', 'orders').map(({ name }) => name)).toEqual(['orders-primary']);
  for (const { headers } of calls) {
    expect(headers.get('authorization')).toBe('Bearer sandbox-token');
    for (const name of ['cookie', 'console-reason', 'console-service-id'])
      expect(headers.has(name)).toBe(false);
  }
});

/** Serves the built client as static files. The service is a sandbox on another origin. */
async function startStaticSite(sandboxOptions: SandboxOptions) {
  const sandbox = createSandbox(sandboxOptions);
  const requests: Request[] = [];
  const service = await listenSandbox({
    async fetch(request) {
      requests.push(request);
      if (request.method === 'OPTIONS') return withCors(new Response(null, { status: 204 }));
      return withCors(await sandbox.fetch(request));
    },
  });
  const root = mkdtempSync(join(tmpdir(), 'console-root-'));
  const server = createStaticServer(root, service.origin);
  return {
    origin: `http://127.0.0.1:${await listen(server)}`,
    serviceOrigin: service.origin,
    sandbox,
    /** All requests that reached the service, oldest first. */
    requests,
    async stop() {
      sandbox.close();
      await service.close();
      server.close();
      server.closeAllConnections();
      rmSync(root, { recursive: true });
    },
  };
}

function createStaticServer(root: string, serviceOrigin: string): Server {
  cpSync(new URL('../../dist/client', import.meta.url).pathname, root, { recursive: true });
  const config = {
    serviceUrl: serviceOrigin,
    instancesPath: '/workspaces/{workspaceSlug}/databases/{databaseName}/compute',
    databases: ['orders', 'analytics', 'identity'],
  };
  writeFileSync(join(root, 'config.json'), JSON.stringify(config));
  const serve = sirv(root, { gzip: true, brotli: true, single: true });
  return createServer((request, response) => {
    for (const [name, value] of securityHeaders)
      response.setHeader(name, value.replace("connect-src 'self'", `connect-src 'self' ${serviceOrigin}`));
    serve(request, response);
  });
}

/** Allows every origin. This is safe because the console sends no cookies. */
function withCors(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set('Access-Control-Allow-Origin', '*');
  headers.set('Access-Control-Allow-Methods', 'GET, DELETE');
  headers.set('Access-Control-Allow-Headers', 'Authorization');
  headers.set('Access-Control-Expose-Headers', 'Link, X-Total-Count, Date, Retry-After, X-Request-Id');
  return new Response(response.body, { status: response.status, headers });
}
