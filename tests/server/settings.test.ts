import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { createBrowserConfig, readSettings, variablesSchema } from '../../src/server/settings.ts';

describe('readSettings', () => {
  it('returns the default of each variable that is not set', () => {
    expect(readSettings({})).toEqual({
      host: '127.0.0.1',
      port: 4173,
      service: { kind: 'sandbox', instances: 24, records: 12, latencyMs: 0 },
      instancesPath: '/workspaces/{workspaceSlug}/databases/{databaseName}/compute',
      databases: ['orders', 'analytics', 'identity'],
      idleMinutes: 15,
      auditKey: null,
    });
  });

  it('returns no listing and no databases for a real service by default', () => {
    expect(readSettings({ SERVICE_URL: 'https://service.example/v1/' })).toMatchObject({
      service: { kind: 'proxy', url: 'https://service.example/v1' },
      instancesPath: null,
      databases: [],
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
    });
    expect(settings).toEqual({
      host: '::',
      port: 0,
      service: { kind: 'sandbox', instances: 100_000, records: 0, latencyMs: 250 },
      instancesPath: '/v2/workspaces/{workspaceSlug}/instances',
      databases: ['one', 'two', 'a/b'],
      idleMinutes: 'never',
      auditKey: 'audit-key',
    });
  });

  it.each([
    ['PORT', '65536', /whole number from 0 to 65535/],
    ['PORT', '80x', /whole number/],
    ['PORT', '-1', /whole number/],
    ['HOST', 'http://x', /host name or an IP address/],
    ['SERVICE_URL', '', /unset it to use the sandbox/],
    ['SERVICE_URL', 'service.example', /http\(s\) URL/],
    ['SERVICE_URL', 'ftp://service.example', /http\(s\) URL/],
    ['SERVICE_URL', 'https:service.example', /http\(s\) URL/],
    ['SERVICE_URL', 'https://user:hunter2@service.example', /must not contain credentials/],
    ['SERVICE_URL', 'https://service.example/?a=1', /query/],
    ['SERVICE_URL', 'https://service.example/#', /fragment/],
    ['INSTANCES_PATH', 'workspaces/{workspaceSlug}', /starts with \//],
    ['INSTANCES_PATH', '/instances', /must contain \{workspaceSlug\}/],
    [
      'INSTANCES_PATH',
      '/{workspaceSlug}/{instanceId}',
      /may contain only {workspaceSlug} and {databaseName}/,
    ],
    ['INSTANCES_PATH', '/w-{workspaceSlug}', /whole segment/],
    ['INSTANCES_PATH', '/{workspaceSlug}/../x', /a part can’t be “.” or “..”/],
    ['INSTANCES_PATH', '/{workspaceSlug}//x', /empty/],
    ['INSTANCES_PATH', '/{workspaceSlug}?limit=1', /percent-encoded|whole segment/],
    ['DATABASES', 'a,,b', /is empty/],
    ['DATABASES', 'a,..', /a name can’t be “.” or “..”/],
    ['IDLE_MINUTES', '0', /whole number from 1 to 480, or never/],
    ['IDLE_MINUTES', '481', /or never/],
    ['IDLE_MINUTES', '7.5', /or never/],
    ['IDLE_MINUTES', 'Never', /or never/],
    ['SANDBOX_INSTANCES', '100001', /0 to 100000/],
    ['SANDBOX_RECORDS', '1e3', /whole number/],
    ['SANDBOX_RECORDS', 'a\nb', /is "a\\nb"\.$/],
    ['SANDBOX_LATENCY_MS', '60001', /0 to 60000/],
  ])('rejects %s=%s with a sentence that starts with the variable name', (name, value, sentence) => {
    const readValue = () => readSettings({ [name]: value });
    expect(readValue).toThrow(sentence);
    expect(readValue).toThrow(new RegExp(`^${name} `));
    expect(readValue).not.toThrow(/hunter2/);
  });
});

describe('createBrowserConfig', () => {
  it('returns a configuration that the browser reads unchanged', async () => {
    for (const env of [{}, { SERVICE_URL: 'http://127.0.0.1:1', DATABASES: 'x', IDLE_MINUTES: 'never' }]) {
      const config = await createBrowserConfig(readSettings(env));
      await expect(readConfig(JSON.parse(JSON.stringify(config)))).resolves.toEqual(config);
    }
  });

  it('returns the service ID that the console derives on a static host', async () => {
    const url = 'https://service.example/v1';
    const { serviceId } = await createBrowserConfig(readSettings({ SERVICE_URL: url }));
    expect(serviceId).toBe((await readConfig({ serviceUrl: url })).serviceId);
    expect((await createBrowserConfig(readSettings({}))).serviceId).toBe('sandbox');
  });

  it('returns the same fields as config.json for a static host', async () => {
    const { serviceId, ...fields } = await createBrowserConfig(readSettings({ SERVICE_URL: 'http://h' }));
    expect(JSON.parse(readFileSync('public/config.json', 'utf8'))).toEqual(fields);
  });
});

it('README.md names every environment variable', () => {
  const readme = readFileSync('README.md', 'utf8');
  const missingNames = Object.keys(variablesSchema.entries).filter((name) => !readme.includes(`\`${name}\``));
  expect(missingNames).toEqual([]);
});
