// Docker and systemd aren't installed where the tests run, so compose.yaml is only read, and the Dockerfile and the unit file
// aren't run.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { readSettings } from '../../src/server/settings.ts';
import { createFolder } from '../support/createFolder.ts';
import { listen } from '../support/listen.mjs';
import { createBrowser, listenConsole } from '../support/listenConsole.ts';
import { hasNginx, startNginx } from '../support/nginx.ts';
import { variableNames } from '../support/variableNames.ts';
import { requestFor } from './deletionServers.ts';
import { buildServer, startCountingService, startReplica } from './replicaProcesses.ts';

const guide = readFileSync('src/server/README.md', 'utf8');
const forged = { 'X-Forwarded-Email': 'boss@example.com' };

/** Starts nginx with a configuration of the guide, and without its TLS. */
async function startBrowser(config: string, replacements: Record<string, number | undefined>) {
  let text = config.replace(/ssl_certificate.*/g, '');
  for (const [address, port] of Object.entries(replacements))
    text = text.replaceAll(address, `127.0.0.1:${port}`);
  return createBrowser(await startNginx((port) => text.replace('443 ssl', `127.0.0.1:${port}`)));
}

/** A sign-on proxy that knows jo by a cookie, and `nginx.conf` in front of two consoles. */
async function startExample(change: (config: string) => string) {
  const env = { USER_HEADER: 'X-Forwarded-Email' };
  const sites = [await listenConsole({ env }), await listenConsole({ env })];
  const signOn = http.createServer(({ headers }, response) => {
    if (headers.cookie?.includes('sso=jo')) response.setHeader('X-Auth-Request-Email', 'jo@example.com');
    else response.statusCode = 401;
    response.end();
  });
  onTestFinished(() => void signOn.close());
  const signOnPort = await listen(signOn);
  const [first, second] = sites.map(({ port }) => port);
  const ports = { 'console-1:4173': first, 'console-2:4173': second, 'sign-on:4180': signOnPort };
  return startBrowser(change(readFileSync('src/server/nginx.conf', 'utf8')), ports);
}

describe.skipIf(!hasNginx)('nginx as the guide configures it', () => {
  it('without sign-on → the request ID of the audit log, and nobody can name a person', async () => {
    const site = await listenConsole({ env: { USER_HEADER: 'X-Forwarded-Email' } });
    const [, block = ''] = /```nginx\n(.*?)```/s.exec(guide) ?? [];
    const browser = await startBrowser(block, { '127.0.0.1:4173': site.port });
    const { status, headers } = await browser.signIn('acme', 'sandbox-token', forged);
    expect(status).toBe(401);
    expect(headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each<[name: string, change: (config: string) => string]>([
    ['as it is', (config) => config],
    ['without its Host line', (config) => config.replaceAll('proxy_set_header Host $http_host;', '')],
  ])('with sign-on, %s → only the sign-on proxy names the person', async (_, change) => {
    const browser = await startExample(change);
    expect((await browser.signIn('acme', 'sandbox-token', forged)).status).toBe(401);
    const signedOn = await browser.signIn('acme', 'sandbox-token', { ...forged, cookie: 'sso=jo' });
    expect(signedOn.json).toMatchObject({ actor: 'jo@example.com' });
  });
});

it('compose.yaml: both replicas read all settings from one file, whose example is valid', () => {
  const { services } = parse(readFileSync('src/server/compose.yaml', 'utf8'), { merge: true });
  const read = [services['console-1'], services['console-2']].map((each) => [
    each.env_file,
    each.environment,
  ]);
  expect(read).toEqual(Array(2).fill(['console.env', undefined]));
  const example = parseEnv(readFileSync('src/server/console.env.example', 'utf8'));
  const own = Object.keys(example).filter((name) => !/^(?:POSTGRES|OAUTH2_PROXY)_/.test(name));
  expect(variableNames()).toEqual(expect.arrayContaining(own));
  expect(readSettings(example)).toMatchObject({
    userHeader: 'x-forwarded-email',
    database: { kind: 'postgres', host: 'database', name: 'console' },
    policy: { protected: ['identity', 'prod-*'], maxPerHour: 20, reason: 'required' },
  });
});

/** The commands of a section, with a folder in place of /opt/workspace-console and without what needs root or systemd. */
function runCommands(title: string, folder: string, cwd: string): void {
  const section = guide.slice(guide.indexOf(title));
  const [block = ''] = /(?: {4}\S.*\n)+/.exec(section) ?? [];
  const commands = block.replaceAll('/opt/workspace-console', folder).replaceAll('sudo ', '');
  const runnable = commands.split('\n').filter((line) => !/systemctl|\/etc\/|npm/.test(line));
  execFileSync('bash', ['-euc', runnable.join('\n')], { cwd });
}

it('the guide’s upgrade while a delete of 3 s runs → the server lives on and stores the result', async () => {
  const build = await buildServer();
  onTestFinished(build.remove);
  const [checkout, installed] = [createFolder(), createFolder()];
  symlinkSync(build.folder, join(checkout, 'dist'));
  runCommands('## 5. With systemd', installed, checkout);
  const service = await startCountingService();
  service.respond = () => sleep(3_000, 204);
  const env = { SERVICE_URL: service.url, DATABASE_URL: `file:${installed}/console.db` };
  const replica = await startReplica(join(installed, 'dist'), env);
  const { put, signIn } = createBrowser(replica.port);
  await signIn();
  const deletion = put(requestFor('i-1'));
  await expect.poll(() => service.waiting.size).toBe(1);
  runCommands('**Upgrade.**', installed, checkout);
  expect(await deletion).toMatchObject({ status: 200, json: { isStored: true } });
  expect(existsSync(join(installed, 'dist/server/main.js'))).toBe(true);
});
