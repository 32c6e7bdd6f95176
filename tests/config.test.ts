import { describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';

const template = '/workspaces/{workspaceSlug}/databases/{databaseName}/compute';

describe('readConfig', () => {
  it('has a default for every field', () => {
    expect(readConfig({})).toEqual({
      serviceUrl: '/api',
      instancesPath: null,
      databases: [],
      idleMinutes: 15,
      sandbox: null,
    });
  });

  it('takes over what is given, and no field that it does not know', () => {
    const given = {
      serviceUrl: 'https://service.example/v1',
      instancesPath: template,
      databases: ['orders'],
      idleMinutes: 0.5,
      sandbox: { workspaceSlug: 'acme', token: 'sandbox-token' },
    };
    expect(readConfig({ ...given, unknown: true })).toEqual(given);
  });

  it('drops slashes at the end of the service’s address', () => {
    expect(readConfig({ serviceUrl: '/api//' }).serviceUrl).toBe('/api');
  });

  it.each([
    ['it', null],
    ['it', []],
    ['it', 'text'],
    ['serviceUrl', { serviceUrl: 'service.example' }],
    ['serviceUrl', { serviceUrl: '//service.example' }],
    ['serviceUrl', { serviceUrl: 'javascript:alert(1)' }],
    ['serviceUrl', { serviceUrl: 'ftp://service.example' }],
    ['serviceUrl', { serviceUrl: 7 }],
    ['instancesPath', { instancesPath: '/workspaces/acme/compute' }],
    ['instancesPath', { instancesPath: 'workspaces/{workspaceSlug}' }],
    ['instancesPath', { instancesPath: 7 }],
    ['databases', { databases: 'orders' }],
    ['databases', { databases: ['orders', 7] }],
    ['idleMinutes', { idleMinutes: 0 }],
    ['idleMinutes', { idleMinutes: '15' }],
    ['idleMinutes', { idleMinutes: Number.NaN }],
    ['sandbox', { sandbox: 'acme' }],
    ['sandbox', { sandbox: { workspaceSlug: 'acme' } }],
    ['sandbox', { sandbox: { workspaceSlug: 'acme', token: 7 } }],
  ])('refuses a wrong %s in a sentence that names it: %j', (field, raw) => {
    expect(() => readConfig(raw)).toThrow(`The configuration (config.json) is wrong: ${field} must `);
  });
});
