import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { freePort } from '../support/nginx.mjs';
import { upstreamRawCall, upstreamRawRequest } from '../support/upstreamRawCall.ts';

const top = mkdtempSync(join(tmpdir(), 'console-image-'));
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(top, { recursive: true });
});

type Stage = { root: string; workdir: string; env: Record<string, string>; user: string; command: string[] };

/** The instructions of a Dockerfile, one a line, without its comments. */
function instructionsOf(dockerfile: string): [name: string, rest: string][] {
  return dockerfile
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll('\\\n', '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name = '', ...rest] = line.trim().split(/\s+/);
      return [name, rest.join(' ')];
    });
}

/**
 * Does what each line says, below a directory that stands for the image. Packages are not fetched again: what `npm ci`
 * installs is the node_modules that these tests run on.
 */
function build(dockerfile: string): Stage {
  const stages = new Map<string, Stage>();
  let stage: Stage = { root: '', workdir: '/', env: {}, user: 'root', command: [] };
  for (const [name, rest] of instructionsOf(dockerfile)) {
    const inside = (path: string) =>
      join(stage.root, path.startsWith('/') ? path : join(stage.workdir, path));
    if (name === 'FROM') {
      const alias = / AS (\S+)$/.exec(rest)?.[1] ?? 'last';
      stage = { root: join(top, alias), workdir: '/', env: {}, user: 'root', command: [] };
      stages.set(alias, stage);
      mkdirSync(stage.root);
    } else if (name === 'WORKDIR') {
      stage.workdir = rest;
      mkdirSync(inside('.'), { recursive: true });
    } else if (name === 'COPY') {
      const from = /^--from=(\S+) /.exec(rest)?.[1];
      const parts = rest.replace(/^--from=\S+ /, '').split(' ');
      const target = parts.pop() ?? '';
      for (const part of parts) {
        const source = from === undefined ? resolve(part) : join(stages.get(from)?.root ?? '', part);
        cpSync(source, target.endsWith('/') ? join(inside(target), part) : inside(target), {
          recursive: true,
        });
      }
    } else if (name === 'RUN' && rest.startsWith('npm ci')) {
      expect(rest).toBe('npm ci --ignore-scripts');
      expect(existsSync(inside('package-lock.json'))).toBe(true);
      symlinkSync(resolve('node_modules'), inside('node_modules'));
    } else if (name === 'RUN') {
      const { status, stderr } = spawnSync('sh', ['-c', rest], { cwd: inside('.'), encoding: 'utf8' });
      expect([rest, status, status === 0 ? '' : stderr]).toEqual([rest, 0, '']);
    } else if (name === 'USER') stage.user = rest;
    else if (name === 'ENV')
      for (const pair of rest.split(' ')) stage.env[pair.split('=')[0] ?? ''] = pair.split('=')[1] ?? '';
    else if (name === 'CMD') stage.command = JSON.parse(rest);
    else expect(['EXPOSE', 'HEALTHCHECK', 'STOPSIGNAL']).toContain(name);
  }
  return stage;
}

it('the Dockerfile, line by line, gives a server that runs unprivileged on dist/ alone', {
  timeout: 180_000,
}, async () => {
  const dockerfile = readFileSync('src/server/Dockerfile', 'utf8');
  const image = build(dockerfile);
  const inside = join(image.root, image.workdir);
  expect(readdirSync(inside).sort()).toEqual(['dist', 'package.json']);
  expect(image.user).toBe('node');
  expect(image.env.HOST).toBe('0.0.0.0');

  const port = String(await freePort());
  // Here on this machine's own address only, and on the sandbox.
  const env = { PATH: process.env.PATH ?? '', ...image.env, HOST: '127.0.0.1', PORT: port };
  const [command = '', ...args] = image.command;
  const child = spawn(command, args, { cwd: inside, env, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  let said = '';
  child.stdout.on('data', (part) => {
    said += part;
  });
  await expect.poll(() => said, { timeout: 15_000 }).toContain(`:${port}`);
  const page = await upstreamRawCall(Number(port), upstreamRawRequest('GET', '/'));
  expect([page.status, page.body.includes('<title>Workspace Console</title>')]).toEqual([200, true]);

  const [, check = '[]'] = /^HEALTHCHECK .*CMD \\\n\s*(\[.*\])$/m.exec(dockerfile) ?? [];
  const [checker = '', ...checks]: string[] = JSON.parse(check);
  expect(spawnSync(checker, checks, { env }).status).toBe(0);
  const exited = new Promise((resolveCode) => child.once('close', resolveCode));
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
  expect(spawnSync(checker, checks, { env }).status).toBe(1);
});
