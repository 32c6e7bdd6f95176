import { type ChildProcess, spawn } from 'node:child_process';
import { request as ask, createServer, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { expect } from '@playwright/test';
import { deleteOne, rows } from '../compute/computeRows.ts';
import { test as base, signIn } from '../support/console.ts';
import type { WireLine } from '../support/startSite.ts';

type Relay = { origin: string; wire: (WireLine & { hasCookie: boolean })[] };

const listing = '/workspaces/{workspaceSlug}/databases/{databaseName}/compute';

// A console process → a relay that writes every request down → a second process that runs the sandbox.
const test = base.extend<{ relay: Relay }>({
  relay: async ({ playwright: _ }, use) => {
    const service = await startServer({});
    const relay = await startRelay(service.origin);
    await use(relay);
    relay.close();
    service.process.kill();
  },
  baseURL: async ({ relay }, use) => {
    const env = {
      SERVICE_URL: `${relay.origin}/api`,
      INSTANCES_PATH: listing,
      DATABASES: 'orders,analytics,identity',
    };
    const server = await startServer(env);
    await use(server.origin);
    server.process.kill();
  },
});

test('in front of a service in another process the console does the same, failures look the same, and each call has the bearer', async ({
  page,
  relay,
  expectConsole,
}) => {
  expectConsole(/status of (401|409)/);
  await page.goto('/workspaces/acme/compute');
  await page.getByLabel('Keep me signed in in this tab').check();
  await signIn(page, { token: 'some-other-token' });
  await expect(page.getByRole('alert')).toContainText('The service does not accept this access token.');
  expect(relay.wire.splice(0).map(({ authorization }) => authorization)).toEqual(['Bearer some-other-token']);
  await signIn(page);
  await expect(rows(page)).toHaveCount(24);
  await deleteOne(page, 'orders-primary');
  await expect(page.getByRole('status', { name: 'Results' })).toContainText('orders-primary was removed');
  await expect(rows(page)).toHaveCount(23);
  await page.reload();
  await expect(rows(page)).toHaveCount(23);
  await page.getByRole('link', { name: 'Subscription history' }).click();
  await expect(
    page.getByRole('list', { name: 'Subscription history' }).getByRole('listitem').first(),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Regions' }).click();
  await expect(page.getByRole('list', { name: 'Regions of CLOUDB' })).toBeVisible();
  const [deleted, ...others] = relay.wire.filter(({ method }) => method === 'DELETE');
  expect(deleted?.path).toMatch(/^\/api\/workspaces\/acme\/databases\/orders\/compute\/[0-9a-f-]{36}$/);
  expect(deleted?.idempotencyKey).not.toBeNull();
  expect(others).toEqual([]);
  expect(await listed(relay.origin, 'orders')).not.toContain(deleted?.path.split('/').at(-1));

  await page.goto('/workspaces/faults/compute?database=orders&q=error-409');
  const dialog = await deleteOne(page, 'error-409');
  await expect(dialog.getByRole('alert')).toContainText('Another operation on this instance is running.');
  await expect(dialog.getByRole('alert')).toContainText('HTTP 409');
  expect(relay.wire.filter(({ method }) => method === 'DELETE')).toHaveLength(2);
  expect(relay.wire.filter(({ authorization }) => authorization !== 'Bearer sandbox-token')).toEqual([]);
  expect(relay.wire.filter(({ hasCookie }) => hasCookie)).toEqual([]);
});

/** Starts the built server as a process of its own, on a port the system picks. */
async function startServer(env: Record<string, string>): Promise<{ origin: string; process: ChildProcess }> {
  const main = new URL('../../dist/server/main.js', import.meta.url).pathname;
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const origin = /http:\/\/\S+/.exec(line)?.[0];
    child.stdout.resume();
    if (origin !== undefined) return { origin, process: child };
  }
  throw new Error('The server ended before it listened.');
}

async function startRelay(target: string): Promise<Relay & { close(): void }> {
  const wire: Relay['wire'] = [];
  const server = createServer((incoming, outgoing) => {
    wire.push(wireLine(incoming));
    const { method, headers } = incoming;
    const call = ask(target + (incoming.url ?? ''), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    call.on('error', () => outgoing.destroy());
    incoming.pipe(call);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    wire,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function wireLine({ method = '', url = '', headers }: IncomingMessage): Relay['wire'][number] {
  const key = headers['idempotency-key'];
  return {
    method,
    path: url,
    authorization: headers.authorization ?? null,
    idempotencyKey: typeof key === 'string' ? key : null,
    hasCookie: headers.cookie !== undefined,
  };
}

async function listed(origin: string, database: string): Promise<string> {
  const answer = await fetch(`${origin}/api/workspaces/acme/databases/${database}/compute`, {
    headers: { authorization: 'Bearer sandbox-token' },
  });
  return answer.text();
}
