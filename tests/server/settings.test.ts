import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { pageDataSchema } from '../../src/config.ts';
import { noPolicy } from '../../src/rules/policy.ts';
import { describePolicy } from '../../src/server/policySettings.ts';
import {
  createPrivateConfig,
  createPublicConfig,
  environmentSchema,
  readSettings,
} from '../../src/server/settings.ts';

const defaults = {
  host: '127.0.0.1',
  port: 4173,
  service: { kind: 'sandbox', instances: 24, records: 12, latencyMs: 0 },
  serviceId: 'sandbox',
  databaseUrl: ':memory:',
  keepDays: 400,
  userHeader: null,
  auditKey: null,
  instancesPath: '/workspaces/{workspaceSlug}/databases/{databaseName}/compute',
  databases: ['orders', 'analytics', 'identity'],
  idleMinutes: 15,
  environment: 'Sandbox',
  environmentColor: 'gray',
  notice: null,
  policy: noPolicy,
};
const SERVICE_URL = 'https://service.example/v1/';

describe('readSettings', () => {
  it('has a default for each variable', () => {
    expect(readSettings({})).toEqual(defaults);
    expect(readSettings({ SERVICE_URL })).toEqual({
      ...defaults,
      service: { kind: 'remote', url: 'https://service.example/v1', proxy: null },
      serviceId: createHash('sha256').update('https://service.example/v1').digest('hex').slice(0, 16),
      databaseUrl: 'file:data/console.db',
      instancesPath: null,
      databases: [],
      environment: null,
    });
  });

  it('the ID of the service is the same for each spelling of its URL', () => {
    const idOf = (url: string) => readSettings({ SERVICE_URL: url }).serviceId;
    const id = idOf(SERVICE_URL);
    for (const url of ['HTTPS://Service.example/v1', 'https://service.example:443/v1//'])
      expect(idOf(url)).toBe(id);
    expect(idOf('https://service.example/v2')).not.toBe(id);
  });

  it('reads every variable', () => {
    const settings = readSettings({
      ...{ HOST: '::', PORT: '0', INSTANCES_PATH: '/v2/workspaces/{workspaceSlug}/instances' },
      ...{ DATABASES: 'one, two,one,a/b', DATABASE_URL: 'postgres://db/console', KEEP_DAYS: '36500' },
      ...{ SANDBOX_INSTANCES: '100000', SANDBOX_RECORDS: '0', SANDBOX_LATENCY_MS: '250' },
      ...{ IDLE_MINUTES: 'never', AUDIT_KEY: '\ufeff audit-key\u200b\n', USER_HEADER: 'X-Forwarded-Email' },
      ...{ ENVIRONMENT: ' Production EU ', ENVIRONMENT_COLOR: 'red', NOTICE: 'Ask <b>first</b>' },
      ...{ READ_ONLY: ' A migration is running. ', PROTECTED: 'identity, prod-*,identity' },
      ...{ MAX_BULK: '5', REASON: 'required' },
    });
    expect(settings).toEqual({
      ...{
        host: '::',
        port: 0,
        serviceId: 'sandbox',
        databaseUrl: 'postgres://db/console',
        keepDays: 36_500,
      },
      service: { kind: 'sandbox', instances: 100_000, records: 0, latencyMs: 250 },
      ...{ userHeader: 'x-forwarded-email', auditKey: 'audit-key', idleMinutes: 'never' },
      instancesPath: '/v2/workspaces/{workspaceSlug}/instances',
      databases: ['one', 'two', 'a/b'],
      ...{ environment: 'Production EU', environmentColor: 'red', notice: 'Ask <b>first</b>' },
      policy: {
        ...{ readOnly: { reason: 'A migration is running.' }, protected: ['identity', 'prod-*'] },
        ...{ maxBulk: 5, reason: 'required' },
      },
    });
    for (const READ_ONLY of ['true', 'TRUE'])
      expect(readSettings({ READ_ONLY }).policy.readOnly).toEqual({ reason: '' });
  });

  it('reads the outbound proxy for the URL of the service', () => {
    const proxyOf = (text: string) => readSettings({ SERVICE_URL, https_proxy: text }, () => text).service;
    expect(proxyOf('http://u:p%40@proxy.example:3128')).toMatchObject({
      proxy: { host: 'proxy.example:3128' },
    });
    expect(proxyOf('')).toMatchObject({ proxy: null });
    for (const wrongProxy of ['proxy', 'socks5://proxy:1080', 'http://u:100%@proxy'])
      expect(() => proxyOf(wrongProxy)).toThrow(/^https_proxy must be an http\(s\) URL .*3128\.$/);
  });

  const noQuotes = /without quotes/;
  const wrong = (name: string, values: string[], sentence: RegExp) =>
    values.map((value) => [name, value, sentence] as const);
  it.each<readonly [name: string, value: string, sentence: RegExp]>([
    ['PORT', '65536', /whole number from 0 to 65535/],
    ['HOST', 'http://x', /host name or an IP address/],
    ['SERVICE_URL', '', /unset it to use the sandbox/],
    ['SERVICE_URL', 'service.example', /http\(s\) URL/],
    ['SERVICE_URL', 'https://user:hunter2@service.example', /must not contain credentials/],
    ['SERVICE_URL', 'https://service.example/?a=1', /query/],
    ['SERVICE_URL', 'https://service.example/#', /fragment/],
    ['INSTANCES_PATH', 'workspaces/{workspaceSlug}', /starts with \//],
    ['INSTANCES_PATH', '/instances', /must contain \{workspaceSlug\}/],
    ['INSTANCES_PATH', '/{workspaceSlug}/../x', /fixed parts without .* dot segments/],
    ['INSTANCES_PATH', '/{workspaceSlug}/{instanceId}', /may contain .+ fixed parts/],
    ['INSTANCES_PATH', '/{workspaceSlug}/x?y=1', /without a query/],
    ['INSTANCES_PATH', '/workspaces/{workspaceSlug}/deletions', /path of the console itself/],
    ['DATABASES', 'a,,b', /is empty/],
    ['DATABASES', 'a,..', /a name contains “.” or “..”/],
    ...wrong('IDLE_MINUTES', ['0x10', '1e2', '5.0', '٥'], /from 1 to 480/),
    ...wrong('MAX_BULK', ['0', '0x5', '1e1', '-1'], /1 or more/),
    ...wrong('KEEP_DAYS', ['0', '36501', '1e2'], /1 to 36500/),
    ...wrong('AUDIT_KEY', [' ', '\n', '\u200b', '"key', "k'ey"], /blank or quoted/),
    ...['AUDIT_KEY', 'PROTECTED', 'READ_ONLY', 'NOTICE', 'DATABASES'].flatMap((name) =>
      wrong(name, ['"orders, x"', "'true'", '`a`\n'], /is quoted. Remove the quotes/),
    ),
    ...wrong('USER_HEADER', ['X Header', 'x:'], /name of a request header/),
    ...wrong('USER_HEADER', ['Cookie', 'authorization'], /secret/),
    ['IDLE_MINUTES', '0', /whole number from 1 to 480, or never/],
    ['ENVIRONMENT', 'x'.repeat(25), /1 to 24 characters/],
    ['ENVIRONMENT_COLOR', 'purple', /gray, blue, green, amber or red/],
    ['NOTICE', 'x'.repeat(301), /1 to 300 characters/],
    ['READ_ONLY', 'false', /must be true or a sentence/],
    ...wrong('READ_ONLY', ['0', 'no', ' Off ', ' '], /Unset it/),
    ['PROTECTED', 'identity,', /none of them empty/],
    ...wrong('PROTECTED', ['"identity", prod-*', "identity'", '[identity]', '“identity”'], noQuotes),
    ...wrong('PROTECTED', ['identity; prod-*', 'identity # all', 'identity|prod-*', 'a\\b'], noQuotes),
    ...wrong('PROTECTED', ['^prod', 'prod$', 'prod-?', 'prod-%', '!test', '=identity', '~prod'], noQuotes),
    ...wrong('PROTECTED', ['orders/primary', 'identity，prod-*', 'identity、prod-*'], noQuotes),
    ...wrong(
      'PROTECTED',
      ['identity\nprod-*', 'iden\u200btity', 'a\tb', 'a\u2028b'],
      /an invisible character/,
    ),
    ['REASON', 'yes', /off, optional or required/],
    ['SANDBOX_INSTANCES', '100001', /0 to 100000/],
    ['SANDBOX_LATENCY_MS', '60001', /0 to 60000/],
  ])('rejects %s=%s with a sentence that starts with the variable name', (name, value, sentence) => {
    const readValue = () => readSettings({ [name]: value });
    expect(readValue).toThrow(new RegExp(`^${name} .*${sentence.source}`));
    expect(readValue).not.toThrow(/hunter2/);
  });
});

describe('a variable that is almost one of the policy', () => {
  const almost =
    'READONLY READ__ONLY READ_ONL READ_ONLYS read_only PROTECT PROTECTEDS MAXBULK MAX_BULKS REASONS REASO _REASON';
  it.each(`${almost} PORTECTED READ_OLNY MAX-BULK`.split(' '))('%s ends the start', (name) => {
    expect(() => readSettings({ [name]: 'x' })).toThrow(
      new RegExp(`^${name} is not a setting. Rename it to [A-Z_]+, `),
    );
  });

  const words = ['REGION', 'SEASON', 'PROTECTION', 'ONLY', 'MAX', 'READ', 'PROTECTED_BRANCHES', 'MAX_BUFFER'];
  it.each(words)('%s is a different word', (name) => {
    expect(readSettings({ [name]: 'x' }).policy).toEqual(noPolicy);
  });

  it('however letters are left out or added, up to two end the start', () => {
    const variable = fc.constantFrom('READ_ONLY', 'PROTECTED', 'MAX_BULK', 'REASON');
    const isCut = fc.boolean();
    const edits = fc.array(fc.nat(), { minLength: 1, maxLength: 2 });
    fc.assert(
      fc.property(variable, isCut, edits, (name, cuts, places) => {
        const letters = [...name.replace('_', '')];
        for (const place of places)
          letters.splice(place % letters.length, cuts ? 1 : 0, ...(cuts ? [] : ['X']));
        expect(() => readSettings({ [letters.join('')]: 'x' })).toThrow(`Rename it to ${name}`);
      }),
    );
  });
});

it('the start describes the policy, also that there is none', () => {
  expect(describePolicy(noPolicy)).toBe('Policy: none');
  const env = { READ_ONLY: 'true', PROTECTED: 'identity, prod-*', MAX_BULK: '5', REASON: 'required' };
  expect(describePolicy(readSettings(env).policy)).toBe(
    'Policy: read-only; protected: identity, prod-*; at most 5 in one bulk delete; reason required',
  );
});

it('the browser reads the configuration of the page unchanged', () => {
  for (const env of [{}, { SERVICE_URL, IDLE_MINUTES: 'never', READ_ONLY: 'true', MAX_BULK: '5' }]) {
    const settings = readSettings(env);
    const [open, closed] = [createPublicConfig(settings), createPrivateConfig(settings)];
    const data = { public: open, private: closed, session: null };
    expect(v.parse(pageDataSchema, JSON.parse(JSON.stringify(data)))).toEqual(data);
  }
});

it('README.md names every environment variable', () => {
  const readme = readFileSync('README.md', 'utf8');
  const names = Object.keys(environmentSchema.entries);
  expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});
