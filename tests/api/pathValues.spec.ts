import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { build } from 'vite';
import { pathValue, targetOnWire } from '../support/pathValue.ts';

const positions = ['workspaceSlug', 'databaseName', 'instanceId'] as const;
const dots = ['.', '..', '%2e', '.%2E', 'a', 'a/..'];
const triples: [string, string, string][] = [
  ...[...dots, '\ud800'].map((value): [string, string, string] => ['w', 'd', value]),
  ...fc.sample(fc.tuple(pathValue, pathValue, pathValue), { numRuns: 500, seed: 20261121 }),
];

test('[34 DELETE] 500 random targets reach the service unchanged or not at all', async ({ page }) => {
  const server = await startRecorder();
  await page.goto(server.origin);
  const kinds = await page.evaluate(async ({ codes, code }) => {
    const { deleteComputeInstance } = await import(code);
    const kinds: string[] = [];
    for (const triple of codes) {
      const [workspaceSlug, databaseName, instanceId] = triple.map((units) => String.fromCharCode(...units));
      const connection = { serviceUrl: location.origin, token: 'token' };
      const target = { workspaceSlug, databaseName, instanceId };
      kinds.push((await deleteComputeInstance(connection, target, crypto.randomUUID())).kind);
    }
    return kinds;
  }, sent);
  const meant = triples.filter((_, at) => kinds[at] !== 'not-sent');
  expect(new Set(kinds)).toEqual(new Set(['deleted', 'not-sent']));
  expect(meant.length).toBeGreaterThan(300);
  expect(server.deleted.splice(0).map(textsOf)).toEqual(meant);

  // encodeURIComponent alone deletes something else.
  await page.evaluate(async (values) => {
    for (const value of values)
      await fetch(`/workspaces/w/databases/d/compute/${encodeURIComponent(value)}`, { method: 'DELETE' });
  }, dots);
  expect(server.deleted).toHaveLength(dots.length);
  expect(server.deleted).toContain('/workspaces/w/databases/d/');
  await server.stop();
});

/** Character codes, because lone surrogates would change on the way to the page. */
const sent = {
  codes: triples.map((texts) =>
    texts.map((text) => [...Array(text.length).keys()].map((at) => text.charCodeAt(at))),
  ),
  code: '/code.js',
};

function textsOf(rawTarget: string): (string | undefined)[] {
  const target = targetOnWire(rawTarget);
  return positions.map((position) => target?.[position]);
}

/** Serves a page with `deleteComputeInstance` and records the raw target of each DELETE. */
async function startRecorder() {
  const bundle = await bundled('../../src/api/computeInstances.ts');
  const deleted: string[] = [];
  function answer({ method, url = '' }: IncomingMessage, response: ServerResponse) {
    if (method === 'DELETE') {
      deleted.push(url);
      return response.writeHead(204).end();
    }
    const [type, body] = url === '/code.js' ? ['text/javascript', bundle] : ['text/html', '<!doctype html>'];
    return response.writeHead(200, { 'Content-Type': type }).end(body);
  }
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    deleted,
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

async function bundled(path: string): Promise<string> {
  const entry = new URL(path, import.meta.url).pathname;
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry, formats: ['es'] } },
  });
  const [output] = [built].flat();
  const chunks = output !== undefined && 'output' in output ? output.output : [];
  return chunks.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('');
}
