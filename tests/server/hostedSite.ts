import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sirv from 'sirv';
import { createSandbox } from '../../src/sandbox/app.ts';
import { createConsoleServer } from '../../src/server/app.ts';
import { securityHeaders } from '../../src/server/securityHeaders.ts';
import { readSettings } from '../../src/server/settings.ts';
import { listen } from '../support/listen.mjs';
import { listenSandbox } from '../support/listenSandbox.ts';

export type HostedSite = Awaited<ReturnType<typeof hostedSite>>;

export type Way = 'own server' | 'static files';

const clientDir = new URL('../../dist/client', import.meta.url).pathname;
const instancesPath = '/workspaces/{workspaceSlug}/databases/{databaseName}/compute';
const databases = ['orders', 'analytics', 'identity'];

/** Hosts the build in one of two ways, in front of a sandbox over HTTP. */
export async function hostedSite(way: Way) {
  const sandbox = createSandbox();
  const asked: Request[] = [];
  let origin = '';
  const service = await listenSandbox({
    async fetch(request) {
      asked.push(request);
      if (way === 'static files' && request.method === 'OPTIONS')
        return new Response(null, { status: 204, headers: corsHeaders(origin) });
      const response = await sandbox.fetch(request);
      return way === 'static files' ? withCors(response, origin) : response;
    },
  });
  const host = await (way === 'own server' ? onOwnServer(service.origin) : onStaticFiles(service.origin));
  origin = host.origin;
  return {
    origin,
    service: service.origin,
    sandbox,
    /** All requests that reached the service, oldest first. */
    asked,
    async stop() {
      sandbox.close();
      await service.close();
      await host.stop();
    },
  };
}

/** Returns the policy of the console for a service on another origin. */
export function policyFor(service: string): string {
  const policy = securityHeaders.find(([name]) => name === 'Content-Security-Policy')?.[1] ?? '';
  return policy.replace("connect-src 'self'", `connect-src 'self' ${service}`);
}

async function onOwnServer(service: string) {
  const settings = readSettings({
    SERVICE_URL: service,
    INSTANCES_PATH: instancesPath,
    DATABASES: databases.join(),
  });
  const { server, close } = createConsoleServer({ settings, clientDir, log: () => {} });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  return {
    origin,
    stop() {
      server.closeAllConnections();
      return close();
    },
  };
}

async function onStaticFiles(service: string) {
  const root = editedBuild({ serviceUrl: service, instancesPath, databases, idleMinutes: 15, sandbox: null });
  const serve = sirv(root, { gzip: true, brotli: true, single: true });
  const server = createServer((request, response) => {
    for (const [name, value] of securityHeaders) response.setHeader(name, value);
    response.setHeader('Content-Security-Policy', policyFor(service));
    serve(request, response);
  });
  return {
    origin: `http://127.0.0.1:${await listen(server)}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      rmSync(root, { recursive: true });
    },
  };
}

function editedBuild(config: object): string {
  const root = mkdtempSync(join(tmpdir(), 'console-root-'));
  cpSync(clientDir, root, { recursive: true });
  writeFileSync(join(root, 'config.json'), JSON.stringify(config));
  return root;
}

function withCors(response: Response, origin: string): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(corsHeaders(origin))) headers.set(name, value);
  return new Response(response.body, { status: response.status, headers });
}

function corsHeaders(origin: string) {
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': 'GET, DELETE',
    'Access-Control-Allow-Headers': 'Authorization',
    'Access-Control-Expose-Headers': 'Date, Retry-After, X-Request-Id',
    'Access-Control-Max-Age': '600',
    Vary: 'Origin',
  };
}
