import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { noPolicy, parseConfig } from '../../src/config.ts';
import { createBrowserConfig, environmentSchema, readSettings } from '../../src/server/settings.ts';

const defaults = {
  host: '127.0.0.1',
  port: 4173,
  service: { kind: 'sandbox', instances: 24, records: 12, latencyMs: 0 },
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
      instancesPath: null,
      databases: [],
      environment: null,
    });
  });

  it('reads every variable', () => {
    const settings = readSettings({
      HOST: '::',
      PORT: '0',
      INSTANCES_PATH: '/v2/workspaces/{workspaceSlug}/instances',
      DATABASES: 'one, two,one,a/b',
      SANDBOX_INSTANCES: '100000',
      SANDBOX_RECORDS: '0',
      SANDBOX_LATENCY_MS: '250',
      IDLE_MINUTES: 'never',
      AUDIT_KEY: 'audit-key',
      ENVIRONMENT: ' Production EU ',
      ENVIRONMENT_COLOR: 'red',
      NOTICE: 'Ask <b>first</b>: https://wiki.example',
      READ_ONLY: ' A migration is running. ',
      PROTECTED: 'identity, prod-*,identity',
      MAX_BULK: '5',
      REASON: 'required',
    });
    expect(settings).toEqual({
      host: '::',
      port: 0,
      service: { kind: 'sandbox', instances: 100_000, records: 0, latencyMs: 250 },
      auditKey: 'audit-key',
      instancesPath: '/v2/workspaces/{workspaceSlug}/instances',
      databases: ['one', 'two', 'a/b'],
      idleMinutes: 'never',
      environment: 'Production EU',
      environmentColor: 'red',
      notice: 'Ask <b>first</b>: https://wiki.example',
      policy: {
        readOnly: { reason: 'A migration is running.' },
        protected: ['identity', 'prod-*'],
        maxBulk: 5,
        reason: 'required',
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
    ['INSTANCES_PATH', '/{workspaceSlug}/../x', /a part can't be “.” or “..”/],
    ['INSTANCES_PATH', '/{workspaceSlug}/{instanceId}', /may contain .+ fixed parts, but a part contains/],
    ['DATABASES', 'a,,b', /is empty/],
    ['DATABASES', 'a,..', /a name can't be “.” or “..”/],
    ['IDLE_MINUTES', '0', /whole number from 1 to 480, or never/],
    ['ENVIRONMENT', 'x'.repeat(25), /1 to 24 characters/],
    ['ENVIRONMENT_COLOR', 'purple', /gray, blue, green, amber or red/],
    ['NOTICE', 'x'.repeat(301), /1 to 300 characters/],
    ['READ_ONLY', 'false', /must be true or a sentence/],
    ...['0', 'no', ' Off ', ' '].map((value) => ['READ_ONLY', value, /Unset it/] as const),
    ['PROTECTED', 'identity,', /none of them empty/],
    ['MAX_BULK', '0', /1 or more/],
    ['REASON', 'yes', /off, optional or required/],
    ['SANDBOX_INSTANCES', '100001', /0 to 100000/],
    ['SANDBOX_LATENCY_MS', '60001', /0 to 60000/],
  ])('rejects %s=%s with a sentence that starts with the variable name', (name, value, sentence) => {
    const readValue = () => readSettings({ [name]: value });
    expect(readValue).toThrow(sentence);
    expect(readValue).toThrow(new RegExp(`^${name} `));
    expect(readValue).not.toThrow(/hunter2/);
  });
});

describe('createBrowserConfig', () => {
  it('creates a configuration that the browser reads unchanged', async () => {
    for (const env of [{}, { SERVICE_URL, IDLE_MINUTES: 'never', READ_ONLY: 'true', MAX_BULK: '5' }]) {
      const config = await createBrowserConfig(readSettings(env));
      await expect(parseConfig(JSON.parse(JSON.stringify(config)))).resolves.toEqual(config);
    }
  });

  it('has the service ID that the console derives on a static host', async () => {
    const url = 'https://service.example/v1';
    const { serviceId } = await createBrowserConfig(readSettings({ SERVICE_URL: url }));
    expect(serviceId).toBe((await parseConfig({ serviceUrl: url })).serviceId);
    expect((await createBrowserConfig(readSettings({}))).serviceId).toBe('sandbox');
  });

  it('has the same fields as config.json for a static host', async () => {
    const { serviceId, ...fields } = await createBrowserConfig(readSettings({ SERVICE_URL: 'http://h' }));
    expect(JSON.parse(readFileSync('public/config.json', 'utf8'))).toEqual(fields);
  });
});

it('README.md names every environment variable', () => {
  const readme = readFileSync('README.md', 'utf8');
  const missingNames = Object.keys(environmentSchema.entries).filter(
    (name) => !readme.includes(`\`${name}\``),
  );
  expect(missingNames).toEqual([]);
});
