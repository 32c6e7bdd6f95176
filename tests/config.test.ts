import { describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';

const template = '/workspaces/{workspaceSlug}/databases/{databaseName}/compute';

describe('readConfig', () => {
  it('returns a default for every missing field', async () => {
    expect(await readConfig({})).toEqual({
      serviceUrl: '/api',
      serviceId: expect.stringMatching(/^[0-9a-f]{16}$/),
      instancesPath: null,
      databases: [],
      idleMinutes: 15,
      sandbox: null,
    });
  });

  it('keeps the given values and drops unknown fields', async () => {
    const givenConfig = {
      serviceUrl: 'https://service.example/v1',
      serviceId: 'service-1',
      instancesPath: template,
      databases: ['orders'],
      idleMinutes: 480,
      sandbox: { workspaceSlug: 'acme', token: 'sandbox-token' },
    };
    expect(await readConfig({ ...givenConfig, unknown: true })).toEqual(givenConfig);
  });

  it('removes slashes at the end of the service URL', async () => {
    expect((await readConfig({ serviceUrl: '/api//' })).serviceUrl).toBe('/api');
  });

  it('equivalent URLs have the same service ID, and other URLs have different IDs', async () => {
    const idOf = async (serviceUrl: string) => (await readConfig({ serviceUrl })).serviceId;
    const id = await idOf('https://service.example/v1');
    for (const equivalentUrl of ['https://SERVICE.example/v1', 'https://service.example:443/v1//'])
      expect(await idOf(equivalentUrl)).toBe(id);
    const otherUrls = [
      'https://service.example',
      'https://service.example/V1',
      'https://service.example:8443/v1',
    ];
    for (const otherUrl of [...otherUrls, 'http://service.example/v1', '/api'])
      expect(await idOf(otherUrl)).not.toBe(id);
  });

  it.each([
    ['it', null],
    ['it', []],
    ['serviceUrl', { serviceUrl: 'service.example' }],
    ['serviceUrl', { serviceUrl: '//service.example' }],
    ['serviceUrl', { serviceUrl: 'javascript:alert(1)' }],
    ['serviceUrl', { serviceUrl: 'https://[' }],
    ['serviceUrl', { serviceUrl: 7 }],
    ['serviceId', { serviceId: '' }],
    ['serviceId', { serviceId: 'a/b' }],
    ['instancesPath', { instancesPath: '/workspaces/acme/compute' }],
    ['instancesPath', { instancesPath: 'workspaces/{workspaceSlug}' }],
    ['databases', { databases: 'orders' }],
    ['databases', { databases: ['orders', 7] }],
    ['idleMinutes', { idleMinutes: 0 }],
    ['idleMinutes', { idleMinutes: 0.5 }],
    ['idleMinutes', { idleMinutes: 481 }],
    ['idleMinutes', { idleMinutes: '15' }],
    ['sandbox', { sandbox: 'acme' }],
    ['sandbox', { sandbox: { workspaceSlug: 'acme' } }],
  ])('throws an error that says "%s must …" for the configuration %j', async (field, raw) => {
    await expect(readConfig(raw)).rejects.toThrow(`The configuration (config.json) is wrong: ${field} must `);
  });
});
