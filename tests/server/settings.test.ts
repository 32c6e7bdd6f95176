import { expect, it } from 'vitest';
import { noPolicy } from '../../src/rules/policy.ts';
import { readSettings } from '../../src/server/settings.ts';

const defaults = {
  ...{ host: '127.0.0.1', port: 4173, serviceAddress: 'sandbox', database: { kind: 'memory' } },
  service: { kind: 'sandbox', instances: 24, records: 12, latencyMs: 0 },
  ...{ keepDays: 400, userHeader: null, auditKey: null, idleMinutes: 15 },
  instancesPath: '/workspaces/{workspaceSlug}/databases/{databaseName}/compute',
  databases: ['orders', 'analytics', 'identity'],
  ...{ environment: 'Sandbox', environmentColor: 'gray', notice: null, policy: noPolicy, recovery: null },
};
const SERVICE_URL = 'https://service.example/v1/';

it('without variables, each setting has its default', () => {
  expect(readSettings({})).toEqual(defaults);
  expect(readSettings({ SERVICE_URL })).toEqual({
    ...defaults,
    ...{ serviceAddress: 'service.example/v1', database: { kind: 'file', path: 'data/console.db' } },
    service: { kind: 'remote', url: 'https://service.example/v1', proxy: null },
    ...{ instancesPath: null, databases: [], environment: null },
  });
});

it('a database belongs to a host with its port and a path, whatever the scheme', () => {
  const idOf = (url: string) => readSettings({ SERVICE_URL: url }).serviceAddress;
  for (const url of ['http://Service.example/v1', 'https://service.example:443/v1//'])
    expect(idOf(url)).toBe('service.example/v1');
  expect(idOf('https://service.example:8443')).toBe('service.example:8443');
});

const sandbox = defaults.service;
const postgres = expect.objectContaining({ kind: 'postgres', host: 'db:5432' });
const withPolicy = (changes: object) => ({ policy: { ...noPolicy, ...changes } });
const recovery = 'Within 7 days, Support can restore it: ext. 4100';
it.each<[name: string, value: string, changes: object]>([
  ['HOST', '::', { host: '::' }],
  ['INSTANCES_PATH', '/v2/{workspaceSlug}/instances', { instancesPath: '/v2/{workspaceSlug}/instances' }],
  ['DATABASES', 'one, two,one,a/b', { databases: ['one', 'two', 'a/b'] }],
  ['DATABASE_URL', 'postgres://db/console', { database: postgres }],
  ['KEEP_DAYS', '36500', { keepDays: 36_500 }],
  ['SANDBOX_INSTANCES', '100000', { service: { ...sandbox, instances: 100_000 } }],
  ['SANDBOX_RECORDS', '0', { service: { ...sandbox, records: 0 } }],
  ['SANDBOX_LATENCY_MS', '250', { service: { ...sandbox, latencyMs: 250 } }],
  ['IDLE_MINUTES', 'never', { idleMinutes: 'never' }],
  ['AUDIT_KEY', '\ufeff audit-key\u200b\n', { auditKey: 'audit-key' }],
  ['USER_HEADER', 'X-Forwarded-Email', { userHeader: 'x-forwarded-email' }],
  ['NOTICE', 'Ask <b>first</b>', { notice: 'Ask <b>first</b>' }],
  ['READ_ONLY', ' A migration is running. ', withPolicy({ readOnly: { reason: 'A migration is running.' } })],
  ['READ_ONLY', 'TRUE', withPolicy({ readOnly: { reason: '' } })],
  ['PROTECTED', 'identity, prod-*,identity\n', withPolicy({ protected: ['identity', 'prod-*'] })],
  ['MAX_PER_HOUR', '5', withPolicy({ maxPerHour: 5 })],
  ['REASON', 'required', withPolicy({ reason: 'required' })],
  ['RECOVERY', recovery, { recovery }],
  ['NOTICE', '', {}],
])('%s=%j changes only its setting', (name, value, changes) => {
  expect(readSettings({ [name]: value })).toEqual({ ...defaults, ...changes });
});

it('the outbound proxy is the one for the URL of the service', () => {
  const proxyOf = (text: string) => readSettings({ SERVICE_URL }, () => text).service;
  const proxy = { host: 'proxy.example:3128' };
  expect(proxyOf('http://u:p%40@proxy.example:3128')).toMatchObject({ proxy });
  expect(proxyOf('')).toMatchObject({ proxy: null });
  for (const wrongProxy of ['proxy', 'socks5://proxy:1080', 'http://u:100%@proxy', 'http://u:1/2@proxy'])
    expect(() => proxyOf(wrongProxy)).toThrow(/^HTTPS_PROXY, .* must be an http\(s\) URL .*3128\.$/);
});

const noQuotes = /without quotes/;
const isQuoted = /is quoted. Remove the q/;
const text = (length: number) => 'x'.repeat(length);
it.each<[name: string, sentence: RegExp, ...values: string[]]>([
  ['PORT', /whole number from 0 to 65535/, '65536'],
  ['HOST', /host name or an IP address/, 'http://x'],
  ['SERVICE_URL', /http\(s\) URL .*Unset it to use the sandbox/, '', 'service.example', 'ftp://x'],
  ['SERVICE_URL', /without credentials/, 'https://user:hunter2@service.example', 'https://hunter2@x/y'],
  ['SERVICE_URL', /query|fragment/, 'https://service.example/?a=1', 'https://service.example/#'],
  ['DATABASE_URL', /must be file:PATH/, ''],
  ['DATABASE_URL', /%2F/, 'postgres://u:p@hunter2@db/console'],
  ['INSTANCES_PATH', /starts with \/, and has \{workspaceSlug\}/, 'workspaces/{workspaceSlug}', '/instances'],
  ['INSTANCES_PATH', /dot segments/, '/{workspaceSlug}/../x', '/{workspaceSlug}/x?y=1', '/{workspaceSlug}/'],
  ['DATABASES', /a name that is empty, or/, 'a,,b', 'a,..', 'a%2Fb', 'off', 'a,b\u200bc'],
  ['IDLE_MINUTES', /whole number from 1 to 480, or never/, '0', '481', '0x10', '1e2', '5.0', '٥'],
  ['MAX_PER_HOUR', /from 1 to/, '', '0', '0x5', '1e1', '-1'],
  ['MAX_BULK', /MAX_PER_HOUR/, '5', 'x'],
  ['NODE_TLS_REJECT_UNAUTHORIZED', /anybody answer/, '0'],
  ['DEBUG', /passwords/, '*'],
  ['NODE_DEBUG', /tokens/, 'http'],
  ['KEEP_DAYS', /1 to 36500/, '0', '36501'],
  ['AUDIT_KEY', /blank, quoted/, ' ', '\u200b', '"key', "k'ey"],
  ['AUDIT_KEY', /or a placeholder/, 'RANDOM', 'random', 'Change-Me', ' example ', '<key>', '$(openssl)'],
  ['AUDIT_KEY', isQuoted, "'key'"],
  ['PROTECTED', isQuoted, '"orders, x"'],
  ['USER_HEADER', /name of a request header/, '', 'X Header', 'x:'],
  ['USER_HEADER', /secret/, 'Cookie', 'authorization', 'X-Forwarded-Access-Token'],
  ['ENVIRONMENT', /1 to 24 characters/, text(25)],
  ['ENVIRONMENT_COLOR', /gray, blue, green, amber or red/, 'purple'],
  ['NOTICE', /1 to 300 characters/, text(301)],
  ['RECOVERY', /1 to 200 characters/, text(201), 'a\nb', 'off'],
  ['READ_ONLY', /must be true or a sentence.*Unset it/, '', 'false', '0', 'no', ' Off ', ' ', text(301)],
  ['PROTECTED', /each of letters/, '', 'identity,'],
  ['PROTECTED', noQuotes, '"identity", prod-*', '[identity]', '“identity”', 'orders/primary', 'a\\b'],
  ['PROTECTED', noQuotes, 'identity; prod-*', 'identity|prod-*', 'a，b', '^prod', 'prod-%', 'a b', 'a\nb'],
  ['PROTECTED', /without .* invisible characters/, 'identity\u200b', 'iden\u3164tity', 'a\u00a0b'],
  ['PROTECTED', /of two scripts/, 'pr\u043ed-*', '\u0440rod-*', 'db-\u0430'],
  ['PROTECTED', /not \.\*/, 'orders, prod-.*', 'prod-.+'],
  ['REASON', /off, optional or required/, '', 'yes'],
  ['SANDBOX_INSTANCES', /0 to 100000/, '100001'],
])('a wrong %s ends the start with a sentence that begins with its name: %s', (name, sentence, ...values) => {
  for (const value of values) {
    const readValue = () => readSettings({ [name]: value });
    expect(readValue, value).toThrow(new RegExp(`^${name}\\b.*(${sentence.source}).*\\.$`));
    expect(readValue).not.toThrow(/hunter2/);
  }
});
