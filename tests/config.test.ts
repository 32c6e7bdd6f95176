import { describe, expect, it } from 'vitest';
import { findProtection, noPolicy, parseConfig } from '../src/config.ts';

describe('parseConfig', () => {
  it('uses a default for every missing field', async () => {
    expect(await parseConfig({})).toEqual({
      serviceUrl: '/api',
      serviceId: expect.stringMatching(/^[0-9a-f]{16}$/),
      instancesPath: null,
      databases: [],
      idleMinutes: 15,
      environment: null,
      environmentColor: 'gray',
      notice: null,
      policy: noPolicy,
      sandbox: null,
    });
  });

  it('keeps the given values, without slashes at the end of the URL, and drops unknown fields', async () => {
    const givenConfig = {
      serviceUrl: '/v1',
      serviceId: 'service-1',
      instancesPath: '/workspaces/{workspaceSlug}/databases/{databaseName}/compute',
      databases: ['orders'],
      idleMinutes: 480,
      environment: 'Production',
      environmentColor: 'red',
      notice: 'Maintenance on Sunday: https://status.example',
      policy: { readOnly: { reason: '' }, protected: ['prod-*'], maxBulk: 5, reason: 'required' },
      sandbox: { workspaceSlug: 'acme', token: 'sandbox-token' },
    };
    expect(await parseConfig({ ...givenConfig, serviceUrl: '/v1//', unknown: true })).toEqual(givenConfig);
  });

  it('equivalent URLs have the same service ID, and other URLs have different IDs', async () => {
    const idOf = async (serviceUrl: string) => (await parseConfig({ serviceUrl })).serviceId;
    const id = await idOf('https://service.example/v1');
    for (const equivalentUrl of ['https://SERVICE.example/v1', 'https://service.example:443/v1//'])
      expect(await idOf(equivalentUrl)).toBe(id);
    for (const host of ['https://service.example:8443', 'http://service.example', ''])
      expect(await idOf(`${host}/v1`)).not.toBe(id);
    expect(await idOf('https://service.example/V1')).not.toBe(id);
  });

  it.each([
    ['it', null],
    ['serviceUrl', { serviceUrl: 'service.example' }],
    ['serviceUrl', { serviceUrl: '//service.example' }],
    ['serviceUrl', { serviceUrl: 'javascript:alert(1)' }],
    ['serviceUrl', { serviceUrl: 'https://[' }],
    ['serviceId', { serviceId: '' }],
    ['serviceId', { serviceId: 'a/b' }],
    ['instancesPath', { instancesPath: '/workspaces/acme/compute' }],
    ['instancesPath', { instancesPath: 'workspaces/{workspaceSlug}' }],
    ['databases', { databases: 'orders' }],
    ['databases.1', { databases: ['orders', 7] }],
    ['idleMinutes', { idleMinutes: '15' }],
    ['notice', { notice: 'two\nlines' }],
    ['policy', { policy: 'none' }],
    ['policy.readOnly', { policy: { readOnly: true } }],
    ['policy.readOnly.reason', { policy: { readOnly: { reason: 7 } } }],
    ['policy.protected.1', { policy: { protected: ['prod-*', ' '] } }],
    ['sandbox', { sandbox: 'acme' }],
    ['sandbox.token', { sandbox: { workspaceSlug: 'acme' } }],
  ])('throws an error that says "%s must …" for the configuration %j', async (field, raw) => {
    await expect(parseConfig(raw)).rejects.toThrow(
      `The configuration (config.json) is wrong: ${field} must `,
    );
  });
});

describe('findProtection', () => {
  it.each([
    ['identity', 'identity', true],
    ['identity', 'IDENTITY', true],
    ['identity', 'identity-2', false],
    ['prod-*', 'prod-1', true],
    ['prod-*', 'preprod-1', false],
    ['*-primary', 'orders-primary-2', false],
    ['a*b*c', 'a1b2c', true],
    ['a*b*c', 'acb', false],
    ['ab*ba', 'aba', false],
    ['*', '', true],
    ['a.c', 'abc', false],
    ['STRASSE*', 'straße-1', true],
    ['ΑΣ*', 'ασδ', true],
    ['cafe\u0301', 'CAFÉ', true],
    ['k8s', '\u212A8s', true],
  ])('the pattern %j and the value %j → %j', (pattern, value, isMatch) => {
    expect(findProtection([pattern], [value])).toBe(isMatch ? pattern : null);
  });

  it('names the first pattern that matches one of the values', () => {
    expect(findProtection(['prod-*', '*-primary'], ['orders', null, 'orders-primary'])).toBe('*-primary');
    expect(findProtection(['*'], [null])).toBeNull();
    expect(findProtection([], ['orders'])).toBeNull();
  });
});
