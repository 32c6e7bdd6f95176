import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { parseDatabaseUrl } from '../../src/server/database/database.ts';
import { buildServer } from './replicaProcesses.ts';

const postgres = { kind: 'postgres', host: 'db.example:5433', name: 'console', pool: 10 };

it.each([
  [':memory:', { kind: 'memory' }],
  ['file:data/console.db', { kind: 'file', path: 'data/console.db' }],
  ['file:/var/lib/console.db', { kind: 'file', path: '/var/lib/console.db' }],
  ['postgres://u:p%40ss@db.example:5433/console', postgres],
  ['postgresql://db.example:5433/console?pool=3', { ...postgres, pool: 3 }],
  ['postgres://u@db/console?host=%2Frun%2Fpg', { kind: 'postgres', host: '/run/pg', name: 'console' }],
])('%s is read as %j', (text, address) => {
  expect(parseDatabaseUrl(text)).toMatchObject(address);
});

it('pool is a setting of the console → the driver gets the URL without it', () => {
  const url = 'postgres://u:p@db/console?pool=3&sslmode=verify-full';
  expect(parseDatabaseUrl(url)).toMatchObject({ url: 'postgres://u:p@db/console?sslmode=verify-full' });
});

it.each([
  ...['file://data/console.db', 'file:data/console.db?mode=ro', 'file:a#b', 'file:a%20b', 'file:'],
  ...['mysql://u:hunter2@db/console', 'data/hunter2.db', 'postgres:hunter2', 'postgres://u:hunter2'],
  ...[
    'postgres://u:p@hunter2@db/console',
    'postgres://u:p@hunter2/x@db/console',
    'postgres://u:5/hunter2@db/c',
  ],
  ...['postgres://u:5?hunter2@db/c', 'postgres://u:5#hunter2@db/c', 'postgres://u:%hunter2@db/console'],
  ...['postgres://u:hunter2@db/console?pool=0', 'postgres://u:hunter2@db/console?pool=many'],
])('%s is refused with a sentence that repeats no word of it', (text) => {
  expect(() => parseDatabaseUrl(text)).toThrow(/^DATABASE_URL[: ](?!.*(?:hunter2|data\/|many)).*\.$/);
});

it('a password of any characters, encoded or not → it is in no sentence and in nothing that is printed', () => {
  const anyPart = fc.string({ unit: fc.constantFrom(...'/?#@%:;[]\\ \t&=+5ä'), maxLength: 6 });
  const property = fc.property(anyPart, anyPart, fc.boolean(), (before, after, isEncoded) => {
    const password = `${before}canary${after}`;
    const written = isEncoded ? encodeURIComponent(password) : password;
    try {
      const address = parseDatabaseUrl(`postgres://user:${written}@db.example/console?pool=5`);
      expect({ ...address, url: '' }).toEqual({ ...postgres, url: '', host: 'db.example', pool: 5 });
    } catch (error) {
      expect(isEncoded).toBe(false);
      expect(String(error)).toMatch(/^Error: DATABASE_URL(?!.*canary)/);
    }
  });
  fc.assert(property, { numRuns: 1_000 });
});

it('the built server refuses what can’t be decoded, too', async () => {
  const { folder, remove } = await buildServer();
  onTestFinished(remove);
  const env = { PATH: process.env.PATH, DATABASE_URL: 'postgres://u:%hunter2@127.0.0.1:1/console' };
  const ended = spawnSync(process.execPath, [join(folder, 'server/main.js')], { env, encoding: 'utf8' });
  expect(ended.status).toBe(1);
  expect(ended.stderr).toMatch(/DATABASE_URL must be postgres:(?!.*hunter2)/);
});
