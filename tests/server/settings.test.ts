import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { pageDataSchema } from '../../src/config.ts';
import { noPolicy } from '../../src/rules/policy.ts';
import {
  createPrivateConfig,
  createPublicConfig,
  environmentSchema,
  readSettings,
} from '../../src/server/settings.ts';

const defaults = {
  ...{ host: '127.0.0.1', port: 4173, databaseUrl: ':memory:', keepDays: 400, userHeader: null },
  ...{ service: { kind: 'sandbox', instances: 24, records: 12, latencyMs: 0 }, serviceId: 'sandbox' },
  instancesPath: '/workspaces/{workspaceSlug}/databases/{databaseName}/compute',
  databases: ['orders', 'analytics', 'identity'],
  ...{ auditKey: null, idleMinutes: 15, policy: noPolicy },
  ...{ environment: 'Sandbox', environmentColor: 'gray', notice: null },
};
const SERVICE_URL = 'https://service.example/v1/';

it('readSettings has a default for each variable', () => {
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

it('readSettings reads every variable', () => {
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
    ...{ host: '::', port: 0, databaseUrl: 'postgres://db/console', keepDays: 36_500 },
    ...{
      serviceId: 'sandbox',
      service: { kind: 'sandbox', instances: 100_000, records: 0, latencyMs: 250 },
    },
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

it('readSettings reads the outbound proxy for the URL of the service', () => {
  const proxyOf = (text: string) => readSettings({ SERVICE_URL, https_proxy: text }, () => text).service;
  const proxy = { host: 'proxy.example:3128' };
  expect(proxyOf('http://u:p%40@proxy.example:3128')).toMatchObject({ proxy });
  expect(proxyOf('')).toMatchObject({ proxy: null });
  for (const wrongProxy of ['proxy', 'socks5://proxy:1080', 'http://u:100%@proxy'])
    expect(() => proxyOf(wrongProxy)).toThrow(/^https_proxy must be an http\(s\) URL .*3128\.$/);
});

const noQuotes = /without quotes/;
const isQuoted = /is quoted. Remove the q/;
const quotedTexts = ['"orders, x"', "'true'", '`a`\n'];
it.each<[name: string, sentence: RegExp, ...values: string[]]>([
  ['PORT', /whole number from 0 to 65535/, '65536'],
  ['HOST', /host name or an IP address/, 'http://x'],
  ['SERVICE_URL', /unset it to use the sandbox/, ''],
  ['SERVICE_URL', /http\(s\) URL/, 'service.example'],
  ['SERVICE_URL', /must not contain credentials/, 'https://user:hunter2@service.example'],
  ['SERVICE_URL', /query|fragment/, 'https://service.example/?a=1', 'https://service.example/#'],
  ['INSTANCES_PATH', /starts with \//, 'workspaces/{workspaceSlug}'],
  ['INSTANCES_PATH', /must contain \{workspaceSlug\}/, '/instances'],
  ['INSTANCES_PATH', /fixed parts without .* dot segments/, '/{workspaceSlug}/../x'],
  ['INSTANCES_PATH', /may contain .+ fixed parts/, '/{workspaceSlug}/{instanceId}'],
  ['INSTANCES_PATH', /without a query/, '/{workspaceSlug}/x?y=1'],
  ['INSTANCES_PATH', /path of the console itself/, '/workspaces/{workspaceSlug}/deletions'],
  ['DATABASES', /is empty/, 'a,,b'],
  ['DATABASES', /a name contains “.” or “..”/, 'a,..'],
  ['IDLE_MINUTES', /whole number from 1 to 480, or never/, '0', '0x10', '1e2', '5.0', '٥'],
  ['MAX_BULK', /1 or more/, '0', '0x5', '1e1', '-1'],
  ['KEEP_DAYS', /1 to 36500/, '0', '36501', '1e2'],
  ['AUDIT_KEY', /blank or quoted/, ' ', '\n', '\u200b', '"key', "k'ey"],
  ['AUDIT_KEY', isQuoted, ...quotedTexts],
  ['PROTECTED', isQuoted, ...quotedTexts],
  ['READ_ONLY', isQuoted, ...quotedTexts],
  ['NOTICE', isQuoted, ...quotedTexts],
  ['DATABASES', isQuoted, ...quotedTexts],
  ['USER_HEADER', /name of a request header/, 'X Header', 'x:'],
  ['USER_HEADER', /secret/, 'Cookie', 'authorization'],
  ['ENVIRONMENT', /1 to 24 characters/, 'x'.repeat(25)],
  ['ENVIRONMENT_COLOR', /gray, blue, green, amber or red/, 'purple'],
  ['NOTICE', /1 to 300 characters/, 'x'.repeat(301)],
  ['READ_ONLY', /must be true or a sentence|Unset it/, 'false', '0', 'no', ' Off ', ' '],
  ['PROTECTED', /none of them empty/, 'identity,'],
  ['PROTECTED', noQuotes, '"identity", prod-*', "identity'", '[identity]', '“identity”', 'orders/primary'],
  ['PROTECTED', noQuotes, 'identity; prod-*', 'identity # all', 'identity|prod-*', 'a\\b', 'a，b', 'a、b'],
  ['PROTECTED', noQuotes, '^prod', 'prod$', 'prod-?', 'prod-%', '!test', '=identity', '~prod'],
  ['PROTECTED', /an invisible character/, 'identity\nprod-*', 'iden\u200btity', 'a\tb', 'a\u2028b'],
  ['REASON', /off, optional or required/, 'yes'],
  ['SANDBOX_INSTANCES', /0 to 100000/, '100001'],
  ['SANDBOX_LATENCY_MS', /0 to 60000/, '60001'],
])(
  'readSettings rejects a wrong %s with a sentence that starts with its name: %s',
  (name, sentence, ...values) => {
    for (const value of values) {
      const readValue = () => readSettings({ [name]: value });
      expect(readValue, value).toThrow(new RegExp(`^${name} .*(${sentence.source})`));
      expect(readValue).not.toThrow(/hunter2/);
    }
  },
);

it.each([
  ['READ_ONLY', 'READONLY READ__ONLY READ_ONL READ_ONLYS read_only READ_OLNY'],
  ['PROTECTED', 'PROTECT PROTECTEDS PORTECTED'],
  ['MAX_BULK', 'MAXBULK MAX_BULKS MAX-BULK'],
  ['REASON', 'REASONS REASO _REASON'],
])('a variable that is almost %s ends the start: %s', (name, misspellings) => {
  for (const each of misspellings.split(' ')) {
    const message = `${each} is not a setting. Rename it to ${name}, or unset it.`;
    expect(() => readSettings({ [each]: 'x' })).toThrow(new Error(message));
  }
});

const words = ['REGION', 'SEASON', 'PROTECTION', 'ONLY', 'MAX', 'READ', 'PROTECTED_BRANCHES', 'MAX_BUFFER'];
it.each(words)('%s is a different word than the variables of the policy', (name) => {
  expect(readSettings({ [name]: 'x' }).policy).toEqual(noPolicy);
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
