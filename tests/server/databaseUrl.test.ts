import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseDatabaseUrl } from '../../src/server/database/database.ts';
import { describePostgres } from '../../src/server/database/postgres.ts';

const postgres = { kind: 'postgres', host: 'db.example:5433', pool: 10 };
const verified = 'postgresql://db:5432/console?sslmode=verify-full';
it.each([
  [':memory:', { kind: 'memory' }],
  ['file:data/console.db', { kind: 'file', path: 'data/console.db' }],
  ['file:/var/lib/console.db', { kind: 'file', path: '/var/lib/console.db' }],
  ['postgres://u:p%40ss@db.example:5433/console', postgres],
  ['postgres://u@db/console?host=%2Frun%2Fpg', { kind: 'postgres', host: '/run/pg' }],
  [`${verified}&pool=3`, { pool: 3, url: verified }],
  ['postgres://db/console?sslmode=verify-full', { host: 'db:5432' }],
])('%s is read as %j', (text, address) => expect(parseDatabaseUrl(text)).toMatchObject(address));

it.each([
  ['postgres://u:hunter2@db/console', 'db:5432/console without TLS'],
  ['postgres:///console?host=/run/pg', '/run/pg:5432/console without TLS'],
  ['postgres://db:1/c?sslmode=disable', 'db:1/c without TLS'],
  ['postgres://db:1/c?sslmode=no-verify', 'db:1/c with unverified TLS'],
  ['postgres://db:1/c?sslmode=verify-full', 'db:1/c with TLS'],
])('%s is printed as postgres://%s, without its password', (url, expected) => {
  const address = parseDatabaseUrl(url);
  expect(address.kind === 'postgres' && describePostgres(address.url)).toBe(`postgres://${expected}`);
});

it.each([
  ...['file://data/console.db', 'file:data/console.db?mode=ro', 'file:a#b', 'file:a%20b', 'file:'],
  ...['file: data/hunter2.db', 'file:"data/hunter2.db"'],
  ...['file:~/hunter2.db', 'file:$HOME/hunter2.db', 'file:{{path}}/hunter2.db'],
  ...['file:postgres://u:hunter2@db/c'],
  ...['postgres://u:hunter2@db/c?sslMode=verify-full', 'postgres://u:hunter2@db/c?ssl_mode=require'],
  ...'sslmode= slmode=verify-full ssl=true ssl= uselibpqcompat=true port=hunter2 host=a&host=hunter2'
    .split(' ')
    .map((each) => `postgres://u:hunter2@db/c?${each}`),
  ...['mysql://u:hunter2@db/console', 'data/hunter2.db', 'postgres:hunter2', 'postgres://u:hunter2'],
  ...['postgres://u:hunter2@db', 'postgres://u:hunter2@db/?host=/run/pg'],
  ...['postgres://u:p@hunter2@db/console', 'postgres://u:p@hunter2/x@db/c', 'postgres://u:%hunter2@db/c'],
  ...['postgres://u:5/hunter2@db/c', 'postgres://u:5?hunter2@db/c', 'postgres://u:5#hunter2@db/c'],
  ...['postgres://u:hunter2@db/console?pool=0', 'postgres://u:hunter2@db/console?pool=many'],
])('%s is refused with a sentence that repeats no word of it', (text) => {
  expect(() => parseDatabaseUrl(text)).toThrow(/^DATABASE_URL[: ](?!.*(?:hunter2|data\/|many)).*\.$/);
});

it('a password of any characters → in no sentence, and in nothing that is printed', () => {
  const anyPart = fc.string({ unit: fc.constantFrom(...'/?#@%:;[]\\ \t&=+5ä'), maxLength: 6 });
  const property = fc.property(anyPart, anyPart, fc.boolean(), (before, after, isEncoded) => {
    const password = `${before}canary${after}`;
    const written = isEncoded ? encodeURIComponent(password) : password;
    try {
      const address = parseDatabaseUrl(`postgres://user:${written}@db.example/console?pool=5`);
      expect({ ...address, url: '' }).toEqual({ ...postgres, url: '', host: 'db.example:5432', pool: 5 });
    } catch (error) {
      expect(isEncoded).toBe(false);
      expect(String(error)).toMatch(/^Error: DATABASE_URL(?!.*canary)/);
    }
  });
  fc.assert(property, { numRuns: 1_000 });
});
