import { type ChildProcess, spawn } from 'node:child_process';
import { expect } from '@playwright/test';
import { deleteOne } from '../compute/computeRows.ts';
import { test as base } from '../support/console.ts';
import { openScreen } from '../support/openScreen.ts';
import { type HostedSite, hostedSite } from './hostedSite.ts';

type Answer = (request: Request) => Promise<Response> | undefined;

const test = base.extend<{ answer: { now: Answer }; hosted: HostedSite }>({
  answer: async ({ browserName: _ }, use) => use({ now: () => undefined }),
  hosted: async ({ answer }, use) => {
    const hosted = await hostedSite('own server', (request) => answer.now(request));
    await use(hosted);
    await hosted.stop();
  },
  baseURL: async ({ hosted }, use) => use(hosted.origin),
});

test('a DELETE is unknown if its server is killed, and settled after a restart', async ({
  page,
  hosted,
  answer,
  expectConsole,
}) => {
  expectConsole(/ERR_|status of 404|^other origin: http:\/\/127\.0\.0\.1:\d+\//);
  const first = await startProcess('0', hosted.service);
  let second: ChildProcess | null = null;
  try {
    // The service deletes the instance, but the server that waits for its response is killed.
    answer.now = (request) => {
      if (request.method !== 'DELETE') return undefined;
      answer.now = () => undefined;
      void hosted.sandbox.fetch(request.clone());
      return new Promise<Response>((resolve) => {
        request.signal.addEventListener('abort', () => resolve(Response.error()));
        first.child.kill('SIGKILL');
      });
    };
    await openScreen(page, `${first.origin}/workspaces/acme/compute`);
    const dialog = await deleteOne(page, 'orders-primary');
    await expect(dialog.getByRole('alert')).toContainText('We don’t know whether orders-primary was deleted');
    expect(hosted.asked.filter(({ method }) => method === 'DELETE')).toHaveLength(1);

    second = (await startProcess(new URL(first.origin).port, hosted.service)).child;
    await dialog.getByLabel('Type orders-primary to confirm').fill('orders-primary');
    await dialog.getByRole('button', { name: 'Delete again' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('status', { name: 'Results' })).toContainText('orders-primary wasn’t found');
    await expect(page.getByRole('button', { name: 'Delete orders-primary', exact: true })).toHaveCount(0);
    expect(hosted.sandbox.queued('acme', 'orders').map(({ name }) => name)).toEqual(['orders-primary']);
  } finally {
    first.child.kill('SIGKILL');
    second?.kill('SIGKILL');
  }
});

/** Runs the built server as a process in front of a service. */
function startProcess(port: string, service: string): Promise<{ child: ChildProcess; origin: string }> {
  const main = new URL('../../dist/server/main.js', import.meta.url).pathname;
  const env = {
    PATH: process.env.PATH ?? '',
    PORT: port,
    SERVICE_URL: service,
    INSTANCES_PATH: '/workspaces/{workspaceSlug}/databases/{databaseName}/compute',
    DATABASES: 'orders,analytics,identity',
  };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
      if (origin !== undefined) resolve({ child, origin });
    });
  });
}
